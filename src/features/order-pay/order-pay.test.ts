import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOrderLink } from '#features/orders/access/order-link.ts';
import { getOrder, orderPath, orderPayPath, orderPayStepPath } from '#features/orders/index.ts';
import { expireOrders } from '#features/orders/status/expire-orders.ts';
import { beginOrderPayment, type OfflineProvider, paymentProviders } from '#features/payments/index.ts';
import { providePort } from '#platform/features/ports.ts';
import { sign } from '#platform/sessions/signing.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand, saveTestProduct } from '#tests/support/products.ts';
import { type PlacedPayment, type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';
import {
  confirmTestOrder,
  payTestOrder,
  placeTestOrder,
  salesPayments,
  salesShop,
  testClock,
  testGuest,
} from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';

const { database } = useDatabase({ connections: 12 });
const minute = 60_000;
const payPath = '/api/store/v1/order/pay';
let remote: RemotePaymentShop;

beforeAll(async () => {
  const payments = { ...salesPayments, cashOnDelivery: { enabled: true } };
  const limits = { attemptsPerHour: { order: 15, visitor: 20, network: 40 } };
  remote = await remotePaymentShop(database, { payments, 'order-pay': limits }, ['test_wallet']);
});
beforeEach(() => {
  remote.server.mode = 'authorize';
  remote.server.clearFaults();
});
afterAll(() => remote.stop());

/** A placed order and the browser that placed it. */
interface Placed extends PlacedPayment {
  readonly token: string;
  readonly shopper: Shopper;
}

async function place(stock = 5): Promise<Placed> {
  const payment = await remote.placeOrder(stock);
  const { token } = await readOrder(payment);
  return { ...payment, token, shopper: createOwner(payment.guest.visitorId) };
}

function createOwner(visitor: string): Shopper {
  const { app } = remote;
  const shopper = newShopper(app);
  shopper.cookies.set('visitor', `${visitor}.${sign(app.shop.config.secrets, 'visitor', visitor)}`);
  return shopper;
}

async function placeWith(paymentMethod: string) {
  const product = await addProduct(remote.app.shop, { stock: 5 });
  const order = await placeTestOrder(remote.app.shop, [[product, 1]], { paymentMethod });
  return { ...order, orderId: order.id, shopper: createOwner(order.visitorId ?? '') };
}

async function readOrder({ orderId: id }: { readonly orderId: number }) {
  const order = await getOrder(remote.app.shop.db, { id });
  if (!order) throw new Error('lost');
  return order;
}

const pay = ({ shopper, token }: Pick<Placed, 'shopper' | 'token'>, method: string) =>
  shopper.submit(orderPayPath(token), { payment_method: method });

/** The public id of the newest payment of an order. */
async function readPayment({ orderId }: { readonly orderId: number }): Promise<string> {
  const { rows } = await remote.app.shop.db.execute<{ id: string }>(
    sql`select public_id as id from payments p where order_id = ${orderId} order by p.id desc limit 1`,
  );
  return rows[0]?.id ?? '';
}

const returnFrom = (publicId: string, shopper: Shopper) => shopper.visit(`/checkout/payment/${publicId}`);

const countPayments = async ({ orderId }: { readonly orderId: number }) =>
  (await remote.app.shop.db.execute(sql`select from payments where order_id = ${orderId}`)).rows.length;

async function readMails({ orderId }: { readonly orderId: number }): Promise<string[]> {
  await remote.runJobs();
  const { number } = await readOrder({ orderId });
  const { rows } = await remote.app.shop.db.execute<{ kind: string }>(
    sql`select split_part(id, ':', 3) as kind from platform.mail where id like ${`order:${number}:%`} order by id`,
  );
  return rows.map(({ kind }) => kind);
}

/** The first link to a page where an order is paid, in its newest mail of this kind. */
async function readPayLink(number: number, kind: string): Promise<string> {
  await remote.runJobs();
  const { rows } = await remote.app.shop.db.execute<{ plain: string }>(
    sql`select plain from platform.mail where id = ${`order:${number}:${kind}`}`,
  );
  const [link = ''] = /https?:\/\/\S+\/pay\?key=[\w.-]+/.exec(rows[0]?.plain ?? '') ?? [];
  return link.slice(remote.app.shop.config.publicUrl.length);
}

const readSettings = (body: string) =>
  JSON.parse(/data-order-settings="">(.*?)<\/script>/.exec(body)?.[1] ?? '{}') as {
    order: { order_token: string; order_key: string };
  };

describe('a mail that asks to pay', () => {
  it('is sent when a payment fails that the provider worked on after the shopper had left, once', async () => {
    const order = await place();
    const book = remote.server.books.get(order.publicId);
    if (!book) throw new Error('not begun');
    book.status = 'pending';
    await returnFrom(order.publicId, order.shopper);
    expect((await order.shopper.visit(orderPath(order.token))).body).toContain('Your payment is being processed');
    book.status = 'failed';
    await Promise.all([remote.trigger('event', order), returnFrom(order.publicId, order.shopper)]);
    const reader = newShopper(remote.app);
    const page = await reader.visit(await readPayLink(order.number, 'payment-failed'));
    expect([page.status, page.body.includes('€15.00 is due')]).toEqual([200, true]);
    expect(await readMails(order)).toEqual(['payment-failed']);
  });
});

describe('an order whose payment failed', () => {
  it('leads to the page to pay it, with the reason and every other way, and is paid there without script [2.5/6]', async () => {
    const order = await place();
    remote.server.approve(order.publicId);
    remote.server.fail('capture', 'decline');
    expect((await returnFrom(order.publicId, order.shopper)).location).toBe(orderPayPath(order.token));
    const page = await order.shopper.visit(orderPayPath(order.token));
    for (const words of ['Test card: Your card was declined.', '€15.00 is due', 'value="test_wallet"', 'Bank transfer'])
      expect(page.body).toContain(words);
    expect(page.headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' });
    expect(page.body).toMatch(/<meta name="robots" content="noindex/);
    const answer = await pay(order, 'test_wallet');
    expect([answer.status, answer.location.startsWith(`${remote.server.url}/pay/`)]).toEqual([303, true]);
    expect(await readOrder(order)).toMatchObject({
      status: 'pending',
      paymentMethod: 'test_wallet',
      paymentTitle: 'test_wallet',
    });
    const second = await readPayment(order);
    remote.server.approve(second);
    expect((await returnFrom(second, order.shopper)).location).toBe(orderPath(order.token));
    expect(await readOrder(order)).toMatchObject({ status: 'processing', capturedTotal: 1500 });
  });

  it('says that it was cancelled or not finished when the provider says no more', async () => {
    const order = await place();
    remote.server.cancel(order.publicId);
    await returnFrom(order.publicId, order.shopper);
    expect((await order.shopper.visit(orderPayPath(order.token))).body).toContain('You cancelled the payment');
    await pay(order, 'test_wallet');
    const second = await readPayment(order);
    remote.server.expire(second);
    await returnFrom(second, order.shopper);
    expect((await order.shopper.visit(orderPayPath(order.token))).body).toContain(
      'was not completed in time. Nothing was charged.',
    );
  });

  it('is where the checkout leads when the provider refuses to begin', async () => {
    const shopper = newShopper(remote.app);
    await shopper.addToCart(await addProduct(remote.app.shop, { stock: 3 }));
    remote.server.fail('begin', 'decline');
    const placed = await shopper.placeOrder({ ...(await shopper.fillInCheckout()), payment_method: 'test_card' });
    expect(placed.location).toMatch(/^\/order\/[\w-]+\/pay$/);
    expect((await shopper.visit(placed.location)).body).toContain('was declined, and nothing was charged');
  });

  it('tells when the provider refuses or does not answer, and charges nothing', async () => {
    const order = await place();
    for (const fault of ['decline', 'refuse-connection'] as const) {
      remote.server.fail('begin', fault);
      expect((await pay(order, 'test_wallet')).location).toBe(orderPayPath(order.token));
      expect((await order.shopper.visit(orderPayPath(order.token))).body).toContain('could not be started');
    }
    expect((await pay(order, 'test_wallet')).location).toContain('/pay/pay_');
  });
});

describe('coming back after paying', () => {
  it('shows the order as paid and starts no second payment, by the page, its form and the call', async () => {
    const order = await place();
    remote.server.approve(order.publicId);
    // The shopper goes back instead of returning, and no event has come.
    expect((await order.shopper.visit(orderPayPath(order.token))).location).toBe(orderPath(order.token));
    expect((await order.shopper.visit(orderPath(order.token))).body).not.toContain('Pay now');
    for (const method of ['test_card', 'test_wallet', 'bank_transfer'])
      expect((await pay(order, method)).location).toBe(orderPath(order.token));
    const call = await order.shopper.submit(payPath, { payment_method: 'test_wallet', order_token: order.token });
    expect([call.status, call.json()]).toMatchObject([409, { code: 'ORDER_PAID' }]);
    expect(await countPayments(order)).toBe(1);
    expect(remote.server.books.get(order.publicId)?.transactions.map(({ kind }) => kind)).toEqual([
      'authorize',
      'capture',
    ]);
  });

  it('settles first: a form that was open all the time starts none either', async () => {
    const order = await place();
    remote.server.approve(order.publicId);
    expect((await pay(order, 'test_wallet')).location).toBe(orderPath(order.token));
    expect(await countPayments(order)).toBe(1);
  });

  it('waits while the capture is not answered', async () => {
    const order = await place();
    remote.server.approve(order.publicId);
    remote.server.fail('capture', 'lose-answer');
    await returnFrom(order.publicId, order.shopper);
    remote.server.fail('state', 'error-after');
    remote.server.fail('state', 'error-after');
    expect((await pay(order, 'test_wallet')).location).toBe(orderPayPath(order.token));
    const page = (await order.shopper.visit(orderPayPath(order.token))).body;
    expect(page).toContain('Your payment is being processed');
    expect(page).not.toContain('<form class="stack"');
    expect(await countPayments(order)).toBe(1);
  });
});

describe('the call {rest}/order/pay', () => {
  it('takes what the page prints, merged with payment_method, from a script without cookies [3.4/8] [7.3/4]', async () => {
    const order = await place();
    const settings = readSettings((await order.shopper.visit(orderPayPath(order.token))).body);
    const stranger = newShopper(remote.app);
    const answer = await stranger.submit(payPath, { ...settings.order, payment_method: 'test_wallet' });
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.json()).toEqual({ redirectTo: expect.stringContaining('/pay/pay_'), client: null });
    const json = await remote.app.http.inject({
      ...{ method: 'POST', url: payPath, payload: { payment_method: 'test_wallet', ...settings.order } },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(json.json()).toEqual(answer.json());
    const offline = await stranger.submit(payPath, { ...settings.order, payment_method: 'bank_transfer' });
    expect(offline.json()).toEqual({ redirectTo: orderPath(order.token), client: null });
  });

  it('refuses a foreign key, a guessed token, and one that has expired, alike', async () => {
    const [order, other] = [await place(), await place()];
    const { order: own } = readSettings((await order.shopper.visit(orderPayPath(order.token))).body);
    const stranger = newShopper(remote.app);
    const attempts = [
      { order_token: order.token },
      { order_token: order.token, order_key: 'x'.repeat(50) },
      { order_token: other.token, order_key: own.order_key },
      { order_token: order.token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), order_key: own.order_key },
      { order_token: String(order.number), order_key: own.order_key },
      {},
    ];
    for (const fields of attempts) {
      const answer = await stranger.submit(payPath, { ...fields, payment_method: 'test_wallet' });
      expect([answer.status, (answer.json() as { code: string }).code]).toEqual([404, 'ORDER_UNKNOWN']);
    }
    remote.clock.forward(25 * 60 * minute);
    const late = await stranger.submit(payPath, { ...own, payment_method: 'test_wallet' });
    expect(late.status).toBe(404);
    expect(await countPayments(order)).toBe(1);
  });

  it('says what is wrong with a method that is not offered', async () => {
    const order = await place();
    for (const method of ['free', 'nothing', '']) {
      const fields = { order_token: order.token, payment_method: method };
      const answer = await order.shopper.submit(payPath, fields);
      expect([answer.status, answer.json()]).toMatchObject([
        409,
        { code: 'METHOD_UNAVAILABLE', message: 'Please choose one of these payment methods.' },
      ]);
    }
  });
});

describe('the page to pay an order', () => {
  it('opens by a signed link and for its owner, and for nobody else', async () => {
    const order = await place();
    const link = createOrderLink(remote.app.shop, await readOrder(order), orderPayPath(order.token));
    const reader = newShopper(remote.app);
    expect((await reader.visit(orderPayPath(order.token))).status).toBe(404);
    expect((await reader.visit(link)).status).toBe(200);
    expect((await pay({ ...order, shopper: reader }, 'test_wallet')).location).toContain('/pay/pay_');
    const stranger = newShopper(remote.app);
    expect((await stranger.visit(`${orderPayPath(order.token)}?key=${'a'.repeat(7)}.${'b'.repeat(43)}`)).status).toBe(
      404,
    );
    expect((await pay({ ...order, shopper: stranger }, 'test_wallet')).location).toBe(orderPayPath(order.token));
    expect((await stranger.visit(orderPayPath(order.token))).status).toBe(404);
    const guess = { token: '1'.repeat(30), shopper: stranger };
    expect((await stranger.visit((await pay(guess, 'test_wallet')).location)).status).toBe(404);
    expect(await countPayments(order)).toBe(2);
    expect((await createOwner(crypto.randomUUID()).visit(orderPayPath(order.token))).status).toBe(404);
  });

  it('is where the order page leads while it can be paid', async () => {
    const order = await place();
    const href = `href="${orderPayPath(order.token)}"`;
    expect((await order.shopper.visit(orderPath(order.token))).body).toContain(href);
    await payTestOrder(remote.app.shop, { id: order.orderId });
    expect((await order.shopper.visit(orderPath(order.token))).body).not.toContain(href);
  });

  it('is refused for an order that was cancelled, has expired or is paid on delivery; its page says what to do', async () => {
    const cancelled = await placeWith('pay_later');
    await remote.app.shop.db.execute(
      sql`update orders set status = 'cancelled', cancel_reason = 'by-shop', cancelled_at = now(), due_at = null where id = ${cancelled.id}`,
    );
    const delivered = await placeWith('cash_on_delivery');
    const overdue = await placeWith('pay_later');
    remote.clock.forward(61 * minute);
    for (const order of [cancelled, delivered, overdue]) {
      expect((await order.shopper.visit(orderPayPath(order.token))).location).toBe(orderPath(order.token));
      expect((await pay(order, 'test_wallet')).location).toBe(orderPath(order.token));
      const call = await order.shopper.submit(payPath, { payment_method: 'test_wallet', order_token: order.token });
      expect(call.json()).toMatchObject({
        code: 'ORDER_NOT_PAYABLE',
        message: expect.stringContaining('order the items again'),
      });
    }
    expect(await readOrder(overdue)).toMatchObject({ status: 'cancelled', cancelReason: 'expired' });
    const page = (await overdue.shopper.visit(orderPath(overdue.token))).body;
    for (const words of ['not paid in time', 'Order again']) expect(page).toContain(words);
  });
});

describe('an order with an event', () => {
  /** An order of the checkout for an event that begins in half an hour. */
  async function placeEvent(paymentMethod: string) {
    const { shop } = remote.app;
    const startsAt = new Date(remote.clock.now().getTime() + 30 * minute);
    const { id } = await saveTestProduct(shop, {
      ...{ name: 'A day at the wheel', slug: `event-${crypto.randomUUID()}`, status: 'published' },
      master: {
        ...{ regularPrice: 1500, virtual: true },
        ...{ eventStartsAt: startsAt, eventEndsAt: new Date(startsAt.getTime() + 60 * minute) },
        ...{ eventTimeZone: 'Europe/Dublin', stock: { isOwn: true, managed: true, backorders: 'no', onHand: 5 } },
      },
    });
    const order = await placeTestOrder(shop, [[id, 1]], { paymentMethod, shippingMethod: '' });
    await beginOrderPayment(shop, order.number);
    const placed = { ...order, orderId: order.id, product: id, shopper: createOwner(order.visitorId ?? '') };
    return { ...placed, publicId: await readPayment(placed), guest: testGuest(order.visitorId) };
  }

  it('is paid until the event begins, and not after: page, form and call say why and take no money', async () => {
    const order = await placeEvent('test_card');
    remote.server.cancel(order.publicId);
    await returnFrom(order.publicId, order.shopper);
    remote.clock.forward(29 * minute);
    expect((await pay(order, 'test_wallet')).location).toContain('/pay/pay_');
    expect(await countPayments(order)).toBe(2);
    remote.clock.forward(minute);
    expect((await order.shopper.visit(orderPayPath(order.token))).location).toBe(orderPath(order.token));
    for (const method of ['test_wallet', 'test_card', 'bank_transfer'])
      expect((await pay(order, method)).location).toBe(orderPath(order.token));
    const call = await order.shopper.submit(payPath, { payment_method: 'test_wallet', order_token: order.token });
    expect([call.status, call.json()]).toMatchObject([
      409,
      {
        code: 'EVENT_STARTED',
        message: expect.stringContaining(
          'An event in this order has started, so the order can no longer be paid. You can order the other items again from its page.',
        ),
      },
    ]);
    const page = (await order.shopper.visit(orderPath(order.token))).body;
    for (const words of [
      'An event in this order started before the order was paid, so it can no longer be paid. You can order the other items again.',
      'Order again',
    ])
      expect(page).toContain(words);
    for (const words of ['Pay now', 'We reserve your items']) expect(page).not.toContain(words);
    expect(await countPayments(order)).toBe(2);
  });

  it('keeps the money of a payment that was begun in time', async () => {
    remote.server.mode = 'sale';
    const order = await placeEvent('test_card');
    remote.clock.forward(31 * minute);
    remote.server.approve(order.publicId);
    expect((await returnFrom(order.publicId, order.shopper)).location).toBe(orderPath(order.token));
    expect(await readOrder(order)).toMatchObject({ status: 'processing', capturedTotal: 1500 });
  });

  it('gives money back that arrives when the order has expired and the event begun', async () => {
    remote.server.mode = 'sale';
    const order = await placeEvent('test_card');
    remote.clock.forward(61 * minute);
    await expireOrders(remote.app.shop);
    expect(await readOrder(order)).toMatchObject({ status: 'cancelled', cancelReason: 'expired' });
    remote.server.approve(order.publicId);
    await remote.trigger('event', order);
    await remote.trigger('job', order);
    expect(await remote.readOutcome(order)).toMatchObject({
      order: { status: 'cancelled', captured_total: 1500, refunded_total: 1500 },
      ...{ stock: 5, mails: expect.arrayContaining(['late-payment-refunded']) },
    });
  });

  it('that the shop keeps on hold, or has entered itself, is paid after it, too', async () => {
    const held = await placeEvent('bank_transfer');
    await confirmTestOrder(remote.app.shop, held);
    const entered = await placeEvent('pay_later');
    await remote.app.shop.db.execute(sql`update orders set source = 'admin' where id = ${entered.id}`);
    remote.clock.forward(31 * minute);
    for (const order of [held, entered]) expect((await pay(order, 'test_wallet')).location).toContain('/pay/pay_');
  });
});

describe('the cookies of the cart', () => {
  const readCartCookies = ({ cookies }: Shopper) => ({
    hash: cookies.get('store_cart_hash') ?? '',
    hasItems: cookies.get('store_items_in_cart') ?? '',
    hint: new URLSearchParams(decodeURIComponent(cookies.get('vt_hint') ?? '')).get('c') ?? '0',
  });
  const nothing = { hash: '', hasItems: '', hint: '0' };

  /** An order whose cart is open until it is paid, and the browser with the cookies of its cart. */
  async function placeWithCookies(): Promise<Placed> {
    const order = await place();
    await order.shopper.submit('/api/store/v1/cart/refresh', {});
    expect(readCartCookies(order.shopper)).toMatchObject({
      hash: expect.stringMatching(/./),
      hasItems: '1',
      hint: '1',
    });
    return order;
  }

  it('are gone when the shopper comes back from the provider and has paid', async () => {
    const order = await placeWithCookies();
    remote.server.approve(order.publicId);
    expect((await returnFrom(order.publicId, order.shopper)).location).toBe(orderPath(order.token));
    expect(readCartCookies(order.shopper)).toEqual(nothing);
  });

  it('are gone on the page of the order when only the provider has told the shop, in this browser alone', async () => {
    const order = await placeWithCookies();
    const path = orderPath(order.token);
    await order.shopper.visit(path);
    expect(readCartCookies(order.shopper)).toMatchObject({ hasItems: '1', hint: '1' });
    remote.server.approve(order.publicId);
    await remote.trigger('event', order);
    const reader = newShopper(remote.app);
    await reader.addToCart(order.product, 2);
    for (const page of [path, createOrderLink(remote.app.shop, order)]) await reader.visit(page);
    expect(readCartCookies(reader)).toMatchObject({ hasItems: '1', hint: '2' });
    await order.shopper.visit(path);
    expect(readCartCookies(order.shopper)).toEqual(nothing);
  });

  it('are gone in the replies to the calls that pay and that ask how the payment goes', async () => {
    const read = async ({ shopper, token }: Placed) =>
      readSettings((await shopper.visit(orderPayPath(token))).body).order;
    const paid = await placeWithCookies();
    const settings = await read(paid);
    const call = await paid.shopper.submit(payPath, { ...settings, payment_method: 'bank_transfer' });
    expect(call.json()).toMatchObject({ redirectTo: orderPath(paid.token) });
    expect(readCartCookies(paid.shopper)).toEqual(nothing);
    const asked = await placeWithCookies();
    const own = await read(asked);
    remote.server.approve(asked.publicId);
    const status = await asked.shopper.submit(`${payPath}/status`, own);
    expect(status.json()).toEqual({
      isWaiting: false,
      isDeclined: false,
      message: null,
      redirectTo: orderPath(asked.token),
    });
    expect(readCartCookies(asked.shopper)).toEqual(nothing);
  });
});

describe('a payment that a script goes on with', () => {
  const statusPath = `${payPath}/status`;
  beforeEach(() => {
    remote.server.action = 'client';
  });
  afterEach(() => {
    remote.server.action = 'redirect';
  });

  it('gives the script its data, and leads a form and the return from the provider to its page', async () => {
    const order = await place();
    const step = orderPayStepPath(order.token);
    const { order: own } = readSettings((await order.shopper.visit(orderPayPath(order.token))).body);
    const call = await order.shopper.submit(payPath, { ...own, payment_method: 'test_wallet' });
    const id = await readPayment(order);
    const reference = remote.server.books.get(id)?.reference;
    expect(call.json()).toEqual({ redirectTo: null, client: { reference } });
    expect((await pay(order, 'test_wallet')).location).toBe(step);
    expect((await returnFrom(id, order.shopper)).location).toBe(step);
    expect((await order.shopper.submit(statusPath, own)).json()).toEqual({
      isWaiting: true,
      isDeclined: false,
      message: null,
      redirectTo: step,
    });
    remote.server.approve(id);
    const done = { isWaiting: false, isDeclined: false, message: null, redirectTo: orderPath(order.token) };
    expect((await order.shopper.submit(statusPath, own)).json()).toEqual(done);
    expect((await order.shopper.visit(step)).location).toBe(orderPath(order.token));
    expect(await countPayments(order)).toBe(2);
  });

  it('is where the checkout leads to', async () => {
    const { shop } = remote.app;
    const shopper = newShopper(remote.app);
    await shopper.addToCart(await addProduct(shop, { stock: 3 }));
    const form = await shopper.fillInCheckout();
    const { location } = await shopper.placeOrder({ ...form, payment_method: 'test_wallet' });
    expect(location).toMatch(/^\/order\/[\w-]+\/pay\/step$/);
    expect((await shopper.visit(location)).body).toContain('choose another one');
  });

  it('is shown and told to nobody else', async () => {
    const [order, other] = [await place(), await place()];
    await pay(order, 'test_wallet');
    const { order: key } = readSettings((await other.shopper.visit(orderPayPath(other.token))).body);
    const stranger = newShopper(remote.app);
    expect((await stranger.visit(orderPayStepPath(order.token))).status).toBe(404);
    for (const fields of [{}, { order_token: order.token }, { ...key, order_token: order.token }])
      expect((await stranger.submit(statusPath, fields)).json()).toMatchObject({ code: 'ORDER_UNKNOWN' });
  });
});

describe('two payments of one order', () => {
  it.each([
    ['sale', ['capture 1500', 'capture 1500', 'refund 1500'], { captured_total: 3000, refunded_total: 1500 }],
    [
      'authorize',
      ['authorize 1500', 'authorize 1500', 'capture 1500', 'void 1500'],
      { captured_total: 1500, refunded_total: 0 },
    ],
  ] as const)('that both succeed in two tabs, at a provider of mode %s, charge once', async (mode, book, sums) => {
    remote.server.mode = mode;
    const order = await place();
    await pay(order, 'test_wallet');
    const second = await readPayment(order);
    remote.server.approve(order.publicId);
    remote.server.approve(second);
    await Promise.all([order.publicId, second].map((id) => returnFrom(id, order.shopper)));
    remote.clock.forward(10 * minute);
    await remote.trigger('job', order);
    const outcome = await remote.readOutcome(order);
    expect(outcome).toMatchObject({ order: { status: 'processing', ...sums }, requested: 0, stock: 4 });
    const books = [order.publicId, second].flatMap((id) => remote.server.books.get(id)?.transactions ?? []);
    expect(books.map(({ kind, amount }) => `${kind} ${amount}`).toSorted()).toEqual([...book]);
    expect(outcome.mails.includes('late-payment-refunded')).toBe(mode === 'sale');
  });

  it('of which the first is reported late by its webhook: the second is kept, the first given back', async () => {
    remote.server.mode = 'sale';
    const order = await place();
    await pay(order, 'test_wallet');
    const second = await readPayment(order);
    remote.server.approve(second);
    await returnFrom(second, order.shopper);
    remote.server.approve(order.publicId);
    await remote.trigger('event', order);
    await remote.trigger('job', order);
    expect(await remote.readOutcome(order)).toMatchObject({
      order: { status: 'processing', captured_total: 3000, refunded_total: 1500 },
      payments: [
        { captured: 1500, refunded: 1500 },
        { captured: 1500, refunded: 0 },
      ],
      mails: expect.arrayContaining(['late-payment-refunded', 'refunded']),
    });
    expect(await readOrder(order)).toMatchObject({ paymentMethod: 'test_wallet' });
  });

  it('of which the first succeeds after all: the order says by which it was paid', async () => {
    const order = await place();
    await pay(order, 'test_wallet');
    remote.server.approve(order.publicId);
    await remote.trigger('event', order);
    expect(await readOrder(order)).toMatchObject({ status: 'processing', paymentMethod: 'test_card' });
  });

  it('are one when the same form is sent four times at once', async () => {
    const order = await place();
    const answers = await Promise.all(Array.from({ length: 4 }, () => pay(order, 'test_wallet')));
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    expect(await countPayments(order)).toBe(2);
  });

  it('and an expiry at once: paid with its stock, or expired and given back', async () => {
    remote.server.mode = 'sale';
    const order = await place(1);
    remote.clock.forward(60 * minute - 1000);
    await pay(order, 'test_wallet');
    const second = await readPayment(order);
    remote.server.approve(second);
    remote.clock.forward(2000);
    await Promise.all([returnFrom(second, order.shopper), remote.runJobs(), pay(order, 'test_card')]);
    await remote.trigger('job', order);
    const { order: row, stock } = await remote.readOutcome(order);
    expect([
      ['processing', 1500, 0, 0],
      ['cancelled', 1500, 1500, 1],
    ]).toContainEqual([row?.status, row?.captured_total, row?.refunded_total, stock]);
  });
});

describe('a bank transfer that is chosen instead', () => {
  it('puts the order on hold with its details; money that comes late by the first card pays it once', async () => {
    remote.server.mode = 'sale';
    const order = await place();
    expect((await pay(order, 'bank_transfer')).location).toBe(orderPath(order.token));
    expect(await readOrder(order)).toMatchObject({ status: 'on-hold', paymentMethod: 'bank_transfer' });
    expect((await readOrder(order)).paymentInstructions.length).toBeGreaterThan(2);
    expect(await readMails(order)).toEqual(['confirmation', 'owner']);
    remote.server.approve(order.publicId);
    await remote.trigger('event', order);
    expect(await readOrder(order)).toMatchObject({
      status: 'processing',
      capturedTotal: 1500,
      paymentMethod: 'test_card',
    });
    expect(await readMails(order)).toContain('paid-otherwise');
    const { payments } = await remote.readOutcome(order);
    expect(payments).toMatchObject([{ captured: 1500 }, { status: 'cancelled', captured: 0 }]);
  });

  it('can be paid by card instead; until the money comes it stays on hold, and a failure changes nothing', async () => {
    const order = await placeWith('bank_transfer');
    await confirmTestOrder(remote.app.shop, order);
    const { dueAt } = await readOrder(order);
    expect((await order.shopper.visit(orderPath(order.token))).body).toContain('Pay another way');
    const page = (await order.shopper.visit(orderPayPath(order.token))).body;
    expect(page).toContain('We are waiting for €15.00 by Bank transfer');
    expect(page).not.toContain('value="bank_transfer"');
    await pay(order, 'test_wallet');
    const first = await readPayment(order);
    remote.server.cancel(first);
    await returnFrom(first, order.shopper);
    expect(await readOrder(order)).toMatchObject({ status: 'on-hold', paymentMethod: 'bank_transfer', dueAt });
    await pay(order, 'test_wallet');
    const second = await readPayment(order);
    remote.server.approve(second);
    await returnFrom(second, order.shopper);
    expect(await readOrder(order)).toMatchObject({
      status: 'processing',
      paymentMethod: 'test_wallet',
      capturedTotal: 1500,
    });
    expect(await readMails(order)).toEqual(expect.arrayContaining(['paid', 'paid-otherwise']));
  });
});

describe('a second method that waits for money', () => {
  it('replaces the first while the order stays on hold, with its own instructions and no more time', async () => {
    const dueDays = { cheque: 30, bank_transfer: 14 };
    const cheque: OfflineProvider = {
      ...{ kind: 'offline', id: 'cheque', allowsOtherPayment: true },
      title: () => 'Cheque',
      isAvailable: () => true,
      decide: ({ clock }) => ({
        status: 'on-hold',
        dueAt: new Date(clock.now().getTime() + dueDays.cheque * 24 * 60 * minute),
        instructions: [{ label: 'Payable to', value: 'The shop' }],
      }),
    };
    const clock = testClock();
    const app = await salesShop(database, { clock, provides: providePort(paymentProviders, [cheque]) });
    const product = await addProduct(app.shop, { stock: 5 });
    const { id, token } = await placeTestOrder(app.shop, [[product, 1]], { paymentMethod: 'bank_transfer' });
    await confirmTestOrder(app.shop, { id });
    const before = await getOrder(app.shop.db, { id });
    const shopper = newShopper(app);
    await shopper.visit(createOrderLink(app.shop, { token }));
    const chosen = await shopper.submit(orderPayPath(token), { payment_method: 'cheque' });
    expect(chosen.location).toBe(orderPath(token));
    const after = await getOrder(app.shop.db, { id });
    expect(after).toMatchObject({
      ...{ status: 'on-hold', paymentMethod: 'cheque', paymentTitle: 'Cheque', dueAt: before?.dueAt },
      paymentInstructions: [{ label: 'Payable to', value: 'The shop' }],
    });
    expect((await shopper.visit(orderPath(token))).body).toContain('Payable to');
    // Back to the first, after a day: the time goes on.
    clock.forward(24 * 60 * minute);
    await shopper.submit(orderPayPath(token), { payment_method: 'bank_transfer' });
    expect(await getOrder(app.shop.db, { id })).toMatchObject({
      ...{ status: 'on-hold', paymentMethod: 'bank_transfer', dueAt: before?.dueAt },
    });
    expect(await readOnHand(app.shop.db, product)).toBe(4);
    await payTestOrder(app.shop, { id });
    expect(await getOrder(app.shop.db, { id })).toMatchObject({ status: 'processing', capturedTotal: 1500 });
  });
});

describe('cash on delivery that is chosen instead', () => {
  it('gives up what the first card authorizes later', async () => {
    const order = await place();
    await pay(order, 'cash_on_delivery');
    expect(await readOrder(order)).toMatchObject({ status: 'processing', paidAt: null });
    remote.server.approve(order.publicId);
    await remote.trigger('event', order);
    expect(await remote.readOutcome(order)).toMatchObject({
      order: { status: 'processing', captured_total: 0 },
      ...{ book: ['authorize 1500', 'void 1500'], requested: 0 },
    });
  });

  it('is called off when the first card has taken the money, and the shop is told', async () => {
    remote.server.mode = 'sale';
    const order = await place();
    await pay(order, 'cash_on_delivery');
    remote.server.approve(order.publicId);
    await remote.trigger('event', order);
    expect(await readOrder(order)).toMatchObject({ status: 'processing', capturedTotal: 1500, refundedTotal: 0 });
    expect(await readMails(order)).toContain('paid-otherwise');
  });
});

describe('attempts to pay', () => {
  it('are limited by order, and the page says when to try again', async () => {
    const order = await place();
    for (let count = 0; count < 15; count += 1) expect((await pay(order, 'test_wallet')).status).toBe(303);
    const refused = await pay(order, 'test_wallet');
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(refused.body).toContain('too many attempts to pay in the last hour');
    expect(refused.body).toContain('€15.00');
  });

  it('are limited by visitor over all orders, and guesses of strangers by network', async () => {
    const { shopper } = await place();
    const guess = (who: Shopper) =>
      who.submit(payPath, { order_token: crypto.randomUUID(), payment_method: 'test_wallet' });
    for (let count = 0; count < 20; count += 1) expect((await guess(shopper)).status).toBe(404);
    expect((await guess(shopper)).status).toBe(429);
  });
});
