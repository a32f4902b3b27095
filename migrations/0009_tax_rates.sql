-- What is added to a price, and where. The first fitting rate of each priority counts.
create table tax_rates (
  id integer generated always as identity primary key,
  tax_class text not null default 'standard' check (tax_class ~ '^[a-z0-9_-]{1,200}$'),
  -- Empty: everywhere.
  country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  -- Without the country; empty: all of it.
  state text not null default '' check (length(state) <= 50),
  -- Single ones (12345), ranges (12345...12399) and beginnings (123*); empty: all.
  postcodes text[] not null default '{}',
  cities text[] not null default '{}',
  percent numeric(9, 4) not null check (percent between 0 and 1000),
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  priority integer not null default 1 check (priority between 1 and 1000),
  -- Reckoned on top of the rates of lower priorities.
  compound boolean not null default false,
  -- Added to shipping too.
  on_shipping boolean not null default true,
  position integer not null default 0,
  unique (tax_class, country, state, postcodes, cities, priority)
);
