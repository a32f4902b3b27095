/** SQL expression: units of orders that are not shipped, of `stock_levels s`. */
export const reservedUnitsSql = `(select coalesce(sum(r.quantity - r.shipped - r.returned), 0)::integer from stock_reservations r
    where r.stock_id = s.variation_id and r.state <> 'released' and r.shipped + r.returned < r.quantity)`;

/** SQL expression: units in the house of `stock_levels s`. What is reserved is there until it is shipped; what is backordered is not. */
export const inHouseSql = `(s.on_hand - s.backordered + ${reservedUnitsSql})`;
