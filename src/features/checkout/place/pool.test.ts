import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OfflineProvider, paymentProviders } from '#features/payments/index.ts';
import { openDatabase } from '#platform/database/database.ts';
import { silentLog } from '#platform/database/log.ts';
import { providePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { checkoutInput, createVisitorWithCart, salesShop } from '#tests/support/sales.ts';
import { placeOrder } from './place-order.ts';

const { connectionString } = useDatabase();
const database = openDatabase({ connectionString, max: 10, log: silentLog });
afterAll(() => database.close());

/** Reads while the order's transaction is open. */
const queryingProvider: OfflineProvider = {
  kind: 'offline',
  id: 'querying',
  title: () => 'Querying',
  isAvailable: async (_shop, db) => {
    await db.execute(sql`select pg_sleep(0.05)`);
    return true;
  },
  decide: () => ({ status: 'processing', isPaid: false, instructions: [] }),
};

let shop: Shop;
beforeAll(async () => {
  ({ shop } = await salesShop(database, { provides: providePort(paymentProviders, [queryingProvider]) }));
});

it('places ten orders at once on a pool of ten connections while a port queries', async () => {
  const product = await addProduct(shop);
  const visitors = await Promise.all(Array.from({ length: 10 }, () => createVisitorWithCart(shop, [[product, 1]])));
  const input = () => checkoutInput({ paymentMethod: 'querying' });
  const results = await Promise.all(visitors.map((visitor) => placeOrder(shop, visitor, input())));
  expect(results.map(({ ok }) => ok)).toEqual(Array(10).fill(true));
});
