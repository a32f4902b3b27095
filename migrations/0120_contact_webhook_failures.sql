-- Staff list the messages that the webhook never took.
create index contact_messages_webhook_failed on contact_messages (received_at desc, id desc) where webhook = 'failed';
