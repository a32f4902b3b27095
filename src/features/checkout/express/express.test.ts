import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { salesShop } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import type { ExpressQuote, ExpressStartReply } from '../contract.ts';

const { database } = useDatabase({ connections: 12 });
const base = '/api/store/v1/checkout/express';
const orderCall = '/api/store/v1/cart/order';
const minute = 60_000;
let remote: RemotePaymentShop;
let app: App;

beforeAll(async () => {
  remote = await remotePaymentShop(database);
  app = remote.app;
});
beforeEach(() => {
  remote.server.mode = 'authorize';
  remote.server.action = 'client';
  remote.server.clearFaults();
});
afterAll(() => remote.stop());

const home = { country: 'IE', city: 'Cork', postcode: '', state: '' };
const typed = {
  billing_email: 'ada@example.com',
  billing_first_name: 'Ada',
  billing_last_name: 'Byrne',
  billing_address_1: '1 Quay Lane',
  billing_city: 'Cork',
  billing_postcode: '',
  billing_country: 'IE',
  shipping_method: 'flat_rate:1',
  terms: '1',
};

/** A shopper with a bowl of 10.00 in the cart, who has begun to pay. */
async function start(stock = 5) {
  const product = await addProduct(app.shop, { stock });
  const shopper = newShopper(app);
  await shopper.addToCart(product);
  const reply = await shopper.submit(orderCall, { payment_method: 'test_card' });
  expect(reply.status).toBe(200);
  return { shopper, product, ...(reply.json() as ExpressStartReply) };
}

type Started = Awaited<ReturnType<typeof start>>;

const quote = ({ shopper, payment }: Started, more: object = {}) =>
  shopper.submit(`${base}/quote`, { payment, ...home, ...more });
const confirm = ({ shopper, payment }: Started, more: object = {}) =>
  shopper.submit(`${base}/confirm`, { payment, ...typed, ...more });

/** Begun, quoted with delivery for 15.00, and agreed to. */
async function approve(stock = 5): Promise<Started> {
  const started = await start(stock);
  await quote(started);
  remote.server.approve(started.payment);
  return started;
}

const readCode = (reply: Awaited<ReturnType<Shopper['submit']>>) => (reply.json() as { code: string }).code;

async function readOutcome({ payment, product }: Started) {
  await remote.runJobs();
  const { rows } = await app.shop.db.execute(
    sql`select p.status as payment, p.amount::integer, p.captured::integer, p.voided::integer, o.status
      from payments p left join orders o on o.id = p.order_id where p.public_id = ${payment}`,
  );
  const orders = await app.shop.db.execute(sql`select from order_lines l where l.product_id = ${product}`);
  const book = remote.server.books.get(payment)?.transactions.map(({ kind, amount }) => `${kind} ${amount}`);
  return { ...rows[0], orders: orders.rows.length, book, stock: await readOnHand(app.shop.db, product) };
}

const paidOnce = {
  ...{ status: 'processing', amount: 1500, captured: 1500, orders: 1, stock: 4 },
  book: ['authorize 1500', 'capture 1500'],
};

describe('a payment that begins before its order', () => {
  it.each(['authorize', 'approve'] as const)(
    'is begun, quoted for an address, agreed to, and captured when its order is placed (provider of mode %s) [2.5/4]',
    async (mode) => {
      remote.server.mode = mode;
      const started = await start();
      expect(started).toMatchObject({ total: 1000, currency: 'EUR', needsShipping: true, redirectTo: null });
      expect(started.client).toEqual({ reference: remote.server.books.get(started.payment)?.reference });
      const quoted = (await quote(started)).json() as ExpressQuote;
      expect(quoted).toMatchObject({
        total: 1500,
        shipping: {
          selected: 'flat_rate:1',
          options: [{ id: 'flat_rate:1', title: 'Parcel', amount: 500 }],
          problems: [],
        },
      });
      expect(remote.server.books.get(started.payment)?.amount).toBe(1500);
      expect(await readOutcome(started)).toMatchObject({ status: null, orders: 0, stock: 5 });
      remote.server.approve(started.payment);
      const confirmed = await confirm(started);
      expect(confirmed.json()).toEqual({ redirectTo: expect.stringMatching(/^\/order\/[\w-]+$/), client: null });
      const { book: _, ...paid } = paidOnce;
      expect(await readOutcome(started)).toMatchObject(paid);
      const { cookies } = started.shopper;
      expect(['vt_hint', 'store_cart_hash', 'store_items_in_cart'].map((name) => cookies.get(name) ?? '')).toEqual(
        Array(3).fill(''),
      );
      expect((await started.shopper.visit('/cart')).body).toContain('Your cart is empty');
    },
  );

  it('is one, however often it is begun: by two tabs, at once and after a lost answer', async () => {
    const product = await addProduct(app.shop, { stock: 5 });
    const shopper = newShopper(app);
    await shopper.addToCart(product);
    const begin = () => shopper.submit(orderCall, { payment_method: 'test_card' });
    remote.server.fail('begin', 'lose-answer');
    expect(readCode(await begin())).toBe('EXPRESS_UNANSWERED');
    const replies = await Promise.all([begin(), begin(), begin()]);
    expect(new Set(replies.map((reply) => (reply.json() as ExpressStartReply).payment)).size).toBe(1);
  });

  it('is quoted without the control characters of an address', async () => {
    const started = await start();
    const odd = { state: '\0', postcode: 'T12\0\u0007', city: 'Co\0rk\n\ud83d', shipping_method: 'flat_rate:1\0' };
    const quoted = await quote(started, odd);
    expect([quoted.status, (quoted.json() as ExpressQuote).total]).toEqual([200, 1500]);
  });

  it('is refused without a cart, for a provider that needs the order first, and for a country without delivery', async () => {
    expect(readCode(await newShopper(app).submit(orderCall, { payment_method: 'test_card' }))).toBe('EMPTY_CART');
    const started = await start();
    const other = await started.shopper.submit(orderCall, { payment_method: 'bank_transfer' });
    expect(readCode(other)).toBe('EXPRESS_UNAVAILABLE');
    expect(readCode(await quote(started, { country: 'XX' }))).toBe('SHIPPING_UNAVAILABLE');
  });
});

describe('a confirmation', () => {
  it('that comes twice, at once and later, places one order and captures once', async () => {
    const started = await approve();
    const replies = await Promise.all([confirm(started), confirm(started), confirm(started)]);
    replies.push(await confirm(started));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(replies.map((reply) => (reply.json() as { redirectTo: string }).redirectTo)).size).toBe(1);
    expect(await readOutcome(started)).toMatchObject(paidOnce);
  });

  it('before the shopper has agreed, or after they have given up, orders nothing', async () => {
    const started = await start();
    await quote(started);
    expect(readCode(await confirm(started))).toBe('EXPRESS_NOT_APPROVED');
    remote.server.cancel(started.payment);
    expect(readCode(await confirm(started))).toBe('EXPRESS_ENDED');
    expect(await readOutcome(started)).toMatchObject({ orders: 0, stock: 5 });
  });

  it('after the cart has changed orders nothing: the total is another than was agreed to', async () => {
    const started = await approve();
    await started.shopper.addToCart(started.product);
    const refused = await confirm(started);
    expect([refused.status, readCode(refused)]).toEqual([409, 'PRICE_CHANGED']);
    expect(await readOutcome(started)).toMatchObject({ orders: 0, captured: 0, stock: 5 });
    // The shopper is asked again: for another payment, since this one is agreed to.
    const again = await started.shopper.submit(orderCall, { payment_method: 'test_card' });
    const second = { ...started, ...(again.json() as ExpressStartReply) };
    expect(second.payment).not.toBe(started.payment);
    await quote(second);
    remote.server.approve(second.payment);
    expect((await confirm(second)).status).toBe(200);
    expect(await readOutcome(second)).toMatchObject({ status: 'processing', captured: 2500, stock: 3 });
  });

  it('with less agreed to than the order costs is refused, whatever the request says', async () => {
    const started = await start();
    remote.server.approve(started.payment);
    expect(readCode(await confirm(started, { expected_total: '1500' }))).toBe('PRICE_CHANGED');
    expect(await readOutcome(started)).toMatchObject({ orders: 0, captured: 0 });
  });

  it('is for the amount that was told last, also when the answer to an earlier quote was lost', async () => {
    const started = await start();
    remote.server.fail('amount', 'lose-answer');
    expect(readCode(await quote(started))).toBe('EXPRESS_UNANSWERED');
    expect(remote.server.books.get(started.payment)?.amount).toBe(1500);
    const again = await started.shopper.submit(orderCall, { payment_method: 'test_card' });
    expect(again.json()).toMatchObject({ payment: started.payment, total: 1000 });
    expect(remote.server.books.get(started.payment)?.amount).toBe(1000);
  });

  it('names the fields that are missing, and can be repeated with them', async () => {
    const started = await approve();
    const refused = await confirm(started, { billing_email: '' });
    expect(refused.json()).toMatchObject({
      code: 'FORM_INVALID',
      data: { params: { billing_email: expect.any(String) } },
    });
    expect((await confirm(started)).status).toBe(200);
    expect(await readOutcome(started)).toMatchObject(paidOnce);
  });

  it('is known to its shopper only', async () => {
    const started = await approve();
    const stranger = newShopper(app);
    await stranger.addToCart(started.product);
    for (const call of ['quote', 'confirm'])
      expect(readCode(await stranger.submit(`${base}/${call}`, { payment: started.payment, ...home, ...typed }))).toBe(
        'EXPRESS_UNKNOWN',
      );
    expect(await readOutcome(started)).toMatchObject({ orders: 0 });
  });

  it('while the provider does not answer places nothing; an answer to the capture that is lost is found later', async () => {
    const started = await approve();
    remote.server.fail('state', 'refuse-connection');
    expect(readCode(await confirm(started))).toBe('EXPRESS_UNANSWERED');
    remote.server.fail('capture', 'lose-answer');
    expect((await confirm(started)).status).toBe(200);
    remote.clock.forward(10 * minute);
    await remote.trigger('job', { publicId: started.payment } as never);
    expect(await readOutcome(started)).toMatchObject(paidOnce);
  });

  it('of the last item in two carts sells it once, and takes no money for the other', async () => {
    const first = await approve(1);
    const shopper = newShopper(app);
    await shopper.addToCart(first.product);
    const begun = await shopper.submit(orderCall, { payment_method: 'test_card' });
    const second: Started = { ...first, shopper, ...(begun.json() as ExpressStartReply) };
    await quote(second);
    remote.server.approve(second.payment);
    const replies = await Promise.all([confirm(first), confirm(second)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    remote.clock.forward(130 * minute);
    await remote.trigger('job', { publicId: '' } as never);
    const books = [first, second].flatMap(({ payment }) => remote.server.books.get(payment)?.transactions ?? []);
    expect(books.map(({ kind }) => kind).toSorted()).toEqual(['authorize', 'authorize', 'capture', 'void']);
  });
});

const run = (name: string, args: readonly string[] = [], options: Readonly<Record<string, string | boolean>> = {}) => {
  const commands = app.assembly.features.flatMap((feature) => feature.commands ?? []);
  return runCommand(app.shop, commands, name, args, options);
};
const reconcile = (payment: string) => remote.trigger('job', { publicId: payment } as never);
const findId = async (publicId: string) => {
  const { rows } = await app.shop.db.execute<{ id: number }>(
    sql`select id from payments where public_id = ${publicId}`,
  );
  return String(rows[0]?.id);
};

describe('money that the provider has captured before there is an order', () => {
  beforeEach(() => {
    remote.server.mode = 'sale';
  });

  it('is listed, and pays for the order when it is confirmed', async () => {
    const started = await approve();
    await remote.trigger('event', { publicId: started.payment } as never);
    const listed = await run('payments list', [], { withoutOrder: true });
    expect(listed.text).toMatch(/none test_card open €15.00 €15.00 €0.00/);
    expect((await confirm(started)).status).toBe(200);
    expect(await readOutcome(started)).toMatchObject({ ...paidOnce, book: ['capture 1500'] });
    expect((await run('payments list', [], { withoutOrder: true })).text).not.toContain('test_card');
  });

  it('is given back after two hours without an order, and can order nothing any more', async () => {
    const started = await approve();
    await reconcile(started.payment);
    expect(await readOutcome(started)).toMatchObject({ captured: 1500, orders: 0, book: ['capture 1500'] });
    remote.clock.forward(130 * minute);
    await reconcile(started.payment);
    expect(await readOutcome(started)).toMatchObject({ orders: 0, book: ['capture 1500', 'refund 1500'], stock: 5 });
    expect(readCode(await confirm(started))).toBe('EXPRESS_ENDED');
  });

  it('is given back by command, also after the provider has declined it', async () => {
    const started = await approve();
    const id = await findId(started.payment);
    expect((await run('payments refund', [id])).data).toMatchObject({ code: 'NOTHING_TO_REFUND' });
    remote.clock.forward(130 * minute);
    remote.server.fail('refund', 'decline');
    await reconcile(started.payment);
    remote.clock.forward(130 * minute);
    await reconcile(started.payment);
    expect((await readOutcome(started)).book).toEqual(['capture 1500']);
    expect((await run('payments list', [], { withoutOrder: true })).text).toContain('€15.00 €15.00');
    expect(await run('payments refund', [id])).toMatchObject({ code: 0, data: { state: 'refunded', refunded: 1500 } });
    expect((await readOutcome(started)).book).toEqual(['capture 1500', 'refund 1500']);
    expect((await run('payments refund', [id])).code).toBe(1);
  });

  it('of an order is refunded by its order only', async () => {
    const started = await approve();
    await confirm(started);
    const refused = await run('payments refund', [await findId(started.payment)]);
    expect(refused).toMatchObject({ code: 1, data: { code: 'PAYMENT_HAS_ORDER' } });
  });
});

describe('a provider with a page of its own', () => {
  it('leads back to the checkout, where the payment that was begun orders', async () => {
    remote.server.action = 'redirect';
    const started = await start();
    const book = remote.server.books.get(started.payment);
    expect(started).toMatchObject({ client: null, redirectTo: `${remote.server.url}/pay/${book?.reference}` });
    const url = new URL(`/checkout/payment/${started.payment}`, app.shop.config.publicUrl).href;
    expect([book?.returnUrl, book?.cancelUrl]).toEqual([url, `${url}/cancel`]);
    await quote(started);
    remote.server.approve(started.payment);
    expect((await started.shopper.visit('/checkout')).status).toBe(200);
    expect((await confirm(started)).status).toBe(200);
    expect(await readOutcome(started)).toMatchObject(paidOnce);
  });
});

describe('calls of a wallet', () => {
  it('are limited to 60 an hour for each shopper', async () => {
    const started = await start();
    const guess = { payment: crypto.randomUUID() };
    for (let count = 2; count < 60; count += 1) expect(readCode(await quote(started, guess))).toBe('EXPRESS_UNKNOWN');
    expect((await quote(started)).status).toBe(200);
    const refused = await quote(started);
    expect([refused.status, readCode(refused)]).toEqual([429, 'TOO_MANY_EXPRESS']);
  });
});

describe('calls of many wallets of one network', () => {
  it('are limited to 200 an hour together; those of another network go on', async () => {
    const proxied = await salesShop(database, { env: { TRUST_PROXY: 'true' } });
    const { limits } = proxied.shop;
    const network = '203.0.113.77';
    const fromNetwork = async (address: string) => {
      const shopper = newShopper(proxied, { address });
      const reply = await shopper.submit(`${base}/quote`, { payment: crypto.randomUUID(), ...home });
      return [reply.status, readCode(reply)];
    };
    const limit = { name: 'express-network', seconds: 60 * 60, max: 200 };
    await Promise.all(
      Array.from({ length: 198 }, () => limits.consume([{ limit, key: getClientNetwork(network) ?? '' }])),
    );
    expect((await fromNetwork(network))[1]).toBe('EXPRESS_UNKNOWN');
    expect((await fromNetwork(network))[1]).toBe('EXPRESS_UNKNOWN');
    expect(await fromNetwork(network)).toEqual([429, 'TOO_MANY_EXPRESS']);
    expect((await fromNetwork('203.0.113.78'))[1]).toBe('EXPRESS_UNKNOWN');
  });
});

describe('a payment that never gets its order', () => {
  it('is deleted with its attempt after a month when no money was moved', async () => {
    const [idle, voided] = [await start(), await approve()];
    remote.clock.forward(150 * minute);
    await reconcile(voided.payment);
    remote.clock.forward(31 * 24 * 60 * minute);
    const purges = ['payments:purge-held-payments', 'checkout:purge-attempts'];
    for (const job of listJobs(app.assembly).filter(({ name }) => purges.includes(name)))
      await job.run(app.shop, {} as never, { number: 1, isLast: false });
    const count = async (payment: string) => {
      const { rows } =
        await app.shop.db.execute(sql`select from payments p join checkout_attempts a on a.id = p.attempt_id
        where p.public_id = ${payment}`);
      return rows.length;
    };
    expect([await count(idle.payment), await count(voided.payment)]).toEqual([0, 1]);
    const { rows } = await app.shop.db.execute(sql`select from checkout_attempts a where order_id is null
      and not exists (select from payments p where p.attempt_id = a.id)`);
    expect(rows).toEqual([]);
  });

  it('gives up the authorized money after two hours, and can order nothing any more', async () => {
    const started = await approve();
    remote.clock.forward(119 * minute);
    await remote.trigger('job', { publicId: started.payment } as never);
    expect((await readOutcome(started)).book).toEqual(['authorize 1500']);
    remote.clock.forward(30 * minute);
    await remote.trigger('job', { publicId: started.payment } as never);
    expect(await readOutcome(started)).toMatchObject({ book: ['authorize 1500', 'void 1500'], orders: 0, stock: 5 });
    expect(readCode(await confirm(started))).toBe('EXPRESS_ENDED');
  });

  it('ordered with the form instead is given up, and the form orders once', async () => {
    const started = await approve();
    const form = await started.shopper.fillInCheckout();
    await started.shopper.placeOrder({ ...form, payment_method: 'bank_transfer' });
    expect((await confirm(started)).status).toBe(409);
    remote.clock.forward(150 * minute);
    await remote.trigger('job', { publicId: started.payment } as never);
    expect(await readOutcome(started)).toMatchObject({ captured: 0, orders: 1, book: ['authorize 1500', 'void 1500'] });
  });
});
