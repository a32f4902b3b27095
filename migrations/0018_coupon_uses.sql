-- The page of a coupon lists its newest uses.
create index coupon_uses_newest on coupon_uses (coupon_id, id desc);
