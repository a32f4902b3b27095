-- A customer is known by the account and by the mailbox that an order names. A limit counts what matches either.

-- Addresses of one mailbox have one key: small letters, no tag as in ada+tag@example.com.
create function email_key(email text) returns text language sql immutable parallel safe as $$
  select regexp_replace(lower(btrim(email)), '\+[^@]*(@[^@]*)$', '\1')
$$;

alter table coupon_uses
  -- Who was signed in when the order was placed.
  add column customer_id bigint,
  -- Of the order's address. Null: the order was erased.
  add column email_key text check (length(email_key) between 1 and 320);

update coupon_uses u
set customer_id = substring(u.customer_key from '^customer:(\d+)$')::bigint, email_key = case when o.erased_at is null then email_key(o.email) end
from orders o where o.id = u.order_id;

-- With its index.
alter table coupon_uses drop column customer_key;

create index coupon_uses_counted on coupon_uses (coupon_id, email_key) include (order_id, quantity) where state <> 'released';
create index coupon_uses_of_customer on coupon_uses (coupon_id, customer_id) include (order_id, quantity)
  where state <> 'released' and customer_id is not null;

-- Whether somebody has ordered before.
drop index orders_email;
create index orders_email_key on orders (email_key(email));
