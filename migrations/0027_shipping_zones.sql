-- Where a cart is sent, as far as its owner has said, and the shipping option that they chose.
alter table carts
  add column destination_country text check (destination_country ~ '^[A-Z]{2}$'),
  -- Empty when unknown, like postcode and city.
  add column destination_state text not null default '' check (length(destination_state) <= 100),
  add column destination_postcode text not null default '' check (length(destination_postcode) <= 20),
  add column destination_city text not null default '' check (length(destination_city) <= 100),
  add column shipping_method text check (length(shipping_method) between 1 and 200),
  add constraint carts_destination_has_country
    check (destination_country is not null or (destination_state = '' and destination_postcode = '' and destination_city = ''));

-- The setting shipping.flatRates became shipping.zones: a zone for each country that a rate names,
-- with the rates for it and those for all countries, and a last zone with the latter.
with old as (
  select value, changed_by from platform.settings
  where key = 'shipping.flatRates' and jsonb_typeof(value) = 'array'
), rates as (
  select r.position, r.rate -> 'countries' as countries, jsonb_strip_nulls(jsonb_build_object(
    'type', case when (r.rate ->> 'pickup')::boolean then 'local_pickup' else 'flat_rate' end,
    'id', r.rate -> 'id', 'title', r.rate -> 'title', 'cost', r.rate -> 'amount', 'freeFrom', r.rate -> 'freeFrom')) as method
  from old cross join jsonb_array_elements(old.value) with ordinality as r(rate, position)
), named as (
  select distinct c.country from rates cross join jsonb_array_elements_text(coalesce(rates.countries, '[]')) as c(country)
), zones as (
  select n.country as sort_key, jsonb_build_object(
    'name', n.country,
    'places', jsonb_build_array(jsonb_build_object('country', n.country)),
    'methods', (select jsonb_agg(r.method order by r.position) from rates r where r.countries is null or r.countries ? n.country)) as zone
  from named n
  union all
  select null, jsonb_build_object(
    'name', 'Everywhere else',
    'methods', (select jsonb_agg(r.method order by r.position) from rates r where r.countries is null))
  where exists (select from rates r where r.countries is null)
), converted as (
  select coalesce(jsonb_agg(zone order by sort_key nulls last), '[]') as value from zones
), written as (
  insert into platform.settings (key, value, version, changed_by, changed_at)
  select 'shipping.zones', converted.value, 1, old.changed_by, now() from old cross join converted
  on conflict (key) do nothing
  returning key, value, version, changed_by, changed_at
)
insert into platform.setting_changes (key, version, old_value, new_value, changed_by, changed_at)
select key, version, null, value, changed_by, changed_at from written;

-- Rows of settings stay, so that no version is used twice.
with reset as (
  select key, value, version + 1 as version, changed_by from platform.settings where key = 'shipping.flatRates' and value is not null
), recorded as (
  insert into platform.setting_changes (key, version, old_value, new_value, changed_by, changed_at)
  select key, version, value, null, changed_by, now() from reset
)
update platform.settings s set value = null, version = reset.version, changed_at = now() from reset where s.key = reset.key;
