-- Whom the shop knows: accounts, and guests by their e-mail address.

alter table customers
  -- Number of the certificate that exempts from taxes, as it is typed.
  add column tax_certificate text not null default '' check (length(tax_certificate) <= 100),
  -- The moment after the last day on which the exemption counts. Null: it has no end.
  add column tax_exempt_before timestamptz,
  -- The account that took over what this one had. The row stays for what is written at the same moment.
  add column merged_into bigint references customers,
  add constraint customers_certificate_of_exemption check (tax_exemption is not null or (tax_certificate = '' and tax_exempt_before is null)),
  -- An account that others lead to is one that can be used.
  add constraint customers_merged_are_empty check (merged_into is null or (erased_at is not null and merged_into <> id));

create index customers_merged on customers (merged_into) where merged_into is not null;

-- Whether an exemption counts now. The cart, and staff who write an order down, ask it.
create function is_tax_exempt(reason text, before timestamptz) returns boolean language sql stable parallel safe as $$
  select reason is not null and coalesce(before > now(), true)
$$;

-- When staff erased the guest who placed the order: what was told is removed once the order is closed.
alter table orders add column erasure_asked_at timestamptz;
create index orders_erasure_asked on orders (updated_at) where erasure_asked_at is not null and erased_at is null;

-- The newest order of a person is the first of an index, however many there are.
drop index orders_customer, orders_guest_email;
create index orders_customer on orders (customer_id, created_at desc) where customer_id is not null;
create index orders_guest_email on orders (lower(email), created_at desc) where customer_id is null;

-- One row for each account that is not erased, and for each address that guests have used. Lists of hundreds of thousands of people count
-- and sort by these columns alone. Triggers write them at the end of each transaction, after all other rows were locked: a row of this table
-- is never held while another lock is awaited.
create table people (
  id bigint generated always as identity primary key,
  -- Null: a guest.
  customer_id bigint unique references customers on delete cascade,
  email text not null check (length(email) between 3 and 320),
  -- Of the account, else of the newest order.
  name text not null default '' check (length(name) <= 250),
  first_seen_at timestamptz not null,
  -- Orders that were neither cancelled nor failed, and when the newest of them was placed.
  orders integer not null default 0 check (orders >= 0),
  last_order_at timestamptz,
  -- Whether the account has chosen mails that are not about an order.
  is_subscribed boolean not null default false
);

-- A guest is an address, compared as the shop compares addresses. The account of the same address is somebody else until it is proved.
create unique index people_guests on people (lower(email)) where customer_id is null;
create index people_email on people (lower(email));
create index people_newest on people (first_seen_at, id);
create index people_by_orders on people (orders, id);
create index people_by_last_order on people (coalesce(last_order_at, '-infinity'), id);
create index people_guests_newest on people (first_seen_at, id) where customer_id is null;
create index people_accounts_newest on people (first_seen_at, id) where customer_id is not null;
create index people_subscribed on people (first_seen_at, id) where is_subscribed;
create index people_words on people using gin ((email || ' ' || name) gin_trgm_ops);

-- Money received and not given back, in minor units. Currencies are never added up.
create table person_spendings (
  person_id bigint not null references people on delete cascade,
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null,
  primary key (person_id, currency)
);

create index person_spendings_amount on person_spendings (currency, amount);

-- What staff write about a person for each other.
create table person_notes (
  id bigint generated always as identity primary key,
  person_id bigint not null references people on delete cascade,
  text text not null check (length(text) between 1 and 2000),
  by text not null check (length(by) between 1 and 200),
  by_staff_id bigint references staff_members,
  at timestamptz not null
);

create index person_notes_person on person_notes (person_id, at desc);

-- What makes a guest. Robots type addresses of others: what was not proved, or was held as spam, makes nobody known.
create view guest_traces (key, email, at) as
  select lower(email), email, created_at from orders where customer_id is null and erased_at is null
  union all select lower(sender), sender, received_at from contact_messages
    where customer_id is null and sender is not null and status in ('new', 'answered')
  union all select email_key, email, created_at from stock_alerts where customer_id is null and confirmed_at is not null
  union all select lower(email), email, created_at from comments where customer_id is null and email is not null and state = 'approved';

-- Visitors who ordered with an address and with no other one: what they have in their browser belongs to that guest.
create function guest_visitors(address text) returns setof uuid language sql stable as $$
  select distinct o.visitor_id from orders o
  where o.customer_id is null and lower(o.email) = lower(address) and o.erased_at is null and o.confirmed_at is not null and o.visitor_id is not null
    and not exists (select from orders other where other.visitor_id = o.visitor_id and lower(other.email) <> lower(address))
$$;

create function find_guest(address text, seen_at timestamptz) returns bigint language sql as $$
  insert into people as p (email, first_seen_at) values (address, seen_at)
  on conflict (lower(email)) where customer_id is null do update set first_seen_at = least(p.first_seen_at, excluded.first_seen_at)
  returning id
$$;

-- Ends a guest of whom nothing is left. Notes about somebody whose orders went to an account go there, too.
create function forget_guest(address text) returns void language plpgsql as $$
declare
  guest bigint;
begin
  select id into guest from people where lower(email) = lower(address) and customer_id is null for update;
  -- A statement of its own sees what was committed while the row was awaited.
  if guest is null or exists (select from guest_traces where key = lower(address)) then return; end if;
  update person_notes set person_id = account.id from people account join customers c on c.id = account.customer_id
  where person_id = guest and lower(c.email) = lower(address) and c.email_verified_at is not null;
  delete from people where id = guest;
end $$;

-- Adds an order to the sums of its person, or takes it away.
create function count_order(o orders, sign integer) returns void language plpgsql as $$
declare
  person bigint;
  is_counted boolean := o.status not in ('cancelled', 'failed');
  buyer text;
begin
  if o.customer_id is not null then
    select id into person from people where customer_id = o.customer_id for no key update;
  elsif o.erased_at is null and sign > 0 then
    person := find_guest(o.email, o.created_at);
  elsif o.erased_at is null then
    select id into person from people where customer_id is null and lower(email) = lower(o.email) for no key update;
  end if;
  if person is null then return; end if;
  insert into person_spendings as s (person_id, currency, amount) values (person, o.currency, sign * (o.captured_total - o.refunded_total))
  on conflict (person_id, currency) do update set amount = s.amount + excluded.amount;
  if sign > 0 then
    select trim(first_name || ' ' || last_name) into buyer from order_addresses where order_id = o.id and kind = 'billing';
    update people set orders = orders + is_counted::integer,
      last_order_at = case when is_counted then greatest(last_order_at, o.created_at) else last_order_at end,
      name = case when coalesce(buyer, '') <> '' and (name = '' or customer_id is null and o.created_at >= coalesce(last_order_at, '-infinity'))
        then left(buyer, 250) else name end
    where id = person;
  elsif is_counted then
    update people p set orders = orders - 1, last_order_at = case
      when p.last_order_at > o.created_at then p.last_order_at
      when p.customer_id is not null then (select newest.created_at from orders newest where newest.customer_id = p.customer_id
        and newest.status not in ('cancelled', 'failed') order by newest.created_at desc limit 1)
      else (select newest.created_at from orders newest where newest.customer_id is null and lower(newest.email) = lower(p.email)
        and newest.status not in ('cancelled', 'failed') order by newest.created_at desc limit 1) end
    where id = person;
  end if;
end $$;

create function count_changed_order() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform count_order(old, -1); end if;
  if tg_op <> 'DELETE' then perform count_order(new, 1); end if;
  if tg_op <> 'INSERT' and old.customer_id is null then perform forget_guest(old.email); end if;
  return null;
end $$;

create constraint trigger orders_counted after insert or delete on orders
  deferrable initially deferred for each row execute function count_changed_order();
create constraint trigger orders_counted_again after update on orders deferrable initially deferred for each row
  when ((old.customer_id, old.email, old.erased_at, old.status, old.captured_total, old.refunded_total)
    is distinct from (new.customer_id, new.email, new.erased_at, new.status, new.captured_total, new.refunded_total))
  execute function count_changed_order();

-- Takes an address and a time of a row of which a guest may be known; the view says which rows count.
create function follow_guest() returns trigger language plpgsql as $$
declare
  earlier text := case when tg_op <> 'INSERT' then to_jsonb(old) ->> tg_argv[0] end;
  now_there text := case when tg_op <> 'DELETE' then to_jsonb(new) ->> tg_argv[0] end;
  first_at timestamptz;
begin
  select min(at) into first_at from guest_traces where key = lower(now_there);
  if first_at is not null then perform find_guest(now_there, first_at); end if;
  if earlier is not null then perform forget_guest(earlier); end if;
  return null;
end $$;

create constraint trigger contact_messages_follow_guest after insert or delete or update of sender, customer_id, status on contact_messages
  deferrable initially deferred for each row execute function follow_guest('sender');
create constraint trigger stock_alerts_follow_guest after insert or delete or update of email, customer_id, confirmed_at on stock_alerts
  deferrable initially deferred for each row execute function follow_guest('email');
create constraint trigger comments_follow_guest after insert or delete or update of email, customer_id, state on comments
  deferrable initially deferred for each row execute function follow_guest('email');

create function follow_account() returns trigger language plpgsql as $$
begin
  if new.erased_at is not null then
    delete from people where customer_id = new.id;
  elsif tg_op = 'INSERT' then
    insert into people (customer_id, email, name, first_seen_at) values (new.id, new.email, new.name, new.created_at);
  else
    update people set email = new.email, name = case when new.name = '' then name else new.name end where customer_id = new.id;
  end if;
  return null;
end $$;

create constraint trigger customers_new_person after insert on customers
  deferrable initially deferred for each row execute function follow_account();
create constraint trigger customers_changed_person after update on customers deferrable initially deferred for each row
  when ((old.email, old.name, old.erased_at) is distinct from (new.email, new.name, new.erased_at)) execute function follow_account();

create function follow_preferences() returns trigger language plpgsql as $$
declare
  account bigint := coalesce(new.customer_id, old.customer_id);
begin
  update people set is_subscribed = exists (select from email_preferences where customer_id = account and is_wanted) where customer_id = account;
  return null;
end $$;

create constraint trigger email_preferences_follow_person after insert or update or delete on email_preferences
  deferrable initially deferred for each row execute function follow_preferences();

-- What is written for an account at the moment of its merge belongs to the account that took it over. The lock waits for the merge, as that
-- of the foreign key does.
create function redirect_merged_customer() returns trigger language plpgsql as $$
declare
  survivor bigint;
begin
  select merged_into into survivor from customers where id = new.customer_id for key share;
  new.customer_id := coalesce(survivor, new.customer_id);
  return new;
end $$;

create trigger orders_of_merged before insert on orders for each row when (new.customer_id is not null) execute function redirect_merged_customer();
create trigger coupon_uses_of_merged before insert on coupon_uses for each row when (new.customer_id is not null) execute function redirect_merged_customer();
create trigger contact_messages_of_merged before insert on contact_messages for each row when (new.customer_id is not null) execute function redirect_merged_customer();
create trigger stock_alerts_of_merged before insert on stock_alerts for each row when (new.customer_id is not null) execute function redirect_merged_customer();
create trigger uploads_of_merged before insert on uploads for each row when (new.customer_id is not null) execute function redirect_merged_customer();
create trigger comments_of_merged before insert on comments for each row when (new.customer_id is not null) execute function redirect_merged_customer();

-- The people of a shop that has been open before.
insert into people (customer_id, email, name, first_seen_at, is_subscribed)
select id, email, name, created_at, exists (select from email_preferences e where e.customer_id = c.id and e.is_wanted)
from customers c where erased_at is null;
insert into people (email, first_seen_at) select min(email), min(at) from guest_traces group by key;
create temporary table order_people on commit drop as
select o.id, o.currency, o.created_at, o.captured_total - o.refunded_total as amount, o.status not in ('cancelled', 'failed') as is_counted,
  coalesce(account.id, guest.id) as person_id
from orders o left join people account on account.customer_id = o.customer_id
left join people guest on guest.customer_id is null and o.customer_id is null and o.erased_at is null and lower(guest.email) = lower(o.email)
where coalesce(account.id, guest.id) is not null;
update people p set orders = counted.orders, last_order_at = counted.newest,
  name = case when p.name = '' then left(coalesce(counted.buyer, ''), 250) else p.name end
from (
  select o.person_id, count(*) filter (where is_counted) as orders, max(o.created_at) filter (where is_counted) as newest,
    (array_agg(trim(a.first_name || ' ' || a.last_name) order by o.created_at desc))[1] as buyer
  from order_people o left join order_addresses a on a.order_id = o.id and a.kind = 'billing' group by o.person_id
) counted where counted.person_id = p.id;
insert into person_spendings select person_id, currency, sum(amount) from order_people group by person_id, currency;

-- The erasure of a guest finds mails by their recipient, that of an order or a message those about it.
create index mail_about on platform.mail (substring(id from '^[^:]+:[^:]+'));
create index if not exists mail_recipient on platform.mail (lower(recipient));

insert into staff_role_permissions (role, permission) select name, 'customers.merge' from staff_roles where name = 'manager'
on conflict do nothing;
