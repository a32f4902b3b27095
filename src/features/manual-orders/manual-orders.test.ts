import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { assembleFeatures } from '#app/assembly.ts';
import { orderMailJob } from '#features/orders/emails/order-mail-job.ts';
import { getOrderHistory } from '#features/orders/history.ts';
import { getOrder, type Order } from '#features/orders/index.ts';
import { expireOrders } from '#features/orders/status/expire-orders.ts';
import type { Shop } from '#platform/features/shop.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { type Actor, createSystemActor } from '#platform/sessions/actor.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { homeAddress, salesShop, testClock } from '#tests/support/sales.ts';

const { database } = useDatabase();
const clock = testClock();
const folder = mkdtempSync(join(tmpdir(), 'vitrine-orders-'));
const commands = assembleFeatures(shopConfig).features.flatMap((feature) => feature.commands ?? []);
let shop: Shop;
let mugs = 0;

beforeAll(async () => {
  ({ shop } = await salesShop(database, { clock }));
});

const run = (name: string, args: readonly string[] = [], options: Record<string, string | boolean> = {}) =>
  runCommand(shop, commands, `orders ${name}`, args, options);

/** A mug of 10.00 with its SKU. */
async function addMug(stock: number | null = null): Promise<{ readonly id: number; readonly sku: string }> {
  mugs += 1;
  const sku = `MUG-${mugs}`;
  const id = await addProduct(shop, { name: 'Mug', price: 1000, stock });
  await shop.db.execute(sql`update variations set sku = ${sku} where id = ${id}`);
  return { id, sku };
}

type FileContent = Readonly<Record<string, unknown>>;

function writeOrder(content: FileContent): string {
  const file = join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(file, JSON.stringify({ email: 'ada@example.com', billing: homeAddress, ...content }));
  return file;
}

async function createOrder(content: FileContent): Promise<Order> {
  const { data, warnings } = await run('create', [], { file: writeOrder(content) });
  const order = await getOrder(shop.db, { number: (data as { number?: number }).number ?? 0 });
  if (!order) throw new Error(warnings);
  return order;
}

describe('shop orders create', () => {
  it('places an order with current prices, confirmed by the shop, and reserves its stock', async () => {
    const { id, sku } = await addMug(5);
    const order = await createOrder({ lines: [{ sku: sku.toLowerCase(), quantity: 2 }], note: 'Leave at the door' });
    expect(order).toMatchObject({
      status: 'on-hold',
      total: 2500,
      paymentMethod: 'bank_transfer',
      note: 'Leave at the door',
      visitorId: null,
      confirmedAt: expect.any(Date),
    });
    expect(order.delivery).toMatchObject({ city: 'Cork' });
    expect(await readOnHand(shop.db, id)).toBe(3);
    expect((await getOrderHistory(shop.db, order.id))[0]).toMatchObject({ toStatus: 'pending', by: 'shop' });
    const { rows } = await shop.db.execute(sql`select source from orders where id = ${order.id}`);
    expect(rows).toEqual([{ source: 'admin' }]);
  });

  it('asks the customer by mail to pay an order whose payment is remote', async () => {
    const { sku } = await addMug();
    const order = await createOrder({ lines: [{ sku, quantity: 1 }], paymentMethod: 'pay_later' });
    await runJobsNow(shop, [orderMailJob]);
    const { rows } = await shop.db.execute<{ plain: string }>(
      sql`select plain from platform.mail where id = ${`order:${order.number}:payment-request`}`,
    );
    expect(rows[0]?.plain).toMatch(new RegExp(`/order/${order.token}/pay\\?key=`));
  });

  it('uses coupons that apply, and refuses others by name and reason', async () => {
    await shop.db.execute(
      sql`insert into coupons (code, code_key, percent, currency, usage_limit) values ('Phone', 'phone', 50, 'EUR', 1)`,
    );
    const { sku } = await addMug();
    const lines = [{ sku, quantity: 1 }];
    const order = await createOrder({ lines, coupons: ['PHONE'] });
    expect(order).toMatchObject({ total: 1000, adjustments: [{ name: 'Phone', amount: -500, isShipping: false }] });
    const refused = await run('create', [], { file: writeOrder({ lines, coupons: ['phone'] }) });
    expect(refused).toMatchObject({
      ...{ code: 1, data: { code: 'COUPON_REFUSED', coupon: 'phone', reason: 'COUPON_USED_UP' } },
      warnings: 'No order was placed. The coupon phone does not apply: This coupon has been used up.',
    });
    expect((await run('create', [], { file: writeOrder({ lines, coupons: 'phone' }) })).code).toBe(2);
    expect(
      (
        await run('create', [], {
          file: writeOrder({ lines: [{ sku, quantity: 1, price: '8.00' }], coupons: ['phone'] }),
        })
      ).code,
    ).toBe(1);
  });

  it('takes agreed prices, fees, add-ons, methods and another address', async () => {
    const { id, sku } = await addMug();
    await shop.db.execute(sql`insert into product_addons (product_id, field_key, kind, label, price, position)
      values (${id}, 'name', 'text', 'Name', 150, 0)`);
    const earlier = await createOrder({ lines: [{ sku, quantity: 1 }] });
    const order = await createOrder({
      lines: [
        { sku, quantity: 3, price: '8.50' },
        { sku, quantity: 1, addons: { 'addon-name': ['Bo'] } },
      ],
      fees: [{ name: 'Gift box', amount: '4.00' }],
      delivery: { ...homeAddress, city: 'Galway' },
      amends: earlier.number,
      shippingMethod: 'flat_rate:1',
      paymentMethod: 'pay_later',
    });
    expect(order).toMatchObject({
      status: 'pending',
      itemsTotal: 3700,
      feeTotal: 400,
      shippingTotal: 500,
      total: 4600,
    });
    expect(order.lines.map(({ unitPrice, quantity }) => [unitPrice, quantity])).toEqual([
      [850, 3],
      [1150, 1],
    ]);
    expect(order.lines[1]?.addons).toMatchObject([{ label: 'Name', value: 'Bo' }]);
    expect([order.delivery?.city, order.amends, earlier.amends]).toEqual(['Galway', earlier.number, null]);
  });

  it('agrees prices only as far as whoever runs it may', async () => {
    const { sku } = await addMug();
    const permissions = new Map<string, number | null>([['orders.write', null]]);
    const clerk = (limit?: number): Actor => ({
      ...{ ...createSystemActor('Cleo'), kind: 'staff' },
      permissions: limit === undefined ? permissions : new Map([...permissions, ['orders.set-prices', limit]]),
    });
    const file = () =>
      writeOrder({ lines: [{ sku, quantity: 2, price: '9.00' }], shipping: { title: 'Van', amount: '4' } });
    const create = (actor: Actor) => runCommand(shop, commands, 'orders create', [], { file: file() }, actor);
    expect(await create(clerk())).toMatchObject({ code: 1, data: { code: 'PRICE_NOT_ALLOWED' } });
    expect((await create(clerk(299))).warnings).toContain(
      'Your role may take €2.99 off the prices; this takes off €3.00.',
    );
    expect((await create(clerk(300))).code).toBe(0);
  });

  it('gives the customer days to pay, where the checkout gives minutes', async () => {
    const { id, sku } = await addMug(5);
    const order = await createOrder({ lines: [{ sku, quantity: 2 }], paymentMethod: 'pay_later' });
    clock.forward(13 * 24 * 60 * 60 * 1000);
    await expireOrders(shop);
    expect(await readOnHand(shop.db, id)).toBe(3);
    clock.forward(24 * 60 * 60 * 1000);
    await expireOrders(shop);
    expect(await readOnHand(shop.db, id)).toBe(5);
    expect((await getOrder(shop.db, { id: order.id }))?.cancelReason).toBe('expired');
  });

  it('is not limited like the checkout: it can sell the last of a large stock', async () => {
    const { id, sku } = await addMug(300);
    await createOrder({ lines: [{ sku, quantity: 300 }] });
    expect(await readOnHand(shop.db, id)).toBe(0);
  });

  it('places one order for files with one key', async () => {
    const { sku } = await addMug();
    const file = writeOrder({ lines: [{ sku, quantity: 1 }], requestKey: `phone-${crypto.randomUUID()}` });
    const [first, second] = [await run('create', [], { file }), await run('create', [], { file })];
    expect([first.data, second.data]).toMatchObject([{ changed: true }, { changed: false }]);
    expect((second.data as { number: number }).number).toBe((first.data as { number: number }).number);
  });

  it('explains what is wrong, and places nothing', async () => {
    const { id, sku } = await addMug(1);
    const refusals: readonly (readonly [FileContent, string, string])[] = [
      [{ lines: [{ sku: 'NOBODY', quantity: 1 }] }, 'SKU_NOT_FOUND', 'There is no product with SKU NOBODY.'],
      [{ lines: [{ sku, quantity: 2 }] }, 'OUT_OF_STOCK', 'only 1 of Mug'],
      [{ lines: [{ sku, quantity: 1, addons: { 'addon-x': ['1'] } }] }, 'ADDONS_INVALID', 'addon-x'],
      [{ lines: [{ sku, quantity: 1, price: '1.005' }] }, 'AMOUNT_INVALID', '1.005'],
      [{ lines: [{ sku, quantity: 1 }], shippingMethod: 'ship' }, 'SHIPPING_UNAVAILABLE', 'available: flat_rate:1'],
      [{ lines: [{ sku, quantity: 1 }], paymentMethod: 'gold' }, 'PAYMENT_UNAVAILABLE', 'bank_transfer'],
      [{ lines: [{ sku, quantity: 1 }], amends: 999_999 }, 'ORDER_NOT_FOUND', 'does not exist'],
    ];
    for (const [content, code, words] of refusals) {
      const { code: exitCode, warnings, data } = await run('create', [], { file: writeOrder(content) });
      expect([exitCode, (data as { code: string }).code]).toEqual([1, code]);
      expect(warnings).toContain(words);
    }
    expect(await readOnHand(shop.db, id)).toBe(1);
    const wrong = await run('create', [], { file: writeOrder({ lines: [{ sku, quantity: 0 }], colour: 'blue' }) });
    expect(wrong.code).toBe(2);
    for (const words of ['lines[0].quantity', 'colour']) expect(wrong.warnings).toContain(words);
    expect((await run('create', [], { file: join(folder, 'none.json') })).code).toBe(2);
    expect((await run('create')).code).toBe(2);
  });
});

describe('the address of an order file', () => {
  it('is checked by the rules of its country, and written as the country does', async () => {
    const { sku } = await addMug();
    const lines = [{ sku, quantity: 1 }];
    const billing = { ...homeAddress, country: 'US', city: 'Portland', postcode: '972', state: '' };
    const refused = await run('create', [], { file: writeOrder({ lines, billing }) });
    expect([refused.code, refused.warnings]).toEqual([
      2,
      expect.stringContaining('972 is not valid in this country; expected'),
    ]);
    const strange = await run('create', [], {
      file: writeOrder({ lines, billing: { ...billing, state: 'Calfornia' } }),
    });
    expect(strange.warnings).toContain("'Calfornia' is no state of United States; did you mean CA (California)?");
    expect(refused.warnings).toContain('is required in this country\n  → at billing.state');
    const order = await createOrder({ lines, billing: { ...billing, postcode: '972011234', state: 'oregon' } });
    expect(order.billing).toMatchObject({ state: 'OR', postcode: '97201-1234' });
  });
});
