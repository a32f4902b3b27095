-- When contact forms were opened is known by a signed cookie. Each opening is good for one message, named by its hash.
create table contact_form_uses (
  opening text primary key check (length(opening) <= 100),
  submission_hash text not null check (length(submission_hash) <= 100),
  expires_at timestamptz not null
);

create index contact_form_uses_expires on contact_form_uses (expires_at);
