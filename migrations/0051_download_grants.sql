-- Lets whoever bought a line download one file. Name and location are those of the purchase.
create table download_grants (
  id uuid primary key default gen_random_uuid(),
  order_line_id bigint not null references order_lines on delete cascade,
  position integer not null,
  name text not null check (btrim(name) <> ''),
  location text not null check (btrim(location) <> '' and length(location) <= 2000),
  -- Downloads that are left. Null: no limit.
  remaining integer check (remaining >= 0),
  -- Null: never.
  expires_at timestamptz,
  downloads integer not null default 0 check (downloads >= 0),
  last_downloaded_at timestamptz,
  unique (order_line_id, position),
  constraint download_grants_say_when check ((downloads = 0) = (last_downloaded_at is null))
);

-- Of orders that were paid before.
insert into download_grants (order_line_id, position, name, location, remaining, expires_at)
select l.id, d.position, d.name, d.location,
  case when v.download_limit > 0 then least(v.download_limit::bigint * l.quantity, 2147483647)::integer end,
  o.paid_at + make_interval(days => case when v.download_expiry_days > 0 then least(v.download_expiry_days, 36500) end)
from orders o
join order_lines l on l.order_id = o.id
join variations v on v.id = l.variation_id
join downloads d on d.variation_id = v.id
where o.paid_at is not null and l.downloadable;
