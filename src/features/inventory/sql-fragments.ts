/**
 * SQL expression: units of `stock_levels s` that shoppers have reserved by links of stock alerts. These units are in
 * the house, and not for sale.
 */
export const linkedUnitsSql = `(select count(*)::integer from stock_alert_reservations h where h.stock_id = s.variation_id)`;

/**
 * SQL expression: units of `stock_levels s` that belong to orders and are not shipped, or are reserved by links of
 * stock alerts.
 */
export const reservedUnitsSql = `((select coalesce(sum(r.quantity - r.shipped - r.returned), 0)::integer from stock_reservations r
    where r.stock_id = s.variation_id and r.state <> 'released' and r.shipped + r.returned < r.quantity) + ${linkedUnitsSql})`;

/**
 * SQL expression: units of `stock_levels s` in the house. Reserved units are there until they are shipped;
 * backordered units are not.
 */
export const inHouseSql = `(s.on_hand - s.backordered + ${reservedUnitsSql})`;
