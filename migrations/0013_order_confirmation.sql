alter table orders
  -- When it became known that the e-mail address is the shopper's, or that the order is meant.
  add column confirmed_at timestamptz,
  -- 'shopper': by the link in the mail, now or for an earlier order; 'shop': by the shop itself; 'payment': it was paid.
  add column confirmed_by text check (confirmed_by in ('shopper', 'shop', 'payment')),
  -- How long the shopper has to pay from the moment of the confirmation, while that is awaited.
  add column payment_seconds bigint check (payment_seconds > 0),
  add constraint confirmed_says_by_whom check ((confirmed_at is null) = (confirmed_by is null));

-- Orders from before were accepted without it.
update orders set confirmed_at = created_at, confirmed_by = 'shop';

create index stock_holds_held on stock_holds (stock_id) where state = 'held';
