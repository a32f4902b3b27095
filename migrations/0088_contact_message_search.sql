-- Lists of messages at any number of them: all, those of a form, those of a sender. The index of senders had an expression and a
-- condition, so that PostgreSQL knew nothing about how often a sender writes.
create index contact_messages_received on contact_messages (received_at desc, id desc);
create index contact_messages_form on contact_messages (form_id, received_at desc, id desc);
drop index contact_messages_sender;
create index contact_messages_sender on contact_messages (lower(sender), received_at desc, id desc);

-- What senders wrote, for searches. New messages wait in a list of up to 64 MB, which a job puts into the index: a message that is
-- sent does not wait for it (docs/decisions/0079).
create index contact_messages_words on contact_messages using gin ((jsonb_path_query_array(fields, '$[*].values[*]')::text) gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 65536);
