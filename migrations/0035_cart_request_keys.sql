-- The last requests that added something, newest first: [{"key", "hash", "at" (ms since 1970), "lines": {fingerprint: quantity}}].
alter table carts add column recent_adds jsonb not null default '[]'
  check (jsonb_typeof(recent_adds) = 'array' and jsonb_array_length(recent_adds) <= 10);
