import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Address } from '#features/addresses/index.ts';
import { getOrder } from '#features/orders/index.ts';
import type { RemotePayer } from '#features/payments/index.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';
import { newShopper } from '#tests/support/shopper.ts';
import type { ExpressConfirmReply, ExpressStartReply } from '../contract.ts';

const { database } = useDatabase({ connections: 12 });
const base = '/api/store/v1/checkout/express';
const orderCall = '/api/store/v1/cart/order';
let remote: RemotePaymentShop;

const ada: Partial<Address> = {
  ...{ first_name: 'Ada', last_name: 'Byrne', country: 'IE' },
  ...{ address_1: '1 Quay Lane', city: 'Cork', state: 'CO', postcode: '' },
};
const payer: RemotePayer = {
  ...{ email: 'ada@wallet.example', phone: null, billing: ada, shipping: null, shippingMethod: 'flat_rate:1' },
};
const home = { country: 'IE', city: 'Cork', postcode: '', state: '' };

beforeAll(async () => {
  remote = await remotePaymentShop(database);
});
beforeEach(() => {
  remote.server.mode = 'approve';
  remote.server.action = 'client';
  remote.server.payer = payer;
  remote.server.clearFaults();
});
afterAll(() => remote.stop());

async function start() {
  const product = await addProduct(remote.app.shop, { stock: 5 });
  const shopper = newShopper(remote.app);
  await shopper.addToCart(product);
  const begun = await shopper.submit(orderCall, { payment_method: 'test_card' });
  return { shopper, product, ...(begun.json() as ExpressStartReply) };
}

type Started = Awaited<ReturnType<typeof start>>;

/** Begun, quoted with delivery for 15.00, and agreed to. */
async function approve(): Promise<Started> {
  const started = await start();
  await started.shopper.submit(`${base}/quote`, { payment: started.payment, ...home });
  remote.server.approve(started.payment);
  return started;
}

const confirm = ({ shopper, payment }: Started, typed: Readonly<Record<string, string>> = {}) =>
  shopper.submit(`${base}/confirm`, { payment, terms: '1', ...typed });

async function readOrder({ payment }: Started) {
  const { rows } = await remote.app.shop.db.execute<{ id: number | null }>(
    sql`select order_id as id from payments where public_id = ${payment}`,
  );
  return rows[0]?.id ? getOrder(remote.app.shop.db, { id: rows[0].id }) : null;
}

async function readOutcome(started: Started) {
  await remote.runJobs();
  const { rows } = await remote.app.shop.db.execute(sql`select from order_lines where product_id = ${started.product}`);
  const book = remote.server.books.get(started.payment)?.transactions.map(({ kind, amount }) => `${kind} ${amount}`);
  const status = (await readOrder(started))?.status ?? null;
  return { orders: rows.length, book, status, stock: await readOnHand(remote.app.shop.db, started.product) };
}

const paidOnce = { orders: 1, book: ['capture 1500'], status: 'processing', stock: 4 };

describe('a confirmation', () => {
  it('takes payer and address from the payment that was agreed to, whatever the request says', async () => {
    const started = await approve();
    const claimed = { billing_email: 'eve@example.com', billing_address_1: '9 Other Street', billing_city: 'Galway' };
    expect((await confirm(started, { ...claimed, billing_phone: '+353 21 123 4567' })).status).toBe(200);
    const order = await readOrder(started);
    expect(order).toMatchObject({
      ...{ email: 'ada@wallet.example', billing: { ...ada }, delivery: { ...ada }, status: 'processing' },
    });
    expect(order?.phone).not.toBe('');
    expect(await readOutcome(started)).toMatchObject(paidOnce);
  });

  it('sends it to the recipient that the provider tells', async () => {
    const recipient = { ...ada, first_name: 'Grace', last_name: 'Murray', address_1: '2 Mill Road' };
    remote.server.payer = { ...payer, shipping: recipient };
    const started = await approve();
    expect((await confirm(started)).status).toBe(200);
    expect(await readOrder(started)).toMatchObject({ billing: { ...ada }, delivery: { ...recipient } });
  });

  it('says what the provider does not tell, and takes that from the form', async () => {
    const { shop } = remote.app;
    await changeSettings(shop, [{ key: 'checkout.phone', value: 'required', version: null }], 'shop');
    const started = await approve();
    const refused = await confirm(started);
    expect(refused.json()).toMatchObject({ code: 'FORM_INVALID' });
    expect(Object.keys(refused.json().data.params)).toEqual(['billing_phone']);
    expect((await confirm(started, { billing_phone: '021 123 4567' })).status).toBe(200);
    await changeSettings(shop, [{ key: 'checkout.phone', value: 'optional', version: null }], 'shop');
    expect(await readOutcome(started)).toMatchObject(paidOnce);
  });

  it('takes from the form what is no use as the provider tells it, but never the country', async () => {
    remote.server.payer = { ...payer, billing: { ...ada, postcode: 'no postcode at all' } };
    const started = await approve();
    const refused = await confirm(started);
    expect(Object.keys(refused.json().data.params)).toEqual(['billing_postcode']);
    expect((await confirm(started, { billing_postcode: 'T12 X70A', billing_country: 'FR' })).status).toBe(200);
    expect(await readOrder(started)).toMatchObject({ billing: { postcode: 'T12 X70A', country: 'IE' } });
  });

  it('of a declined instrument goes back to the same payment, and is confirmed again (wallet 7)', async () => {
    const started = await approve();
    remote.server.fail('capture', 'needs-shopper');
    const declined = (await confirm(started)).json() as ExpressConfirmReply;
    expect(declined).toEqual({ redirectTo: expect.stringMatching(/\/pay\/step$/), client: started.client });
    expect(await readOutcome(started)).toMatchObject({ orders: 1, status: 'pending', book: [] });
    remote.clock.forward(5000);
    const paid = (await confirm(started)).json() as ExpressConfirmReply;
    expect(paid).toEqual({ redirectTo: expect.stringMatching(/^\/order\/[\w-]+$/), client: null });
    expect(await readOutcome(started)).toMatchObject(paidOnce);
  });
});

/** Follows redirects as a browser does. */
async function follow({ shopper }: Started, path: string) {
  let answer = await shopper.visit(path);
  const visited = [path];
  while (answer.status === 303) {
    visited.push(answer.location);
    answer = await shopper.visit(answer.location);
  }
  return { body: answer.body, status: answer.status, visited };
}

describe('a shopper who comes back from the page of the provider before there is an order', () => {
  const ways: readonly (readonly [string, (started: Started) => string])[] = [
    ['the address of the payment', ({ payment }) => `/checkout/payment/${payment}`],
    [
      'the checkout with the id of the provider (wallet 8)',
      ({ payment }) => `/checkout?token=${remote.server.books.get(payment)?.reference}&PayerID=ABC`,
    ],
  ];
  it.each(ways)('by %s finds the form filled in, and orders with this payment', async (_name, path) => {
    const started = await approve();
    const { body, visited } = await follow(started, path(started));
    expect(visited.at(-1)).toBe('/checkout');
    expect(body).toContain('You have agreed to pay with Test card.');
    expect(body).toContain('value="ada@wallet.example"');
    expect(body).toContain('value="1 Quay Lane"');
    const form = await started.shopper.fillInCheckout();
    const placed = await started.shopper.placeOrder({ ...form, payment_method: 'test_card' });
    expect(placed).toMatchObject({ status: 303, location: expect.stringMatching(/^\/order\/[\w-]+$/) });
    expect(await readOutcome(started)).toMatchObject(paidOnce);
    // Whoever goes back and submits the form again gets the same order.
    const again = await started.shopper.placeOrder({ ...form, payment_method: 'test_card' });
    expect(again.location).toBe(placed.location);
    expect((await follow(started, path(started))).visited.at(-1)).toBe(placed.location);
    expect((await confirm(started)).json()).toMatchObject({ redirectTo: placed.location });
    expect(await readOutcome(started)).toMatchObject(paidOnce);
  });

  it('without having agreed, or after giving up, is at the checkout as before', async () => {
    const started = await start();
    for (const path of [`/checkout/payment/${started.payment}`, `/checkout/payment/${started.payment}/cancel`]) {
      const { body, visited } = await follow(started, path);
      expect(visited.at(-1)).toBe('/checkout');
      expect(body).not.toContain('You have agreed to pay');
    }
    expect(await readOutcome(started)).toMatchObject({ orders: 0, book: [], stock: 5 });
  });

  it('is not told of the payment of somebody else', async () => {
    const started = await approve();
    const stranger = { ...started, shopper: newShopper(remote.app) };
    await stranger.shopper.addToCart(started.product);
    const reference = remote.server.books.get(started.payment)?.reference;
    for (const path of [`/checkout/payment/${started.payment}`, `/checkout?token=${reference}&PayerID=ABC`]) {
      const { body } = await follow(stranger, path);
      expect(body).not.toContain('ada@wallet.example');
    }
  });

  it('begins another payment when the cart costs something else meanwhile (wallet 6)', async () => {
    const started = await approve();
    await started.shopper.addToCart(started.product);
    const form = await started.shopper.fillInCheckout();
    const placed = await started.shopper.placeOrder({ ...form, payment_method: 'test_card' });
    expect(placed.status).toBe(303);
    expect(remote.server.books.get(started.payment)?.transactions).toEqual([]);
    expect(await readOutcome(started)).toMatchObject({ orders: 1, book: [], status: null });
    const others = [...remote.server.books.values()].filter(({ amount }) => amount === 2500);
    expect(others.map(({ isApproved }) => isApproved)).toEqual([false]);
  });
});

describe('what a provider is told', () => {
  it('of a payment before its order: how its amount is made up, and the ways to send it', async () => {
    const started = await start();
    const book = () => remote.server.books.get(started.payment);
    expect(book()).toMatchObject({ locale: remote.app.shop.choices.locale, amount: 1000 });
    expect(book()?.content).toEqual({
      ...{ needsShipping: true, shippingAddress: null, shippingOptions: [] },
      breakdown: { items: 1000, discount: 0, shipping: 0, fees: 0 },
    });
    await started.shopper.submit(`${base}/quote`, { payment: started.payment, ...home });
    expect(book()?.content).toEqual({
      ...{ needsShipping: true, shippingAddress: null },
      breakdown: { items: 1000, discount: 0, shipping: 500, fees: 0 },
      shippingOptions: [{ id: 'flat_rate:1', title: 'Parcel', amount: 500, isSelected: true }],
    });
  });

  it('of the payment of an order: its address', async () => {
    const { publicId, orderId } = await remote.placeOrder();
    const order = await getOrder(remote.app.shop.db, { id: orderId });
    expect(remote.server.books.get(publicId)?.content).toEqual({
      ...{ needsShipping: true, shippingAddress: order?.delivery, shippingOptions: [] },
      breakdown: { items: 1000, discount: 0, shipping: 500, fees: 0 },
    });
  });
});
