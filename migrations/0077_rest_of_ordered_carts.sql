-- The version of a cart that stayed open with what was not ordered when the order was accepted. A
-- request that is repeated finds its order by it.
alter table checkout_attempts add rest_version bigint;
