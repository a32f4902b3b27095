-- What a payment was paid with, as its provider tells it: of a card its brand, its last digits and what 3-D Secure said. Nothing
-- else of a card is ever known to the shop, and the constraint keeps it so.
alter table payments add column instrument jsonb
  check (
    instrument is null or (
      jsonb_typeof(instrument) = 'object'
      and instrument ->> 'brand' ~ '^[A-Z_]{1,30}$'
      and instrument ->> 'lastDigits' ~ '^\d{2,4}$'
      and length(instrument::text) <= 200
    )
  );

-- Declined tries of a network count whatever became of their payments: a card is tried again with the same one.
create index payments_by_network on payments (network_hash, created_at) where network_hash is not null;
drop index payments_failed_by_network;
