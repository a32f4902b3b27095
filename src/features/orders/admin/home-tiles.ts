import { sql } from 'drizzle-orm';
import { adminPath } from '#platform/admin/contract.ts';
import { type HomeTile, maxWaiting } from '#platform/admin/home.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { orderTexts } from '../texts.ts';

const toShip = `select id from orders where status = 'processing' and shipment_state in ('unshipped', 'partly')`;

/** Accepted orders of which something is not shipped yet. */
export const ordersToShip: HomeTile = {
  id: 'orders.to-ship',
  requires: 'orders.read',
  text: orderTexts.toShip,
  rows: () => sql.raw(toShip),
  list: { path: adminPath('orders?view=toShip') },
};

const countToShip = sqlQuery<{ count: number }>(
  'orders.count-orders-to-ship',
  `select count(*) from (${toShip} limit ${maxWaiting}) waiting`,
);

/** What waits in the list of orders, for the navigation. */
export async function countOrdersToShip(_shop: Shop, db: Db): Promise<number> {
  return (await countToShip(db, []))[0]?.count ?? 0;
}
