import { sql } from 'drizzle-orm';
import { adminPath } from '#platform/admin/contract.ts';
import { type HomeTile, maxWaiting } from '#platform/admin/home.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { orderTexts } from '../texts.ts';

/** Orders with an unanswered request of the shopper to cancel them. The condition is that of `isCancelRequested`. */
export const toCancelSql = `select id from orders where cancel_requested_at is not null and cancel_declined_at is null
  and status in ('pending', 'failed', 'on-hold', 'processing')`;

const toShip = `select id from orders where status = 'processing' and shipment_state in ('unshipped', 'partly')
  and (cancel_requested_at is null or cancel_declined_at is not null)`;

export const ordersToShip: HomeTile = {
  id: 'orders.to-ship',
  requires: 'orders.read',
  text: orderTexts.toShip,
  rows: () => sql.raw(toShip),
  list: { path: adminPath('orders?view=toShip') },
};

export const cancellationRequests: HomeTile = {
  id: 'orders.to-cancel',
  requires: 'orders.read',
  text: orderTexts.toCancel,
  rows: () => sql.raw(toCancelSql),
  isUrgent: true,
  list: { path: adminPath('orders?view=toCancel') },
};

const countToShip = sqlQuery<{ count: number }>(
  'orders.count-orders-to-ship',
  `select count(*) from (${toShip} limit ${maxWaiting}) waiting`,
);

export async function countOrdersToShip(_shop: Shop, db: Db): Promise<number> {
  return (await countToShip(db, []))[0]?.count ?? 0;
}
