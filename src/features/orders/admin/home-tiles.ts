import { sql } from 'drizzle-orm';
import type { HomeTile } from '#platform/admin/home.ts';
import { orderTexts } from '../texts.ts';

/** Paid orders of which something is not shipped yet. */
export const ordersToShip: HomeTile = {
  id: 'orders.to-ship',
  requires: 'orders.read',
  text: orderTexts.toShip,
  rows: () => sql`select id from orders where status = 'processing'`,
  list: { command: 'orders list --status processing' },
};
