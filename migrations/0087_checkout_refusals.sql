-- Why orders were refused, newest first, with what was typed: each page that a refusal leads to shows its own, whatever other tabs send.
alter table checkout_forms drop column messages;
alter table checkout_forms add refusals jsonb not null default '[]' check (jsonb_typeof(refusals) = 'array');
