-- When the shopper has agreed at the provider, if an event is about that: after a decline the payment goes on then.
alter table provider_events add column approved_at timestamptz;
