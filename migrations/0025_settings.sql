-- Settings that the owner changed. They override `settings` of shop.config.ts key by key.
create table platform.settings (
  -- As docs/configuration.md lists them: `cart.maxQuantity`, `pricing.taxes.rounding`.
  key text primary key check (length(key) <= 200),
  -- Null: the value of shop.config.ts. The row stays, so that versions are never used twice.
  value jsonb,
  version integer not null check (version > 0),
  changed_by text not null check (length(changed_by) between 1 and 200),
  changed_at timestamptz not null
);

create table platform.setting_changes (
  id bigint generated always as identity primary key,
  key text not null,
  -- The version that the change made.
  version integer not null check (version > 0),
  -- The value in use before the change; null: there was none.
  old_value jsonb,
  -- Null: back to the value of shop.config.ts.
  new_value jsonb,
  changed_by text not null,
  changed_at timestamptz not null,
  unique (key, version)
);

create trigger setting_changes_append_only before update or delete or truncate on platform.setting_changes
  for each statement execute function enforce_append_only();
