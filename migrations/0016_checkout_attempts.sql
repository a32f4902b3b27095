-- What a cart was ordered with. An order knows no cart: orders come from other sources too.
create table checkout_attempts (
  id bigint generated always as identity primary key,
  cart_id uuid references carts on delete set null,
  -- Of the cart when this was ordered.
  cart_version bigint not null,
  -- [{ fingerprint, quantity }] of the cart's lines when this was ordered.
  cart_lines jsonb not null default '[]' check (jsonb_typeof(cart_lines) = 'array'),
  -- Null while a payment begins before the order is placed.
  order_id bigint unique references orders,
  -- Sent with the checkout form: the same key again is the same order.
  request_key text not null unique check (length(request_key) between 16 and 100),
  request_hash text not null check (length(request_hash) = 43),
  -- While its order is pending or failed.
  is_open boolean not null,
  created_at timestamptz not null default now()
);

create unique index checkout_attempts_one_open_per_cart on checkout_attempts (cart_id) where is_open;
create index checkout_attempts_cart on checkout_attempts (cart_id) where cart_id is not null;

insert into checkout_attempts (cart_id, cart_version, cart_lines, order_id, request_key, request_hash, is_open, created_at)
select o.cart_id, o.cart_version, coalesce(lines.ordered, '[]'), o.id, o.request_key, o.request_hash, o.status = 'pending', o.created_at
from orders o
left join lateral (
  -- The lines of a cart that was changed since are not known any more.
  select jsonb_agg(jsonb_build_object('fingerprint', l.fingerprint, 'quantity', l.quantity) order by l.position) as ordered
  from carts c join cart_lines l on l.cart_id = c.id and l.removed_at is null
  where c.id = o.cart_id and c.version = o.cart_version
) lines on true;

alter table orders
  drop column cart_id,
  drop column cart_version,
  drop column request_hash,
  alter column request_key drop not null;

-- A failed order keeps its stock for another try, until it is due like a pending one.
drop index orders_due;
alter table orders drop constraint unpaid_is_due;
update orders set due_at = now() where status = 'failed' and due_at is null;
alter table orders add constraint unpaid_is_due check (status not in ('pending', 'on-hold', 'failed') or due_at is not null);
create index orders_due on orders (due_at) where status in ('pending', 'on-hold', 'failed');
