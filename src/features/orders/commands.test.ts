import { beforeAll, describe, expect, it } from 'vitest';
import { assembleFeatures } from '#app/assembly.ts';
import { completeOrder } from '#features/fulfilment/complete-order.ts';
import { shipOrder } from '#features/fulfilment/ship-order.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { payTestOrder, placeHeldOrder, placeTestOrder, refundTestOrder, salesShop } from '#tests/support/sales.ts';

const { database } = useDatabase();
let shop: Shop;

beforeAll(async () => {
  ({ shop } = await salesShop(database));
});

const commands = assembleFeatures(shopConfig).features.flatMap((feature) => feature.commands ?? []);
const run = (name: string, args: readonly string[] = [], options: Record<string, string | boolean> = {}) =>
  runCommand(shop, commands, `orders ${name}`, args, options);

describe('shop orders', () => {
  it('lists the newest first, also by status', async () => {
    const [first, second] = [
      await placeTestOrder(shop, [[await addProduct(shop), 1]]),
      await placeTestOrder(shop, [[await addProduct(shop), 3]]),
    ];
    const { code, text, data } = await run('list');
    expect(code).toBe(0);
    expect(text.indexOf(String(second.number))).toBeLessThan(text.indexOf(String(first.number)));
    expect(text).toContain('Ada Byrne');
    expect(data).toMatchObject({
      orders: [
        { number: second.number, quantity: 3 },
        { number: first.number, quantity: 1 },
      ],
    });
    expect(await run('list', [], { status: 'completed' })).toMatchObject({ code: 0, data: { total: 0 } });
    expect((await run('list', [], { status: 'lost' })).code).toBe(2);
    expect((await run('list', [], { page: '0' })).code).toBe(2);
  });

  it('shows an order with its history', async () => {
    const order = await placeTestOrder(shop, [[await addProduct(shop, { name: 'Moon jar' }), 2]]);
    const { code, text } = await run('show', [String(order.number)]);
    expect(code).toBe(0);
    for (const words of ['Moon jar', 'on-hold', 'pending -> on-hold', 'Cork']) expect(text).toContain(words);
    expect((await run('show', ['999999'])).code).toBe(1);
    expect((await run('show', ['x'])).code).toBe(2);
  });

  it('[E5] numbers the lines, lists shipments, and writes money of the history as money', async () => {
    const products = [
      await addProduct(shop, { name: 'Moon jar', price: 1200 }),
      await addProduct(shop, { name: 'Lid' }),
    ];
    const order = await placeTestOrder(
      shop,
      products.map((id) => [id, 2] as const),
    );
    await payTestOrder(shop, order);
    await refundTestOrder(shop, order, { amount: 2400, reason: 'A chip' });
    await inTransaction(shop.db, (tx) =>
      shipOrder(shop, tx, {
        ...{ orderId: order.id, units: [{ position: 2, quantity: 1 }], notify: false, by: 'shop' },
        parcels: [{ carrier: 'Post', trackingNumber: 'XY1', trackingUrl: '' }],
      }),
    );
    const { text, data } = await run('show', [String(order.number)]);
    for (const words of ['1. 2 x Moon jar', '2. 2 x Lid', 'Shipments:', '2. 1 x Lid; Post XY1', 'shop: €24.00: A chip'])
      expect(text).toContain(words);
    expect(text).not.toContain('2400');
    expect(data).toMatchObject({ shipments: [{ lines: [{ position: 2, quantity: 1 }] }] });
  });

  it('marks orders that have to be confirmed with the reason, and confirms one (D1)', async () => {
    const order = await placeHeldOrder(shop, [[await addProduct(shop), 1]]);
    const number = [String(order.number)];
    expect((await run('list')).text).toContain('on-hold, not confirmed: the shop asks this of all orders');
    const held = await run('show', number);
    for (const words of ['Reserved until', 'It had to be confirmed because the shop asks this'])
      expect(held.text).toContain(words);
    expect(held.data).toMatchObject({ suspicion: 'required' });
    expect(await run('confirm', number)).toMatchObject({ code: 0, text: `Order ${order.number} is confirmed.` });
    expect(await run('confirm', number)).toMatchObject({ text: `Order ${order.number} was already confirmed.` });
    const { text } = await run('show', number);
    expect(text).not.toContain('not confirmed');
    expect(text).toContain('by shop: confirmed');
    const cancelled = await placeTestOrder(shop, [[await addProduct(shop), 1]]);
    await run('cancel', [String(cancelled.number)]);
    expect(await run('confirm', [String(cancelled.number)])).toMatchObject({
      ...{ code: 1, data: { code: 'STATUS_NOT_ALLOWED' } },
    });
  });

  it('marks an order as paid and gives money back, and explains refusals', async () => {
    const bowl = await addProduct(shop, { stock: 5 });
    const order = await placeTestOrder(shop, [[bowl, 2]]);
    const number = [String(order.number)];
    expect(await run('paid', number)).toMatchObject({ code: 0, text: `Order ${order.number} is paid.` });
    expect(await run('paid', number)).toMatchObject({ code: 0, text: `Order ${order.number} was already paid.` });
    expect((await run('cancel', number)).code).toBe(1);
    await inTransaction(shop.db, (tx) => completeOrder(shop, tx, { orderId: order.id, notify: false, by: 'shop' }));
  });

  it('cancels an order and releases its stock', async () => {
    const bowl = await addProduct(shop, { stock: 5 });
    const order = await placeTestOrder(shop, [[bowl, 2]]);
    expect((await run('cancel', [String(order.number)])).code).toBe(0);
    expect(await readOnHand(shop.db, bowl)).toBe(5);
  });
});
