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
