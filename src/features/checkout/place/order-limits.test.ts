import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { salesShop, testClock } from '#tests/support/sales.ts';
import { type Answer, type FormFields, newShopper, readOrderToken, type Shopper } from '#tests/support/shopper.ts';
import { limitWarningJob } from './limit-warning.ts';

const { database } = useDatabase({ connections: 16 });

const hour = 60 * 60 * 1000;
/** Five minutes after the start of an hour, so that no test crosses the end of one. */
const clock = testClock(new Date(Math.ceil(Date.now() / hour) * hour + 5 * 60 * 1000));
const env = { SECRET: randomUUID() + randomUUID(), TRUST_PROXY: 'true', LOG_LEVEL: 'silent' };

const noLimits = { visitor: null, address: null, email: null, domain: null, all: null };
const noCaps = { visitorQuantity: null, visitorPercent: null, unconfirmedPercent: null };

/** Creates a shop with these limits. All shops share one database. */
function createLimitedShop(
  ordersPerHour: Readonly<Record<string, number | null>>,
  orders: object = { maxReserved: noCaps },
) {
  const checkout = { termsPath: null, ordersPerHour: { ...noLimits, ...ordersPerHour } };
  const settings = { checkout, orders, 'bot-check': { use: null } };
  return salesShop(database, { clock, settings, env });
}

let networks = 0;

/** Returns an address that no test has used. */
function nextNetwork(): string {
  networks += 1;
  return `198.18.${networks >> 8}.${networks & 255}`;
}

interface Sender {
  readonly email?: string;
  /** Default: an address that no test has used. */
  readonly address?: string;
}

const createShopper = (app: App, { address = nextNetwork(), ...sender }: Sender = {}) =>
  newShopper(app, { address, ...sender });

/** Adds an item to the cart and fills in the checkout form. */
async function prepareCheckout(shopper: Shopper, product: number) {
  await shopper.addToCart(product);
  const filled = await shopper.fillInCheckout();
  if (!filled) throw new Error('the cart could not be ordered');
  const form: FormFields = { ...filled, payment_method: 'bank_transfer', order_comments: 'Ring twice' };
  return { form, order: () => shopper.placeOrder(form) };
}

/** Lets `count` shoppers order at the same time. */
async function orderAtOnce(app: App, count: number, product: number, sender: (index: number) => Sender) {
  const ready = await Promise.all(
    Array.from({ length: count }, (_, index) => prepareCheckout(createShopper(app, sender(index)), product)),
  );
  const answers = await Promise.all(ready.map(({ order }) => order()));
  return { placed: answers.filter(isPlaced).length, refused: answers.filter((answer) => !isPlaced(answer)) };
}

const isPlaced = (answer: Answer) => readOrderToken(answer) !== null;

let bowl: number;

beforeAll(async () => {
  const { shop } = await createLimitedShop({});
  bowl = await addProduct(shop);
});

const createDomain = () => `${randomUUID()}.example`;

describe('orders per hour', () => {
  it('from one address are limited when 24 visitors without cookies order at once', async () => {
    const app = await createLimitedShop({ address: 5 });
    const { placed, refused } = await orderAtOnce(app, 24, bowl, () => ({ address: '198.51.100.251' }));
    expect(placed).toBe(5);
    expect(refused.map(({ status }) => status)).toEqual(Array(19).fill(429));
  });

  it('from one IPv6 network are limited together, those from another are not', async () => {
    const app = await createLimitedShop({ address: 2 });
    const { placed } = await orderAtOnce(app, 6, bowl, (index) => ({ address: `2a02:8109:1:2::${index + 1}` }));
    expect(placed).toBe(2);
    expect((await orderAtOnce(app, 1, bowl, () => ({ address: '2a02:8109:1:3::1' }))).placed).toBe(1);
  });

  it('from loopback and private addresses are not limited', async () => {
    const app = await createLimitedShop({ address: 1 });
    for (const address of ['127.0.0.1', '10.0.0.1', '::1'])
      expect((await orderAtOnce(app, 3, bowl, () => ({ address }))).placed).toBe(3);
  });

  it('with one email address are limited for all visitors, in any case', async () => {
    const app = await createLimitedShop({ email: 3 });
    const [name, host] = ['ada', createDomain()];
    const formatEmail = (index: number) =>
      index % 2 === 0 ? `${name}@${host}` : `${name.toUpperCase()}@${host.toUpperCase()}`;
    const { placed } = await orderAtOnce(app, 9, bowl, (index) => ({
      email: formatEmail(index),
      address: `192.0.2.${index + 1}`,
    }));
    expect(placed).toBe(3);
    expect((await orderAtOnce(app, 1, bowl, () => ({ email: `bea@${host}` }))).placed).toBe(1);
  });

  it('with addresses of one domain are limited, and so is the total', async () => {
    const host = createDomain();
    const byDomain = await createLimitedShop({ domain: 4 });
    const sender = () => ({ email: `${randomUUID()}@${host}` });
    expect((await orderAtOnce(byDomain, 10, bowl, sender)).placed).toBe(4);
    const inAll = await createLimitedShop({ all: 6 });
    expect((await orderAtOnce(inAll, 12, bowl, () => ({}))).placed).toBe(6);
  });

  it('of one visitor are limited until the next hour', async () => {
    const app = await createLimitedShop({ visitor: 2 });
    const visitor = createShopper(app);
    const order = async () => (await prepareCheckout(visitor, bowl)).order();
    expect([isPlaced(await order()), isPlaced(await order()), isPlaced(await order())]).toEqual([true, true, false]);
    clock.forward(hour);
    expect(isPlaced(await (await prepareCheckout(visitor, bowl)).order())).toBe(true);
  });

  it('are counted across two processes and restarts', async () => {
    const address = nextNetwork();
    const shops = [await createLimitedShop({ address: 5 }), await createLimitedShop({ address: 5 })] as const;
    const ready = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        prepareCheckout(createShopper(index % 2 === 0 ? shops[0] : shops[1], { address }), bowl),
      ),
    );
    const answers = await Promise.all(ready.map(({ order }) => order()));
    expect(answers.filter(isPlaced)).toHaveLength(5);
    const restarted = await createLimitedShop({ address: 5 });
    expect((await orderAtOnce(restarted, 1, bowl, () => ({ address }))).placed).toBe(0);
  });

  it('of a visitor with a confirmed address do not count for the address and its domain', async () => {
    const app = await createLimitedShop({ email: 1, domain: 2 });
    const host = createDomain();
    const visitor = createShopper(app, { email: `ada@${host}` });
    const order = async () => (await prepareCheckout(visitor, bowl)).order();
    const first = await order();
    expect((await order()).status).toBe(429);
    const token = readOrderToken(first);
    await app.shop.db.execute(
      sql`update orders set confirmed_at = now(), confirmed_by = 'shopper' where token = ${token}`,
    );
    for (let count = 0; count < 4; count += 1) expect(isPlaced(await order())).toBe(true);
    expect((await orderAtOnce(app, 1, bowl, () => ({ email: `bea@${host}` }))).placed).toBe(1);
  });
});

describe('an attempt that creates no order', () => {
  it('is not counted: invalid forms, changed prices, sold out, repeated forms', async () => {
    const app = await createLimitedShop({ visitor: 2, address: 2, email: 2, domain: 2 });
    const rare = await addProduct(app.shop, { stock: 1 });
    const visitor = createShopper(app);
    const { form, order } = await prepareCheckout(visitor, rare);
    for (let count = 0; count < 4; count += 1) {
      expect((await visitor.placeOrder({ ...form, billing_city: '' })).body).toContain('href="#billing_city"');
      expect((await visitor.placeOrder({ ...form, expected_total: '1' })).body).toContain('The total has changed');
    }
    await app.shop.db.execute(sql`update stock_levels set on_hand = 0 where variation_id = ${rare}`);
    expect((await order()).body).toContain('sold out');
    await app.shop.db.execute(sql`update stock_levels set on_hand = 1 where variation_id = ${rare}`);
    const first = await order();
    expect(isPlaced(first)).toBe(true);
    for (let count = 0; count < 4; count += 1) expect((await order()).location).toBe(first.location);
    expect(isPlaced(await (await prepareCheckout(visitor, bowl)).order())).toBe(true);
    expect((await (await prepareCheckout(visitor, bowl)).order()).status).toBe(429);
    // A repeated form gets its order, even above the limit.
    expect((await order()).location).toBe(first.location);
  });

  it('returns one order when the last allowed form is sent eight times at once', async () => {
    const app = await createLimitedShop({ visitor: 1 });
    const { order } = await prepareCheckout(createShopper(app), bowl);
    const answers = await Promise.all(Array.from({ length: 8 }, () => order()));
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    expect(answers.every(isPlaced)).toBe(true);
  });

  it('is not counted when the order fails', async () => {
    const app = await createLimitedShop({ visitor: 1 });
    const visitor = createShopper(app);
    const { order } = await prepareCheckout(visitor, bowl);
    await database.pool.query('alter table stock_movements rename to away; alter table order_history rename to gone');
    expect((await order()).status).toBe(500);
    await database.pool.query('alter table away rename to stock_movements; alter table gone rename to order_history');
    expect(isPlaced(await order())).toBe(true);
  });
});

describe('a shopper over the limit', () => {
  it('gets the form back with the reason and the waiting time, and nothing is reserved', async () => {
    const app = await createLimitedShop({ visitor: 1 });
    const jar = await addProduct(app.shop, { stock: 5 });
    const visitor = createShopper(app);
    await (await prepareCheckout(visitor, jar)).order();
    const { form, order } = await prepareCheckout(visitor, jar);
    const refused = await order();
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(3600);
    expect(refused.body).toContain('You have placed too many orders in the last hour');
    for (const kept of [visitor.email, '1 Quay Lane', 'Ring twice', form.request_key ?? ''])
      expect(refused.body).toContain(kept);
    expect(await readOnHand(app.shop.db, jar)).toBe(4);
    expect((await visitor.visit('/cart')).body).toContain('Tide bowl');
  });

  it('is told how many items can be ordered when a reservation limit is exceeded', async () => {
    const app = await createLimitedShop({}, {});
    const jar = await addProduct(app.shop, { name: 'Moon jar', stock: 60 });
    const visitor = createShopper(app);
    await visitor.addToCart(jar, 30);
    const refused = await (await prepareCheckout(visitor, jar)).order();
    expect(refused.body).toContain('You can order at most 15 of “Moon jar” until your orders are paid.');
    expect(refused.body).toContain('1 Quay Lane');
  });
});

describe('the shop owner', () => {
  it('is warned once an hour, with the limits and their counts', async () => {
    clock.forward(2 * hour);
    const app = await createLimitedShop({ visitor: 1, email: 1 }, {});
    const { shop } = app;
    const email = `ada@${createDomain()}`;
    const { placed } = await orderAtOnce(app, 9, bowl, () => ({ email }));
    expect(placed).toBe(1);
    const jar = await addProduct(shop, { stock: 40 });
    const visitor = createShopper(app);
    await visitor.addToCart(jar, 30);
    expect(isPlaced(await (await prepareCheckout(visitor, jar)).order())).toBe(false);
    const warnings = async () => {
      expect((await runJobsNow(shop, [limitWarningJob])).failed).toEqual([]);
      const { rows } = await shop.db.execute<{ recipient: string; plain: string }>(
        sql`select recipient, plain from platform.mail where id like 'order-limits:%' order by id`,
      );
      return rows;
    };
    const before = (await warnings()).length;
    clock.forward(6 * 60 * 1000);
    const [mail, ...others] = (await warnings()).slice(before);
    expect(others).toEqual([]);
    expect(mail?.recipient).toBe(shop.choices.email);
    for (const words of [
      'Orders with one email address in an hour: 8 ×',
      '8 ×',
      'checkout.ordersPerHour.email',
      '1 ×',
      'orders.maxReserved.visitorPercent',
      'orders list',
    ])
      expect(mail?.plain).toContain(words);
    expect((await orderAtOnce(app, 3, bowl, () => ({ email }))).placed).toBe(0);
    clock.forward(6 * 60 * 1000);
    expect(await warnings()).toHaveLength(before + 1);
    clock.forward(hour);
    expect((await orderAtOnce(app, 3, bowl, () => ({ email }))).placed).toBe(1);
    clock.forward(6 * 60 * 1000);
    expect(await warnings()).toHaveLength(before + 2);
  });
});
