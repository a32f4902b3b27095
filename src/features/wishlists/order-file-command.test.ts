import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { assembleFeatures } from '#app/assembly.ts';
import { getOrder } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, addProduct } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { createCustomer, homeAddress, salesShop } from '#tests/support/sales.ts';
import { addItem } from './items/add-item.ts';

const { database } = useDatabase();
const folder = mkdtempSync(join(tmpdir(), 'vitrine-wishlist-'));
const commands = assembleFeatures(shopConfig).features.flatMap((feature) => feature.commands ?? []);
let shop: Shop;

beforeAll(async () => {
  ({ shop } = await salesShop(database));
});

const run = (name: string, args: readonly string[] = [], options: Readonly<Record<string, string>> = {}) =>
  runCommand(shop, commands, name, args, options);

async function addWithSku(name: string, sku: string, stock: number | null = null): Promise<number> {
  const id = await addProduct(shop, { name, stock, price: 1000 });
  await shop.db.execute(sql`update variations set sku = ${sku} where id = ${id}`);
  return id;
}

describe('shop wishlists order-file', () => {
  it('makes a list an order with agreed prices, once, and names what can’t be ordered', async () => {
    const { owner, customer } = await createCustomer(shop);
    const [mug, jug, bare, bowl] = [
      await addWithSku('Mug', 'MUG'),
      await addWithSku('Jug', 'JUG'),
      await addProduct(shop, { name: 'Bare' }),
      await addBowl(shop),
    ];
    const added = await addItem(shop, owner, { list: null, productId: mug, quantity: 12 });
    if (!added.ok) throw new Error(added.code);
    for (const productId of [jug, bare, bowl.product]) await addItem(shop, owner, { list: null, productId });
    const file = join(folder, 'order.json');
    const written = await run('wishlists order-file', [String(added.list.id)], { file });
    expect(written).toMatchObject({ code: 0, data: { lines: 2 } });
    expect(written.warnings).toContain('Left out: Bare, which has no SKU.');
    expect(written.warnings).toContain('Left out: Tide bowl, whose options are not chosen.');
    const order = JSON.parse(readFileSync(file, 'utf8'));
    expect(order).toMatchObject({
      email: customer.email,
      lines: [
        { sku: 'MUG', quantity: 12, price: '10.00' },
        { sku: 'JUG', quantity: 1, price: '10.00' },
      ],
    });
    expect((await run('orders create', [], { file })).warnings, 'the address is missing').toContain('first_name');
    order.lines[0].price = '7.50';
    writeFileSync(file, JSON.stringify({ ...order, billing: homeAddress }));
    const placed = (await run('orders create', [], { file })).data as { readonly number: number };
    expect(await getOrder(shop.db, { number: placed.number })).toMatchObject({
      email: customer.email,
      lines: [
        { quantity: 12, unitPrice: 750 },
        { quantity: 1, unitPrice: 1000 },
      ],
    });
    expect((await run('orders create', [], { file })).data).toMatchObject({ number: placed.number, changed: false });
  });

  it('leaves out what is sold out and orders no more than there is, so that the order can be placed', async () => {
    const { owner } = await createCustomer(shop);
    const [few, gone] = [await addWithSku('Few', 'FEW', 3), await addWithSku('Gone', 'GONE', 0)];
    const added = await addItem(shop, owner, { list: null, productId: few, quantity: 5 });
    if (!added.ok) throw new Error(added.code);
    await addItem(shop, owner, { list: null, productId: gone });
    const file = join(folder, 'stock.json');
    const written = await run('wishlists order-file', [String(added.list.id)], { file });
    expect(written.warnings).toContain('Left out: Gone, which is sold out.');
    expect(written.warnings).toContain('Lowered to 3: Few, of which the list asks for 5.');
    const order = JSON.parse(readFileSync(file, 'utf8'));
    expect(order.lines).toMatchObject([{ sku: 'FEW', quantity: 3 }]);
    writeFileSync(file, JSON.stringify({ ...order, billing: homeAddress }));
    expect((await run('orders create', [], { file })).code).toBe(0);
  });

  it('writes over no file, and needs a list with something to order', async () => {
    const file = join(folder, 'known.json');
    writeFileSync(file, 'kept');
    const { owner } = await createCustomer(shop);
    const added = await addItem(shop, owner, { list: null, productId: await addWithSku('Tray', 'TRAY') });
    if (!added.ok) throw new Error(added.code);
    expect((await run('wishlists order-file', [String(added.list.id)], { file })).code).toBe(2);
    expect(readFileSync(file, 'utf8')).toBe('kept');
    expect((await run('wishlists order-file', [String(added.list.id)])).code).toBe(2);
    expect((await run('wishlists order-file', ['999999'], { file: join(folder, 'none.json') })).code).toBe(1);
    const plain = await addItem(shop, (await createCustomer(shop)).owner, {
      ...{ list: null, productId: await addProduct(shop, { name: 'Plain' }) },
    });
    if (!plain.ok) throw new Error(plain.code);
    const options = { file: join(folder, 'empty.json') };
    expect(await run('wishlists order-file', [String(plain.list.id)], options)).toMatchObject({
      ...{ code: 1, data: { code: 'ITEM_NOT_FOUND' } },
    });
  });
});
