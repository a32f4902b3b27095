-- Whether an answer was sent. A message whose form stores nothing is not cleared while an answer needs its sender.
alter table contact_message_answers add column is_mailed boolean not null default false;
update contact_message_answers set is_mailed = true;
