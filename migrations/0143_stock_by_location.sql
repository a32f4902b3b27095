-- Counts and the low-stock threshold are those of a stock at a location.
alter table variations drop constraint variations_stock;
alter table stock_levels
  drop constraint stock_levels_pkey,
  add primary key (variation_id, location_id),
  -- There is one location: statements find the level of a stock by its variation alone.
  add constraint stock_levels_one_location unique (variation_id);
alter table variations add constraint variations_stock foreign key (stock_id) references stock_levels (variation_id) deferrable initially deferred;
