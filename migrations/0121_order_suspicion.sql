alter table orders
  -- Why the order is held until its e-mail is confirmed, instead of being placed at once. Null: it was placed at once.
  add column suspicion text check (
    suspicion in ('required', 'network-orders', 'address-orders', 'visitor-share', 'network-share', 'stock-share')
  ),
  -- Where the order was placed, as a keyed hash: many unpaid ones from one network are held.
  add column network_hash text check (length(network_hash) <= 100);

-- Until now each order of a guest was kept and mailed to like that.
update orders set suspicion = 'required' where confirmed_at is null and source = 'checkout';

create index orders_network on orders (network_hash, created_at) where network_hash is not null;
