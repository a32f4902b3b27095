-- A mail about a message that the mail server refused for good, so that the shop finds such messages.
alter table contact_messages drop constraint contact_messages_mail_check;
alter table contact_messages add constraint contact_messages_mail_check check (mail in ('none', 'waiting', 'queued', 'sent', 'failed'));
create index contact_messages_failed on contact_messages (received_at desc, id desc) where mail = 'failed';
