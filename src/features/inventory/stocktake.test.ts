import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { assembleFeatures } from '#app/assembly.ts';
import { completeOrder } from '#features/fulfilment/complete-order.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { payTestOrder, placeTestOrder, salesShop } from '#tests/support/sales.ts';

const { database } = useDatabase();
const commands = assembleFeatures(shopConfig).features.flatMap((feature) => feature.commands ?? []);
let shop: Shop;
let mugs = 0;

beforeAll(async () => {
  ({ shop } = await salesShop(database));
});

const run = (verb: string, ...args: string[]) => runCommand(shop, commands, `stock ${verb}`, args);

async function addMug(stock: number | null, backorders: 'no' | 'notify' = 'no') {
  mugs += 1;
  const sku = `MUG-${mugs}`;
  const id = await addProduct(shop, { name: 'Mug', stock, backorders });
  await shop.db.execute(sql`update variations set sku = ${sku} where id = ${id}`);
  return { id, sku };
}

const expectStock = async (sku: string, stock: object) =>
  expect((await run('show', sku)).data).toMatchObject({ ok: true, stock });

describe('shop stock', () => {
  it('shows where the units are: for sale, reserved, sold and in the house', async () => {
    const { id, sku } = await addMug(20);
    await placeTestOrder(shop, [[id, 2]]);
    await payTestOrder(shop, await placeTestOrder(shop, [[id, 3]]));
    const shipped = await placeTestOrder(shop, [[id, 5]]);
    await payTestOrder(shop, shipped);
    await inTransaction(shop.db, (tx) => completeOrder(shop, tx, { orderId: shipped.id, notify: false, by: 'shop' }));
    await expectStock(sku, { available: 10, reserved: 2, committed: 3, backordered: 0, physical: 15 });
    expect((await run('show', sku.toLowerCase())).text).toContain('physical: 15');
  });

  it('counts the house: what orders hold stays theirs', async () => {
    const { id, sku } = await addMug(20);
    await placeTestOrder(shop, [[id, 4]]);
    expect((await run('count', sku, '18')).data).toMatchObject({ stock: { available: 14, reserved: 4, physical: 18 } });
    expect(await run('count', sku, '3')).toMatchObject({ code: 1, data: { code: 'STOCK_HELD', held: 4 } });
    expect((await run('count', sku, '4')).data).toMatchObject({ stock: { available: 0, physical: 4 } });
    expect(await readOnHand(shop.db, id)).toBe(0);
  });

  it('receives deliveries: units on backorder come first', async () => {
    const { id, sku } = await addMug(1, 'notify');
    await placeTestOrder(shop, [[id, 4]]);
    await expectStock(sku, { available: 0, reserved: 4, backordered: 3, physical: 1 });
    expect((await run('receive', sku, '5')).data).toMatchObject({
      stock: { available: 2, backordered: 0, physical: 6 },
    });
  });

  it('counts while orders are placed, without losing a unit', async () => {
    const { id, sku } = await addMug(40);
    await Promise.all([
      ...Array.from({ length: 4 }, () => placeTestOrder(shop, [[id, 2]])),
      ...Array.from({ length: 4 }, () => run('count', sku, '40')),
    ]);
    const { data } = await run('show', sku);
    expect(data).toMatchObject({ stock: { reserved: 8, physical: 40 } });
  });

  it('turns counting on, and explains refusals', async () => {
    const { sku } = await addMug(null);
    expect(await run('receive', sku, '5')).toMatchObject({ code: 1, data: { code: 'STOCK_NOT_MANAGED' } });
    expect((await run('count', sku, '7')).data).toMatchObject({ stock: { managed: true, available: 7 } });
    expect(await run('show', 'NOBODY')).toMatchObject({ code: 1, data: { code: 'SKU_NOT_FOUND' } });
    expect([(await run('count', sku, '-1')).code, (await run('receive', sku, '0')).code]).toEqual([2, 2]);
  });
});
