-- What staff do to one object with an input: a form that is sent twice does it once.
alter table platform.audit_entries
  -- Made with the form, or chosen by the program that calls.
  add column request_key text check (length(request_key) between 8 and 100);
create unique index audit_entries_request on platform.audit_entries (request_key) where request_key is not null;

-- The mails of an order or another object: their ids begin with it.
create index mail_by_id on platform.mail (id collate "C");
