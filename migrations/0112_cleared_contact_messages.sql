-- A message may have files and no fields, so whether its content was deleted is a fact of its own.
alter table contact_messages add column is_cleared boolean not null default false;
update contact_messages set is_cleared = true where not is_kept and mail = 'sent' and fields = '[]'
  and not exists (select from contact_message_files f where f.message_id = contact_messages.id);
