-- What a shipment was handed over as, so far as it is known. A pickup has none.
create table parcels (
  id bigint generated always as identity primary key,
  shipment_id bigint not null references shipments,
  carrier text not null check (length(carrier) <= 100),
  tracking_number text not null check (length(tracking_number) <= 100),
  tracking_url text not null check (tracking_url ~ '^(https?://.+)?$' and length(tracking_url) <= 1000),
  constraint parcel_tells_something check ((carrier, tracking_number, tracking_url) <> ('', '', ''))
);

create index parcels_shipment on parcels (shipment_id);

alter table shipments drop column carrier, drop column tracking_number, drop column tracking_url;
