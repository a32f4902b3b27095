-- What staff do with mails, messages and withdrawals in the back office.

alter table platform.mail
  -- Lists page by a number that is unique; ids are chosen by whoever sends.
  add column number bigint generated always as identity unique,
  -- The mail that this one sends once more. Null when that one is no longer kept.
  add column original_id text references platform.mail on delete set null;

-- For the deletion of the first mail, and for its page, which names those that repeat it.
create index mail_original on platform.mail (original_id) where original_id is not null;
-- Lists of mails: all, those of a kind, those to an address.
drop index platform.mail_newest;
create index mail_newest on platform.mail (created_at, number);
create index mail_kind on platform.mail (split_part(id, ':', 1), created_at, number);
create index mail_recipient on platform.mail (lower(recipient), created_at, number);

-- Who of the staff looks after a message.
alter table contact_messages add column assigned_to bigint references staff_members on delete set null;
create index contact_messages_assigned on contact_messages (assigned_to, received_at desc, id desc) where assigned_to is not null;

-- Files that go with an answer. Null: the sender's own. They count and end like those.
alter table contact_message_files add column answer_id uuid references contact_message_answers on delete cascade;
create index contact_message_files_answer on contact_message_files (answer_id) where answer_id is not null;

-- What staff wrote about a message for each other, and to whom they sent it on. Deleted with the message: it is about its sender.
create table contact_message_notes (
  id uuid primary key,
  message_id bigint not null references contact_messages on delete cascade,
  body text not null check (length(body) <= 5000),
  -- Null: a note, which nobody gets.
  forwarded_to text check (length(forwarded_to) between 3 and 254),
  has_files boolean not null default false,
  by text not null check (btrim(by) <> ''),
  by_staff_id bigint references staff_members,
  -- Whether the mail was sent. A message whose form stores nothing is not cleared before.
  is_mailed boolean not null default false,
  noted_at timestamptz not null,
  constraint contact_message_notes_say_something check (forwarded_to is not null or body <> ''),
  constraint contact_message_notes_only_mails_have_files check (forwarded_to is not null or not (has_files or is_mailed))
);

create index contact_message_notes_message on contact_message_notes (message_id);
