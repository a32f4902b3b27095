-- Alerts: who waits for a product, the rises of stock that were found, and the mails of each rise.

-- An alert is one address that waits for one variation, or for any variation of a product. Its place in the queue is its id.
create table stock_alerts (
  id bigint generated always as identity primary key,
  -- What is waited for: stock, or a lower price.
  kind text not null default 'stock' check (kind in ('stock', 'price')),
  product_id integer not null references products on delete cascade,
  -- Null: any variation of the product.
  variation_id integer references variations on delete cascade,
  email text not null check (length(email) between 3 and 254),
  -- As addresses are compared.
  email_key text not null generated always as (lower(email)) stored,
  -- Set only when the customer has proved the address, never from what a form claims.
  customer_id bigint references customers,
  name text not null default '' check (length(name) <= 200),
  -- E.164; empty where the shop does not ask.
  phone text not null default '' check (phone ~ '^(\+[1-9]\d{3,14})?$'),
  -- The country that was chosen for the phone number, as the form sent it.
  phone_meta jsonb check (octet_length(phone_meta::text) <= 2000),
  -- How many units somebody wants. Null: it was not asked.
  quantity integer check (quantity between 1 and 9999),
  -- The price in minor units below which a mail is due, as the product cost when it was subscribed.
  price_below bigint check (price_below > 0),
  locale text not null,
  state text not null check (state in ('unconfirmed', 'waiting', 'mailed', 'ended')),
  end_reason text check (end_reason in ('unsubscribed', 'bounced', 'expired')),
  -- What was agreed to, word for word, and when: the shop must be able to prove it.
  consent_text text not null check (length(consent_text) between 1 and 2000),
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- When a mail about the subscription itself was queued last. Null: none was.
  confirm_mailed_at timestamptz,
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint stock_alerts_wait_only_confirmed check (state not in ('waiting', 'mailed') or confirmed_at is not null),
  constraint stock_alerts_end_with_a_reason check ((state = 'ended') = (end_reason is not null) and (state = 'ended') = (ended_at is not null)),
  constraint stock_alerts_price_of_price_alerts check ((kind = 'price') = (price_below is not null))
);

-- One address waits once for one variation. Zero stands for any.
create unique index stock_alerts_once on stock_alerts (email_key, product_id, coalesce(variation_id, 0), kind) where state in ('unconfirmed', 'waiting');

-- The queues, the oldest first.
create index stock_alerts_queue on stock_alerts (variation_id, kind, id) where state = 'waiting';
create index stock_alerts_any_queue on stock_alerts (product_id, kind, id) where state = 'waiting' and variation_id is null;
-- For foreign keys.
create index stock_alerts_variation on stock_alerts (variation_id) where variation_id is not null;
create index stock_alerts_customer on stock_alerts (customer_id, id) where customer_id is not null;
create index stock_alerts_email on stock_alerts (email_key);
-- The list of the back office, and those of one state.
create index stock_alerts_newest on stock_alerts (created_at, id);
create index stock_alerts_state on stock_alerts (state, created_at, id);
create index stock_alerts_product_newest on stock_alerts (product_id, created_at, id);
create index stock_alerts_expire on stock_alerts (expires_at) where state in ('unconfirmed', 'waiting');
create index stock_alerts_over on stock_alerts (coalesce(ended_at, expires_at)) where state in ('mailed', 'ended');

-- A net gain of units that can be sold. One is open for a stock; further gains are added to it until nobody waits or nothing is left.
create table stock_alert_rises (
  id bigint generated always as identity primary key,
  kind text not null default 'stock' check (kind in ('stock', 'price')),
  -- The variation that owns the stock; of a price, the variation itself.
  stock_id integer not null references variations on delete cascade,
  -- Units gained so far; null where units are not counted.
  gained integer check (gained > 0),
  opened_at timestamptz not null default now(),
  -- When it is counted next.
  due_at timestamptz not null,
  -- When it was counted last.
  counted_at timestamptz,
  waves integer not null default 0 check (waves >= 0),
  -- Since when something is there that nobody can buy, such as of a hidden product.
  blocked_at timestamptz,
  ended_at timestamptz
);

create unique index stock_alert_rises_open on stock_alert_rises (stock_id, kind) where ended_at is null;
create index stock_alert_rises_due on stock_alert_rises (due_at) where ended_at is null;
create index stock_alert_rises_stock on stock_alert_rises (stock_id);

-- A mail of a rise, which keeps one unit until `hold_until`.
create table stock_alert_mails (
  id bigint generated always as identity primary key,
  alert_id bigint not null references stock_alerts on delete cascade,
  rise_id bigint not null references stock_alert_rises on delete cascade,
  stock_id integer not null,
  -- The variation to buy.
  variation_id integer not null references variations on delete cascade,
  email_key text not null,
  wave integer not null check (wave > 0),
  queued_at timestamptz not null,
  -- Until then the unit counts as taken.
  hold_until timestamptz not null,
  sent_at timestamptz,
  -- What the receiver ordered after the mail.
  order_id bigint references orders,
  ordered_at timestamptz,
  quantity integer check (quantity > 0),
  amount bigint check (amount >= 0),
  constraint stock_alert_mails_once unique (alert_id, rise_id),
  constraint stock_alert_mails_one_for_an_address unique (rise_id, email_key),
  constraint stock_alert_mails_sale_is_whole check (num_nonnulls(order_id, ordered_at, quantity, amount) in (0, 4))
);

create index stock_alert_mails_holds on stock_alert_mails (stock_id, hold_until) where ordered_at is null;
create index stock_alert_mails_unsent on stock_alert_mails (queued_at) where sent_at is null;
create index stock_alert_mails_variation on stock_alert_mails (variation_id);
create index stock_alert_mails_order on stock_alert_mails (order_id) where order_id is not null;
create index stock_alert_mails_buyer on stock_alert_mails (email_key, variation_id) where ordered_at is null;

-- Whether somebody waits for units of a stock.
create function has_stock_alerts(stock integer) returns boolean language sql stable as $$
  select exists (
    select from variations v join stock_alerts a on a.variation_id = v.id and a.kind = 'stock' and a.state = 'waiting' where v.stock_id = stock
  ) or exists (
    select from variations v join stock_alerts a on a.product_id = v.product_id and a.variation_id is null and a.kind = 'stock' and a.state = 'waiting'
    where v.stock_id = stock
  )
$$;

-- Opens a rise, or adds to the open one. It is counted after 60 seconds without another gain, or after ten minutes.
-- The caller has the lock on the stock level.
create function open_stock_alert_rise(stock integer, units integer) returns void language sql as $$
  insert into stock_alert_rises as r (stock_id, gained, due_at) values (stock, units, now() + interval '60 seconds')
  on conflict (stock_id, kind) where ended_at is null do update set
    gained = case when excluded.gained is null then r.gained else coalesce(r.gained, 0) + excluded.gained end,
    due_at = least(excluded.due_at, greatest(r.due_at, coalesce(r.counted_at, r.opened_at) + interval '10 minutes'))
$$;

-- Whatever changes the stock writes the ledger, so the ledger opens the rises, in the transaction of the change.
create function find_stock_gain() returns trigger language plpgsql as $$
declare
  movement record;
  net integer := 0;
begin
  if not has_stock_alerts(new.variation_id) then return null; end if;
  -- The movements of a transaction have one time, and are the latest of their stock, which is locked. All locations are added up:
  -- a transfer is no gain.
  for movement in select id, delta, at from stock_movements where variation_id = new.variation_id order by id desc loop
    exit when movement.at <> new.at;
    -- The last gain of the transaction speaks for all.
    if movement.id > new.id and movement.delta > 0 then return null; end if;
    net := net + movement.delta;
  end loop;
  if net > 0 then perform open_stock_alert_rise(new.variation_id, net); end if;
  return null;
end
$$;

-- At the end of the transaction, when all its movements are known.
create constraint trigger stock_movements_open_rises after insert on stock_movements deferrable initially deferred
  for each row when (new.delta > 0) execute function find_stock_gain();

-- What is not counted has no movements: it can be bought from now on because its status or its backorders were changed.
create function find_stock_return() returns trigger language plpgsql as $$
begin
  if has_stock_alerts(new.variation_id) then perform open_stock_alert_rise(new.variation_id, null); end if;
  return null;
end
$$;

create trigger stock_levels_open_rises after update on stock_levels for each row
  when (is_available(new.managed, new.on_hand, new.backorders, new.status) and not is_available(old.managed, old.on_hand, old.backorders, old.status)
    and not (new.managed and new.on_hand > old.on_hand))
  execute function find_stock_return();
