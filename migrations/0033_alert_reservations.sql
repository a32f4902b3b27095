-- Units that are reserved behind the link of an alert's mail, alerts for prices by what they wait for, and the stock that products with options sell.

-- A unit of the ledger that a receiver has reserved: it is not on hand, and in the cart of nobody else.
create table stock_alert_reservations (
  id bigint generated always as identity primary key,
  -- Null: the alert was erased. The unit goes back to stock all the same, so rows are never deleted with others.
  mail_id bigint unique references stock_alert_mails on delete set null,
  -- Whose cart may have it. Both null: its visitor was deleted.
  visitor_id uuid references platform.visitors on delete set null,
  customer_id bigint references customers on delete set null,
  stock_id integer not null references variations on delete cascade,
  variation_id integer references variations on delete set null,
  -- When the unit goes back to stock.
  until timestamptz not null,
  constraint stock_alert_reservations_one_owner check (visitor_id is null or customer_id is null)
);

create index stock_alert_reservations_visitor on stock_alert_reservations (visitor_id) where visitor_id is not null;
create index stock_alert_reservations_customer on stock_alert_reservations (customer_id) where customer_id is not null;
create index stock_alert_reservations_stock on stock_alert_reservations (stock_id);
create index stock_alert_reservations_variation on stock_alert_reservations (variation_id) where variation_id is not null;

-- The agreement is the shop's own text, of any length.
alter table stock_alerts drop constraint stock_alerts_consent_text_check, add constraint stock_alerts_consent_text_given check (consent_text <> '');

-- What is waited for at a lower price, and of each those with the highest price first: the job reads only who is due.
create index stock_alerts_prices on stock_alerts (product_id, (coalesce(variation_id, 0)), price_below desc) where kind = 'price' and state = 'waiting';

-- Whether somebody waits for units of a stock. A product with options does not sell its own variation, unless others share its stock.
create or replace function has_stock_alerts(stock integer) returns boolean language sql stable as $$
  select exists (
    select from variations v join stock_alerts a on a.variation_id = v.id and a.kind = 'stock' and a.state = 'waiting' where v.stock_id = stock
  ) or exists (
    select from variations v join products p on p.id = v.product_id and (p.type <> 'variable' or v.id <> p.id)
    join stock_alerts a on a.product_id = v.product_id and a.variation_id is null and a.kind = 'stock' and a.state = 'waiting'
    where v.stock_id = stock
  )
$$;
