-- Whether a message waits for the webhook. A message whose form stores nothing is cleared when mails and webhook have it.
alter table contact_messages add column webhook text not null default 'none'
  check (webhook in ('none', 'queued', 'sent', 'failed'));
