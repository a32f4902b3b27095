import type { LineUnits } from '#features/inventory/index.ts';
import { type LockedOrder, updateFulfilment } from '#features/orders/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Author, toAuthorColumns } from '#platform/sessions/author.ts';

const insertCancelled = sqlQuery(
  'fulfilment.cancel-units',
  `insert into cancelled_units (order_id, line_id, quantity, by, cancelled_at, by_staff_id)
  select l.order_id, l.id, least(u.quantity, count_units_left(l)), $3, $4, $5
  from order_lines l join jsonb_to_recordset($2) as u("lineId" bigint, quantity integer) on u."lineId" = l.id
  where l.order_id = $1 and count_units_left(l) > 0`,
);

/**
 * Cancels refunded units of a locked order as far as they were not shipped. A paid order with nothing else left to
 * ship is completed.
 */
export async function cancelUnits(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  { units, by }: { readonly units: readonly LineUnits[]; readonly by: Author },
): Promise<void> {
  const author = toAuthorColumns(by);
  await insertCancelled(tx, [order.id, JSON.stringify(units), author.by, shop.clock.now(), author.byStaffId]);
  if (order.status === 'processing') await updateFulfilment(shop, tx, order, by);
}
