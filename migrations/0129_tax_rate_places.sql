-- Cities as they are compared, without case and accents: 'MÜNCHEN' and 'Munchen' are one.
alter table tax_rates add column city_keys text[] not null default '{}';
update tax_rates set city_keys = (select array_agg(lower(unaccent(city))) from unnest(cities) city) where cities <> '{}';
alter table tax_rates add constraint tax_rates_city_keys_check check (cardinality(city_keys) = cardinality(cities));

-- Countries without a rate are looked for among those that the shop sells to.
create index tax_rates_country on tax_rates (country);
