-- Orders of guests that became a customer's: their coupons count for the account too.
update coupon_uses u set customer_id = o.customer_id from orders o
where o.id = u.order_id and o.customer_id is not null and u.customer_id is distinct from o.customer_id;
