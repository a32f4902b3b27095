/** SQL expression: units that shoppers have reserved by links of alerts, of `stock_levels s`. They are in the house, and not for sale. */
export const linkedUnitsSql = `(select count(*)::integer from stock_alert_reservations h where h.stock_id = s.variation_id)`;

/** SQL expression: units of `stock_levels s` of orders that are not shipped, and those reserved by links. */
export const reservedUnitsSql = `((select coalesce(sum(r.quantity - r.shipped - r.returned), 0)::integer from stock_reservations r
    where r.stock_id = s.variation_id and r.state <> 'released' and r.shipped + r.returned < r.quantity) + ${linkedUnitsSql})`;

/** SQL expression: units in the house of `stock_levels s`. What is reserved is there until it is shipped; what is backordered is not. */
export const inHouseSql = `(s.on_hand - s.backordered + ${reservedUnitsSql})`;
