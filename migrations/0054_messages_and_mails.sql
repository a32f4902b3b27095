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
