-- The link with which the first owner sets the shop up. One at a time: a newer one replaces it.
create table first_run_links (
  id smallint primary key default 1 check (id = 1),
  -- SHA-256 of the token, which only the console has.
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz not null
);

-- The basis of prices: the currency, whether they are entered with tax, and the place of that tax. Products and orders
-- are made under a shared lock, and the basis changes under an exclusive one, while there are none.
create function platform.share_price_basis() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(824111215);
  return null;
end $$;

create trigger products_share_price_basis before insert on products
  for each statement execute function platform.share_price_basis();
create trigger orders_share_price_basis before insert on orders
  for each statement execute function platform.share_price_basis();

create function platform.is_price_basis_fixed() returns boolean language sql volatile as $$
  select exists (select from products) or exists (select from orders)
$$;

-- Whether it is fixed. A statement of its own sees what was committed before the lock.
create function platform.lock_price_basis() returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(824111215);
  return platform.is_price_basis_fixed();
end $$;

create function platform.is_price_basis(key text) returns boolean language sql immutable as $$
  select key in ('shop.currency', 'shop.pricesIncludeTax') or key ~ '^shop\.baseAddress(\.|$)'
$$;

create function platform.keep_price_basis() returns trigger language plpgsql as $$
begin
  if platform.lock_price_basis() then
    raise exception '% is fixed once there is a product or an order', new.key
      using errcode = 'check_violation', constraint = 'settings_price_basis';
  end if;
  return new;
end $$;

create trigger settings_keep_price_basis before insert on platform.settings
  for each row when (platform.is_price_basis(new.key)) execute function platform.keep_price_basis();
create trigger settings_keep_price_basis_changed before update on platform.settings
  for each row when (platform.is_price_basis(new.key) and new.value is distinct from old.value)
  execute function platform.keep_price_basis();
