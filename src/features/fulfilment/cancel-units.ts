import type { LineUnits } from '#features/inventory/index.ts';
import { type LockedOrder, updateFulfilment } from '#features/orders/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';

const insertCancelled = sqlQuery(
  'fulfilment.cancel-units',
  `insert into cancelled_units (order_id, line_id, quantity, by, cancelled_at)
  select l.order_id, l.id, least(u.quantity, count_units_left(l)), $3, $4
  from order_lines l join jsonb_to_recordset($2) as u("lineId" bigint, quantity integer) on u."lineId" = l.id
  where l.order_id = $1 and count_units_left(l) > 0`,
);

/**
 * Cancels units of a locked order that are refunded, as far as they were not shipped: they will not
 * be. A paid order of which nothing else is left to ship is completed.
 */
export async function cancelUnits(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  { units, by }: { readonly units: readonly LineUnits[]; readonly by: string },
): Promise<void> {
  await insertCancelled(tx, [order.id, JSON.stringify(units), by, shop.clock.now()]);
  if (order.status === 'processing') await updateFulfilment(shop, tx, order, by);
}
