-- The list of orders by source: its order and its filters are those of one table.

-- `created_at` of the order.
alter table order_attributions add column placed_at timestamptz;
update order_attributions a set placed_at = o.created_at from orders o where o.id = a.order_id;
alter table order_attributions alter column placed_at set not null;

create index order_attributions_newest on order_attributions (placed_at, order_id);
create index order_attributions_type on order_attributions (source_type, placed_at, order_id);
create index order_attributions_source on order_attributions (utm_source, placed_at, order_id);
create index order_attributions_medium on order_attributions (utm_medium, placed_at, order_id);
create index order_attributions_campaign on order_attributions (utm_campaign, placed_at, order_id);
