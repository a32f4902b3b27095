import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RemotePayer } from '#features/payments/index.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';
import { newShopper } from '#tests/support/shopper.ts';
import type { ExpressQuote, ExpressStartReply } from '../contract.ts';

const { database } = useDatabase({ connections: 8 });
const express = '/api/store/v1/checkout/express';
const orderCall = '/api/store/v1/cart/order';
const minute = 60_000;
let remote: RemotePaymentShop;

const payer: RemotePayer = {
  ...{ email: 'ada@wallet.example', phone: null, shipping: null, shippingMethod: 'flat_rate:1' },
  billing: {
    first_name: 'Ada',
    last_name: 'Byrne',
    country: 'IE',
    address_1: '1 Quay Lane',
    city: 'Cork',
    state: 'CO',
  },
};
const method = (id: string, title: string, cost: number) => ({ type: 'flat_rate', id, title, cost });
const place = (country: string, more: object = {}) => ({ country, ...more });
const zones = [
  { name: 'Ireland', places: [place('IE')], methods: [method('flat_rate:1', 'Parcel', 500)] },
  { name: 'New York', places: [place('US', { states: ['NY'] })], methods: [method('flat_rate:2', 'Air', 2000)] },
  { name: 'Berlin', places: [place('DE', { postcodes: ['10*'] })], methods: [method('flat_rate:3', 'Bike', 300)] },
];

beforeAll(async () => {
  remote = await remotePaymentShop(database, { shipping: { zones } });
});
beforeEach(() => {
  remote.server.mode = 'approve';
  remote.server.action = 'client';
  remote.server.payer = payer;
  remote.server.clearFaults();
});
afterAll(() => remote.stop());

const begin = async (shopper: ReturnType<typeof newShopper>) =>
  (await shopper.submit(orderCall, { payment_method: 'test_card' })).json() as ExpressStartReply;

async function start() {
  const product = await addProduct(remote.app.shop, { stock: 5 });
  const shopper = newShopper(remote.app);
  await shopper.addToCart(product);
  return { shopper, product, ...(await begin(shopper)) };
}

type Started = Awaited<ReturnType<typeof start>>;

const quote = async ({ shopper, payment }: Started, address: Readonly<Record<string, string>> = {}) =>
  shopper.submit(`${express}/quote`, { payment, country: 'IE', city: 'Cork', ...address });

/** Begun, quoted with delivery for 15.00, and agreed to. */
async function approve(): Promise<Started> {
  const started = await start();
  expect((await quote(started)).status).toBe(200);
  remote.server.approve(started.payment);
  return started;
}

const confirm = ({ shopper, payment }: Started, typed: Readonly<Record<string, string>> = {}) =>
  shopper.submit(`${express}/confirm`, { payment, terms: '1', ...typed });

describe('a payment that was agreed to and has no order yet', () => {
  it('is said at the checkout for two hours, in another tab too, with a link that goes on', async () => {
    const started = await approve();
    const { body } = await started.shopper.visit('/checkout');
    expect(body).toContain('You have agreed to pay €15.00 with Test card, but not ordered yet.');
    expect(body).toContain(`href="/checkout/payment/${started.payment}"`);
    expect(body).not.toContain('ada@wallet.example');
    remote.clock.forward(119 * minute);
    expect((await started.shopper.visit('/checkout')).body).toContain('You have agreed to pay');
    remote.clock.forward(2 * minute);
    expect((await started.shopper.visit('/checkout')).body).not.toContain('You have agreed to pay');
  });

  it('is not said to who has only begun, while the provider does not answer, and of other carts', async () => {
    const started = await start();
    expect((await started.shopper.visit('/checkout')).body).not.toContain('You have agreed to pay');
    remote.server.approve(started.payment);
    remote.server.fail('state', 'refuse-connection');
    expect((await started.shopper.visit('/checkout')).body).not.toContain('You have agreed to pay');
    const stranger = newShopper(remote.app);
    await stranger.addToCart(started.product);
    expect((await stranger.visit('/checkout')).body).not.toContain('You have agreed to pay');
  });

  it('goes on instead of another one, as long as the cart is the same (pitfall 2)', async () => {
    const started = await approve();
    const again = await begin(started.shopper);
    expect(again).toMatchObject({
      ...{ payment: started.payment, client: null, redirectTo: `/checkout/payment/${started.payment}` },
    });
    await started.shopper.addToCart(started.product);
    const other = await begin(started.shopper);
    expect(other.payment).not.toBe(started.payment);
    expect(other).toMatchObject({ total: 2000, redirectTo: null });
  });

  it('goes on for what was in the cart when it was continued, not when it was begun', async () => {
    const started = await start();
    await started.shopper.addToCart(started.product);
    expect((await begin(started.shopper)).payment).toBe(started.payment);
    await quote(started);
    remote.server.approve(started.payment);
    expect((await begin(started.shopper)).redirectTo).toBe(`/checkout/payment/${started.payment}`);
  });

  it('never changes its amount (pitfall 6)', async () => {
    const started = await approve();
    await remote.trigger('event', { publicId: started.payment } as never);
    const refused = await quote(started, { city: 'Galway' });
    expect([refused.status, refused.json().code]).toEqual([502, 'EXPRESS_UNANSWERED']);
    expect(remote.server.countRequests(started.payment, 'amount')).toBe(1);
  });

  it('is one whose new amount another tab has told: who saw the old one is asked again (pitfall 6)', async () => {
    const started = await start();
    await quote(started);
    await started.shopper.addToCart(started.product);
    await begin(started.shopper);
    await quote(started);
    remote.server.approve(started.payment);
    const refused = await confirm(started, { expected_total: '1500' });
    expect([refused.status, refused.json().code]).toEqual([409, 'PRICE_CHANGED']);
    expect(remote.server.books.get(started.payment)?.transactions).toEqual([]);
    expect((await confirm(started, { expected_total: '2500' })).status).toBe(200);
  });

  it('says what is different before the order, with the full address (pitfall 23)', async () => {
    const started = await start();
    await quote(started);
    remote.server.payer = { ...payer, shippingMethod: 'flat_rate:3', billing: { ...payer.billing, ...berlin } };
    remote.server.approve(started.payment);
    expect((await confirm(started)).json().code).toBe('PRICE_CHANGED');
    await started.shopper.visit(`/checkout/payment/${started.payment}`);
    await started.shopper.visit(`/checkout?payment=${started.payment}`);
    const { body } = await started.shopper.visit('/checkout');
    expect(body).toContain('You have agreed to pay €15.00 with Test card, but this order costs €13.00.');
    expect(body).toContain('value="ada@wallet.example"');
  });
});

const berlin = { country: 'DE', city: 'Berlin', postcode: '10115', state: '' };

describe('an address in the window of the provider', () => {
  it.each([
    ['country', { country: 'FR', city: 'Paris', postcode: '75001' }],
    ['state', { country: 'US', city: 'Reno', state: 'NV', postcode: '89501' }],
    ['state', { country: 'US', city: 'Nowhere', state: 'Narnia', postcode: '10001' }],
    ['postcode', { country: 'DE', city: 'München', postcode: '80331' }],
    ['postcode', { country: 'DE', city: 'Berlin', postcode: '10' }],
    ['method', { country: 'IE', shipping_method: 'flat_rate:2' }],
    [null, { country: 'US', city: 'New York', state: 'NY', postcode: '10001' }],
    [null, { country: 'IE', state: '', postcode: '' }],
  ])('is refused for its %s: %j (pitfall 23)', async (refusal, address) => {
    const started = await start();
    const quoted = await quote(started, address as Readonly<Record<string, string>>);
    expect((quoted.json() as ExpressQuote).refusal).toBe(refusal);
    expect(remote.server.countRequests(started.payment, 'amount')).toBe(refusal === null ? 1 : 0);
  });

  it('is refused when the provider did not take the total (pitfall 24)', async () => {
    const started = await start();
    remote.server.fail('amount', 'decline');
    expect((await quote(started)).json().code).toBe('EXPRESS_UNANSWERED');
  });
});

describe('a cart of which something is free', () => {
  it('is paid by its total, and not at all when all is free (pitfall 29)', async () => {
    const shopper = newShopper(remote.app);
    await shopper.addToCart(await addProduct(remote.app.shop, { price: 0, stock: 5 }));
    const refused = await shopper.submit(orderCall, { payment_method: 'test_card' });
    expect(refused.json().code).toBe('EXPRESS_UNAVAILABLE');
    await shopper.addToCart(await addProduct(remote.app.shop, { stock: 5 }));
    expect(await begin(shopper)).toMatchObject({ total: 1000, redirectTo: null });
  });
});

describe('the form that begins a payment without script', () => {
  const submit = (shopper: ReturnType<typeof newShopper>) =>
    shopper.submit('/cart/order', { payment_method: 'test_card' });

  it("leads to the provider's page, and from there to a filled-in checkout [7.3/3]", async () => {
    remote.server.action = 'redirect';
    const product = await addProduct(remote.app.shop, { stock: 5 });
    const shopper = newShopper(remote.app);
    await shopper.addToCart(product);
    const { status, location } = await submit(shopper);
    const [book] = [...remote.server.books.values()].slice(-1);
    expect([status, location]).toEqual([303, `${remote.server.url}/pay/${book?.reference}`]);
    await shopper.submit(`${express}/quote`, { payment: book?.publicId ?? '', country: 'IE', city: 'Cork' });
    remote.server.approve(book?.publicId ?? '');
    expect((await submit(shopper)).location).toBe(`/checkout/payment/${book?.publicId}`);
  });

  it('says at the checkout why it did not begin, and at the cart what is wrong with that', async () => {
    const shopper = newShopper(remote.app);
    expect((await submit(shopper)).location).toBe('/cart');
    await shopper.addToCart(await addProduct(remote.app.shop, { stock: 5 }));
    remote.server.fail('begin', 'refuse-connection');
    expect((await submit(shopper)).location).toBe('/checkout');
    expect((await shopper.visit('/checkout')).body).toContain('The payment service is not responding');
  });
});
