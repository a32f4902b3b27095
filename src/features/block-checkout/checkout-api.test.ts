import { randomUUID } from 'node:crypto';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { findAttribution } from '#features/attribution/keep-attribution.ts';
import { createActorSubject, prepareBotCheck } from '#features/bot-check/index.ts';
import { getOrder } from '#features/orders/index.ts';
import { paymentProviders, type RemoteProvider } from '#features/payments/index.ts';
import { providePort } from '#platform/features/ports.ts';
import { createGuest } from '#platform/sessions/actor.ts';
import { solveBotCheck } from '#tests/support/bot-check.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { salesShop, testClock } from '#tests/support/sales.ts';
import { newShopper, readOrderToken } from '#tests/support/shopper.ts';
import { type StoreCheckout, storeCheckout } from './api/checkout-schemas.ts';

const { database, pool } = useDatabase();
const clock = testClock();
const root = '/api/st/store/v1';
let app: App;

/** A provider that refuses every payment at once. */
const refusing: RemoteProvider = {
  ...{ kind: 'remote', id: 'refusing', title: () => 'Refusing', isAvailable: () => true },
  requestKeySeconds: { begin: 3600, authorize: 3600, capture: 3600, void: 3600, refund: 3600 },
  begin: async () => ({ ok: false, reason: 'no' }),
  capture: async () => ({ status: 'failed', reason: 'no' }),
  void: async () => ({ status: 'failed', reason: 'no' }),
  refund: async () => ({ status: 'failed', reason: 'no' }),
  fetchState: async () => null,
};
let cup = 0;
let ebook = 0;

beforeAll(async () => {
  app = await salesShop(database, { clock, provides: providePort(paymentProviders, [refusing]) });
  cup = await addProduct(app.shop, { name: 'Cup', price: 1250, stock: 500 });
  ebook = await addProduct(app.shop, { name: 'Booklet', price: 900, stock: 500, virtual: true });
});

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A client that knows its cart by the token alone, and sends nothing but the public shape. */
function newClient(shop: App = app) {
  const state = { token: '' };
  const send = async (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    payload?: object,
    headers = {},
  ): Promise<Answer> => {
    const reply = await shop.http.inject({
      ...{
        method,
        url: `${root}${path}`,
        headers: { ...(state.token ? { 'cart-token': state.token } : {}), ...headers },
      },
      ...(payload ? { payload } : {}),
    });
    state.token = String(reply.headers['cart-token'] ?? state.token);
    return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
  };
  return { state, send };
}

async function openCart(items: readonly (readonly [id: number, quantity: number])[] = [[cup, 1]], shop: App = app) {
  const client = newClient(shop);
  await client.send('GET', '/cart');
  for (const [id, quantity] of items) await client.send('POST', '/cart/add-item', { id, quantity });
  return client;
}

const address = {
  ...{ first_name: 'Ada', last_name: 'Byrne', company: '', address_1: '1 Quay Lane', address_2: '' },
  ...{ city: 'Cork', state: '', postcode: 'T12 X4Y5', country: 'IE' },
};

const newOrder = (changes: object = {}) => ({
  billing_address: { ...address, phone: '', email: `${randomUUID()}@shopper.example` },
  shipping_address: address,
  customer_note: 'Ring twice',
  payment_method: 'bank_transfer',
  payment_data: [],
  additional_fields: { 'store/terms': true },
  ...changes,
});

const asCheckout = ({ body }: Answer): StoreCheckout => storeCheckout.parse(body);
const readFailure = ({ status, body }: Answer) => [status, body.code];
const countOrders = async ({ email }: { email: string }): Promise<number> =>
  Number((await pool.query('select count(*) from orders where email = $1', [email])).rows[0].count);

describe('the checkout of the store API', () => {
  it('has the id of the order that is placed, and a GET changes nothing', async () => {
    const client = await openCart();
    const read = () => pool.query('select * from next_order_ids order by cart_id');
    const before = (await read()).rows;
    const draft = asCheckout(await client.send('GET', '/checkout'));
    expect(asCheckout(await client.send('GET', '/checkout')).order_id).toBe(draft.order_id);
    expect((await read()).rows).toEqual(before);
    expect(draft).toMatchObject({ status: 'checkout-draft', order_key: '', customer_id: 0 });
    expect(draft.__experimentalCart).toBeUndefined();
    const placed = asCheckout(await client.send('POST', '/checkout', newOrder()));
    expect(placed).toMatchObject({
      ...{ order_id: draft.order_id, status: 'on-hold', customer_note: 'Ring twice', payment_method: 'bank_transfer' },
      billing_address: address,
      shipping_address: address,
    });
    const order = await getOrder(app.shop.db, { token: placed.order_key });
    expect([order?.id, String(order?.number), order?.total]).toEqual([draft.order_id, placed.order_number, 1750]);
    const { payment_status, redirect_url } = placed.payment_result;
    expect(payment_status).toBe('success');
    // The page of the order opens without the cookies that a token client does not have.
    const page = await app.http.inject({ url: redirect_url.replace(/^https?:\/\/[^/]+/, '') });
    expect(page.statusCode).toBeLessThan(400);
    expect(readFailure(await client.send('GET', '/checkout'))).toEqual([400, 'store_rest_cart_empty']);
  });

  it('keeps what was typed, also for the form, and says what is missing', async () => {
    const client = await openCart();
    const typed = { first_name: 'Ada', country: 'US', email: 'ada@example.com' };
    const path = '/checkout?__experimental_calc_totals=true';
    const saved = asCheckout(
      await client.send('PUT', path, { billing_address: typed, shipping_address: address, order_notes: 'Blue door' }),
    );
    expect(saved.billing_address).toMatchObject(typed);
    expect(saved.__experimentalCart?.has_calculated_shipping).toBe(true);
    const { billing_fields = [], problems = [] } = saved.extensions.checkout ?? {};
    expect(billing_fields.find(({ key }) => key === 'postcode')).toMatchObject({ label: 'ZIP code', required: true });
    expect(problems.map(({ param }) => param)).toContain('billing_address.postcode');
    expect(problems.map(({ param }) => param)).not.toContain('shipping_address.postcode');
    const again = asCheckout(await client.send('PUT', '/checkout', { additional_fields: { 'store/terms': true } }));
    expect(again).toMatchObject({ customer_note: 'Blue door', shipping_address: address });
    expect(asCheckout(await client.send('GET', '/checkout')).billing_address).toMatchObject(typed);
  });

  it('[G7] replies booleans as booleans, also after the order', async () => {
    const client = await openCart();
    const read = async () => asCheckout(await client.send('GET', '/checkout')).additional_fields;
    for (const isTicked of [true, false]) {
      await client.send('PUT', '/checkout', { additional_fields: { 'store/terms': isTicked } });
      expect(await read()).toMatchObject({ 'store/terms': isTicked });
    }
    const placed = asCheckout(await client.send('POST', '/checkout', newOrder()));
    expect(placed.additional_fields).toMatchObject({ 'store/terms': true });
  });

  it('[G7] takes the phone number of either address, and clears it', async () => {
    const client = await openCart();
    const phoneAfter = async (input: object) => {
      const reply = asCheckout(await client.send('PUT', '/checkout', input));
      return [reply.billing_address.phone, reply.shipping_address.phone];
    };
    const [first, second] = ['+353 1 234 5678', '+353 1 234 5679'];
    expect(await phoneAfter({ shipping_address: { phone: first } })).toEqual([first, first]);
    expect(await phoneAfter({ shipping_address: { phone: '' } })).toEqual(['', '']);
    expect(await phoneAfter({ billing_address: { phone: second } })).toEqual([second, second]);
    expect(await phoneAfter({ shipping_address: { city: 'Cork' } }), 'left out').toEqual([second, second]);
    expect(await phoneAfter({ billing_address: { phone: '' } })).toEqual(['', '']);
  });

  it('refuses what the form refuses, and names each field', async () => {
    const client = await openCart();
    const bad = newOrder({ additional_fields: {} });
    const billing = { ...bad.billing_address, city: '', postcode: '!!', email: 'x' };
    const answer = await client.send('POST', '/checkout', { ...bad, billing_address: billing });
    expect(readFailure(answer)).toEqual([400, 'rest_invalid_param']);
    const { params } = answer.body.data as { params: object };
    expect(Object.keys(params)).toEqual(
      expect.arrayContaining(['billing_address.email', 'billing_address.city', 'additional_fields.store/terms']),
    );
    expect(await client.send('POST', '/checkout', { payment_method: 'x' })).toMatchObject({ status: 400 });
    const unknown = await client.send('POST', '/checkout', newOrder({ payment_method: 'gold' }));
    expect(readFailure(unknown)).toEqual([400, 'store_rest_checkout_payment_method_unavailable']);
    const abroad = { ...address, country: 'KP' };
    const unsold = await client.send('POST', '/checkout', newOrder({ shipping_address: abroad }));
    expect(readFailure(unsold)).toEqual([400, 'rest_invalid_param']);
  });

  it('takes an order without the field of the terms only where the shop says so, and never a refused one', async () => {
    const withoutTerms = newOrder({ additional_fields: {} });
    const { additional_fields: _, ...bare } = withoutTerms;
    const readParams = ({ body }: Answer) => Object.keys((body.data as { params: object }).params);
    const strict = await (await openCart()).send('POST', '/checkout', bare);
    expect([readFailure(strict), readParams(strict)]).toEqual([
      [400, 'rest_invalid_param'],
      ['additional_fields.store/terms'],
    ]);
    const lenient = await salesShop(database, { settings: { checkout: { storeApiTerms: 'when-sent' } } });
    const client = await openCart([[cup, 1]], lenient);
    for (const refused of [false, '']) {
      const answer = await client.send(
        'POST',
        '/checkout',
        newOrder({ additional_fields: { 'store/terms': refused } }),
      );
      expect([readFailure(answer), readParams(answer)]).toEqual([
        [400, 'rest_invalid_param'],
        ['additional_fields.store/terms'],
      ]);
    }
    expect(asCheckout(await client.send('POST', '/checkout', bare)).status).toBe('on-hold');
  });

  it('needs a nonce or a token, and belongs to whoever has it', async () => {
    const client = await openCart();
    const url = `${root}/checkout`;
    const strangers = [
      await app.http.inject({ method: 'POST', url, payload: newOrder() }),
      await app.http.inject({ method: 'PUT', url, payload: {}, headers: { nonce: 'guessed' } }),
      await app.http.inject({
        method: 'POST',
        url,
        payload: newOrder(),
        headers: { 'cart-token': `${client.state.token}x` },
      }),
    ];
    expect(strangers.map(({ statusCode }) => statusCode)).toEqual([401, 403, 401]);
    const batch = { requests: [{ path: '/st/store/v1/checkout', body: newOrder() }] };
    const { body } = await client.send('POST', '/batch', batch);
    expect(body).toMatchObject({ responses: [{ status: 400, body: { code: 'rest_batch_not_allowed' } }] });
    expect((await openCart([])).state.token).not.toBe(client.state.token);
    expect(readFailure(await (await openCart([])).send('POST', '/checkout', newOrder()))).toEqual([
      400,
      'store_rest_cart_empty',
    ]);
  });

  it('[2.5/3] [3.6/2] keeps the attribution that is sent as extension data, and the wish for an account', async () => {
    const client = await openCart();
    const extensions = {
      'store/order-attribution': { source_type: 'utm', utm_source: 'letter', utm_campaign: 'autumn', referrer: null },
      'store/unknown': { x: 1 },
    };
    const placed = asCheckout(await client.send('POST', '/checkout', newOrder({ extensions, create_account: true })));
    expect((await getOrder(app.shop.db, { token: placed.order_key }))?.meta).toEqual({ create_account: true });
    expect(await findAttribution(app.shop.db, placed.order_id)).toMatchObject({
      ...{ source_type: 'utm', utm_source: 'letter', utm_campaign: 'autumn' },
    });
  });

  it('brings what was probably meant, and which fields are folded', async () => {
    const client = await openCart();
    const billing = { ...address, email: 'ada@gmial.com' };
    const { extensions } = asCheckout(await client.send('PUT', '/checkout', { billing_address: billing }));
    const { suggestions, billing_fields = [] } = extensions.checkout ?? {};
    expect(suggestions).toEqual([{ param: 'billing_address.email', value: 'ada@gmail.com' }]);
    expect(billing_fields.filter(({ folded }) => folded).map(({ key }) => key)).toEqual(['company', 'address_2']);
  });

  it('asks for the check for robots when orders look like abuse, which a client answers once', async () => {
    const limited = await salesShop(database, {
      settings: { checkout: { ordersPerHour: { visitor: 4 } }, 'bot-check': { iterations: 100 } },
    });
    const client = await openCart([[cup, 1]], limited);
    const readCheck = async () => {
      const { extensions } = asCheckout(await client.send('GET', '/checkout'));
      return extensions.checkout?.extra_fields.find(({ name }) => name === 'bot_check')?.html ?? '';
    };
    const again = () => client.send('POST', '/cart/add-item', { id: cup, quantity: 1 });
    for (let count = 0; count < 2; count += 1) {
      expect(await readCheck()).toBe('');
      expect((await client.send('POST', '/checkout', newOrder())).status).toBe(200);
      await again();
    }
    const refused = await client.send('POST', '/checkout', newOrder());
    expect(readFailure(refused)).toEqual([400, 'rest_invalid_param']);
    expect(Object.keys((refused.body.data as { params: object }).params)).toEqual([
      'additional_fields.store/bot_check',
    ]);
    const answer = await solveBotCheck(await readCheck());
    const solved = newOrder({ additional_fields: { 'store/terms': true, 'store/bot_check': answer } });
    const changed = { ...solved, expected_total: '1' };
    expect(readFailure(await client.send('POST', '/checkout', changed))[0]).toBe(409);
    // The same content of the same cart is one order, so the answer goes on passing for it, and for no other.
    expect((await client.send('POST', '/checkout', solved)).status).toBe(200);
    await again();
    expect(readFailure(await client.send('POST', '/checkout', solved))[0]).toBe(400);
    const fresh = { 'store/terms': true, 'store/bot_check': await solveBotCheck(await readCheck()) };
    expect((await client.send('POST', '/checkout', newOrder({ additional_fields: fresh }))).status).toBe(200);
  });

  it('orders virtual items without a shipping address', async () => {
    const client = await openCart([[ebook, 1]]);
    const placed = await client.send('POST', '/checkout', newOrder({ shipping_address: { country: 'IE' } }));
    expect(asCheckout(placed).order_id).toBeGreaterThan(0);
    const order = await getOrder(app.shop.db, { token: asCheckout(placed).order_key });
    expect([order?.delivery, order?.total]).toEqual([null, 900]);
  });

  it('answers the order of a virtual cart when it is sent again with less of an address', async () => {
    const client = await openCart([[ebook, 1]]);
    const { billing_address: billing, ...others } = newOrder({ shipping_address: { country: 'IE' } });
    const { first_name, last_name, country, email } = billing;
    const order = { ...others, billing_address: { first_name, last_name, country, email } };
    const first = asCheckout(await client.send('POST', '/checkout', order));
    for (const shipping of [{ country: 'IE' }, { country: 'IE', city: 'Cork' }, address, undefined]) {
      const again = await client.send('POST', '/checkout', { ...order, shipping_address: shipping });
      expect([again.status, again.body.order_id, again.body.code]).toEqual([200, first.order_id, undefined]);
    }
  });
});

describe('an order that is sent twice', () => {
  const send = async (client: Awaited<ReturnType<typeof openCart>>, order: object, headers = {}) =>
    asCheckout(await client.send('POST', '/checkout', order, headers));

  it('is one order, at once and after a lost reply, from a client without a key', async () => {
    const client = await openCart();
    const order = newOrder({ expected_total: '1750' });
    const answers = await Promise.all([send(client, order), send(client, order)]);
    const later = await send(client, order);
    expect(new Set([...answers, later].map(({ order_id }) => order_id)).size).toBe(1);
    expect(await countOrders(order.billing_address)).toBe(1);
    clock.forward(25 * 60 * 60 * 1000);
    expect(readFailure(await client.send('POST', '/checkout', order))).toEqual([400, 'store_rest_cart_empty']);
  });

  it('is one order by a form without a key, too', async () => {
    const shopper = newShopper(app);
    await shopper.addToCart(cup);
    const { request_key: _, ...form } = (await shopper.fillInCheckout()) ?? {};
    const sent = { ...form, payment_method: 'bank_transfer' };
    const answers = await Promise.all([shopper.placeOrder(sent), shopper.placeOrder(sent)]);
    const [first, second, later] = [...answers, await shopper.placeOrder(sent)].map(readOrderToken);
    expect([second, later]).toEqual([first, first]);
    expect(first).not.toBeNull();
  });

  it('is one open order while it is not paid; other content replaces it with the next id', async () => {
    const client = await openCart();
    const order = newOrder({ payment_method: 'pay_later' });
    const [first, second] = await Promise.all([send(client, order), send(client, order)]);
    expect([first.order_id, first.status]).toEqual([second.order_id, 'pending']);
    const draft = asCheckout(await client.send('GET', '/checkout'));
    expect(draft.order_id).not.toBe(first.order_id);
    const other = await send(client, { ...order, customer_note: 'Use the back door' });
    expect(other.order_id).toBe(draft.order_id);
    expect((await getOrder(app.shop.db, { token: first.order_key }))?.cancelReason).toBe('superseded');
    expect((await send(client, { ...order, customer_note: 'Use the back door' })).order_id).toBe(other.order_id);
    await client.send('POST', '/cart/add-item', { id: cup, quantity: 1 });
    expect((await send(client, { ...order, customer_note: 'Use the back door' })).order_id).not.toBe(other.order_id);
  });

  it('is refused when its key was used for another one', async () => {
    const client = await openCart();
    const headers = { 'idempotency-key': randomUUID() };
    const order = newOrder({ payment_method: 'pay_later' });
    const first = await send(client, order, headers);
    expect((await send(client, order, headers)).order_id).toBe(first.order_id);
    const other = await client.send('POST', '/checkout', { ...order, customer_note: 'x' }, headers);
    expect(readFailure(other)).toEqual([409, 'store_rest_checkout_request_key_used']);
    const stranger = await openCart();
    const guessed = await stranger.send('POST', '/checkout', newOrder(), headers);
    expect(readFailure(guessed)).toEqual([409, 'store_rest_checkout_request_key_used']);
    expect(JSON.stringify(guessed.body)).not.toContain(first.order_key);
  });

  it('counts once under the limits of orders, which answer 429', async () => {
    const limited = await salesShop(database, { settings: { checkout: { ordersPerHour: { visitor: 1 } } } });
    const client = await openCart([[cup, 1]], limited);
    const order = newOrder();
    const first = await send(client, order);
    expect((await send(client, order)).order_id).toBe(first.order_id);
    await client.send('POST', '/cart/add-item', { id: cup, quantity: 1 });
    const refused = await client.send('POST', '/checkout', order);
    expect(readFailure(refused)).toEqual([429, 'rate_limit_exceeded']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('is answered with its order also when it has passed a check for robots, which passes once', async () => {
    const careful = await salesShop(database, {
      settings: { checkout: { ordersPerHour: { visitor: 4 } }, 'bot-check': { iterations: 100 } },
    });
    const client = await openCart([[cup, 1]], careful);
    const place = async (changes: object, headers = {}) => {
      await client.send('POST', '/cart/add-item', { id: cup, quantity: 1 });
      return client.send('POST', '/checkout', newOrder(changes), headers);
    };
    for (let count = 0; count < 2; count += 1) expect((await place({})).status).toBe(200);
    const { rows } = await pool.query<{ id: string }>(
      'select visitor_id as id from orders order by number desc limit 1',
    );
    const check = await prepareBotCheck(careful.shop, createActorSubject('checkout', createGuest(rows[0]?.id ?? '')));
    const answer = await solveBotCheck(renderToStaticMarkup(check));
    const passed = { additional_fields: { 'store/terms': true, 'store/bot_check': answer } };
    const order = newOrder(passed);
    const headers = { 'idempotency-key': randomUUID() };
    await client.send('POST', '/cart/add-item', { id: cup, quantity: 1 });
    expect((await client.send('POST', '/checkout', newOrder())).body).toMatchObject({
      data: { params: { 'additional_fields.store/bot_check': expect.any(String) } },
    });
    const first = await client.send('POST', '/checkout', order, headers);
    expect(first.status).toBe(200);
    expect((await client.send('POST', '/checkout', order, headers)).body.order_id).toBe(first.body.order_id);
    expect((await place(passed)).body).toMatchObject({ code: 'rest_invalid_param' });
  });
});

describe('an order without a key whose reply was lost', () => {
  it('is answered with its order also when it has passed a check for robots, which passes once', async () => {
    const careful = await salesShop(database, {
      settings: { checkout: { ordersPerHour: { visitor: 4 } }, 'bot-check': { iterations: 100 } },
    });
    const client = await openCart([[cup, 1]], careful);
    for (let count = 0; count < 2; count += 1) {
      expect((await client.send('POST', '/checkout', newOrder())).status).toBe(200);
      await client.send('POST', '/cart/add-item', { id: cup, quantity: 1 });
    }
    const { extensions } = asCheckout(await client.send('GET', '/checkout'));
    const html = extensions.checkout?.extra_fields.find(({ name }) => name === 'bot_check')?.html ?? '';
    const order = newOrder({
      additional_fields: { 'store/terms': true, 'store/bot_check': await solveBotCheck(html) },
    });
    const first = await client.send('POST', '/checkout', order);
    expect(first.status).toBe(200);
    const again = await client.send('POST', '/checkout', order);
    expect([again.status, again.body.order_id]).toEqual([200, first.body.order_id]);
    expect(await countOrders(order.billing_address)).toBe(1);
  });
});

describe('what has changed since it was shown', () => {
  it('the total: nothing is ordered, and the reply has the cart with the new one', async () => {
    const client = await openCart();
    const order = newOrder({ expected_total: '1250' });
    const answer = await client.send('POST', '/checkout', order);
    expect(readFailure(answer)).toEqual([409, 'store_rest_checkout_total_mismatch']);
    expect(answer.body).toMatchObject({ data: { cart: { totals: { total_price: expect.any(String) } } } });
    expect(answer.body.message).toContain('€17.50');
    expect(await countOrders(order.billing_address)).toBe(0);
    expect(asCheckout(await client.send('POST', '/checkout', { ...order, expected_total: '1750' })).status).toBe(
      'on-hold',
    );
  });

  it('a coupon that has ended: without an expected total the message names it', async () => {
    const client = await openCart();
    await pool.query(`insert into coupons (code, code_key, percent, currency) values ('Autumn', 'autumn', 10, 'EUR')`);
    expect((await client.send('POST', '/cart/apply-coupon', { code: 'autumn' })).status).toBe(200);
    await pool.query(`update coupons set is_enabled = false where code_key = 'autumn'`);
    const answer = await client.send('POST', '/checkout', newOrder());
    expect(readFailure(answer)).toEqual([409, 'store_rest_cart_coupons_lost']);
    expect(answer.body.message).toContain('Autumn');
  });

  it('a payment that is refused leaves the order, and says so', async () => {
    const client = await openCart();
    const placed = asCheckout(await client.send('POST', '/checkout', newOrder({ payment_method: 'refusing' })));
    expect([placed.status, placed.payment_result.payment_status]).toEqual(['failed', 'failure']);
    expect(placed.payment_result.payment_details).toEqual([
      { key: 'message', value: expect.stringContaining('declined') },
    ]);
    expect(placed.payment_result.redirect_url).toContain(`/order/${placed.order_key}`);
  });

  it('the stock: the message names what is left', async () => {
    const last = await addProduct(app.shop, { name: 'Last jug', price: 1000, stock: 1 });
    const [client, faster] = [await openCart([[last, 1]]), await openCart([[last, 1]])];
    expect((await faster.send('POST', '/checkout', newOrder())).status).toBe(200);
    const answer = await client.send('POST', '/checkout', newOrder());
    expect(readFailure(answer)).toEqual([409, 'store_rest_checkout_out_of_stock']);
    expect(answer.body.message).toContain('Last jug');
  });
});
