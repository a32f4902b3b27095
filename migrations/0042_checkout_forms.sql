-- What a shopper has typed into the checkout, so that a reload, a refused order or a closed tab loses nothing.
create table checkout_forms (
  cart_id uuid primary key references carts (id) on delete cascade,
  -- Values by field name, as they were sent.
  form jsonb not null check (jsonb_typeof(form) = 'object'),
  -- The part of a new form that the cart filled in when this was saved: what has changed in the cart since is newer.
  cart_form jsonb not null check (jsonb_typeof(cart_form) = 'object'),
  -- Why the order was refused, in words; null when it was not.
  messages jsonb check (jsonb_typeof(messages) = 'object'),
  updated_at timestamptz not null default now()
);
create index checkout_forms_updated_at on checkout_forms (updated_at);
