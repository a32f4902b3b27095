import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { couponCodeField } from '#features/cart/index.ts';
import { orderPayStepPath } from '#features/orders/index.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addTestCoupon } from '#tests/support/discounts.ts';
import { addProduct } from '#tests/support/products.ts';
import { type Answer, type FormFields, newShopper, type Shopper } from '#tests/support/shopper.ts';
import { type WalletShop, walletShop } from '#tests/support/wallet-shop.ts';
import { type CheckoutOrderReply, checkoutOrderCallPath } from '../contract.ts';

const { database } = useDatabase();
const path = checkoutOrderCallPath('/api/store/v1');
let wallet: WalletShop;
let bowl = 0;

beforeAll(async () => {
  wallet = await walletShop(database);
  bowl = await addProduct(wallet.app.shop, { name: 'Tide bowl', price: 1000, stock: 500 });
});

/** A shopper with a bowl, whose form pays with the wallet. Buttons send it without the key of the page. */
async function prepareForm(): Promise<{ shopper: Shopper; form: FormFields }> {
  const shopper = newShopper(wallet.app);
  await shopper.addToCart(bowl);
  const { request_key: _, ...form } = (await shopper.fillInCheckout()) ?? {};
  return { shopper, form: { ...form, payment_method: 'wallet' } };
}

async function order(shopper: Shopper, form: FormFields): Promise<CheckoutOrderReply> {
  const answer = await shopper.submit(path, form);
  expect(answer.status, answer.body).toBe(200);
  return answer.json();
}

const readParams = (answer: Answer): string[] => Object.keys(answer.json().data.params ?? {});

async function findOrders({ email }: Shopper) {
  const { rows } = await wallet.app.shop.db.execute<{ token: string; status: string }>(
    sql`select token, status from orders where email = ${email} order by id`,
  );
  return rows;
}

const countBooks = () => wallet.sandbox.control.readBooks().length;

describe('the call that orders the form', () => {
  it('writes order and payment first, and answers with what the script goes on with', async () => {
    const { shopper, form } = await prepareForm();
    const reply = await order(shopper, form);
    expect(reply).toMatchObject({
      redirectTo: orderPayStepPath(reply.order ?? ''),
      client: { orderId: expect.any(String), approveUrl: expect.stringContaining('/checkoutnow?token=') },
    });
    expect(await findOrders(shopper)).toEqual([{ token: reply.order, status: 'pending' }]);
  });

  it('names each field that lacks something, and begins nothing', async () => {
    const { shopper, form } = await prepareForm();
    const before = countBooks();
    const answer = await shopper.submit(path, { ...form, billing_city: '', billing_email: 'ada', terms: '' });
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'FORM_INVALID' });
    expect(readParams(answer).sort()).toEqual(['billing_city', 'billing_email', 'terms']);
    expect(await findOrders(shopper)).toEqual([]);
    expect(countBooks()).toBe(before);
  });

  it.each([
    ['PAYMENT_UNAVAILABLE', { payment_method: 'unknown' }],
    ['PRICE_CHANGED', { expected_total: '1' }],
    ['SHIPPING_UNAVAILABLE', { shipping_method: 'unknown' }],
  ])('refuses with %s and a message', async (code, change) => {
    const { shopper, form } = await prepareForm();
    const answer = await shopper.submit(path, { ...form, ...change });
    expect(answer.json()).toMatchObject({ code, message: expect.stringMatching(/\w{3}/) });
    expect(await findOrders(shopper)).toEqual([]);
  });

  it('answers EMPTY_CART without anything to order', async () => {
    expect((await newShopper(wallet.app).submit(path, {})).json()).toMatchObject({ code: 'EMPTY_CART' });
  });

  it('applies a coupon that was typed first: nobody orders without it unawares', async () => {
    await addTestCoupon(wallet.app.shop, { code: 'TIDE', amount: '10' });
    const { shopper, form } = await prepareForm();
    const typed = { ...form, [couponCodeField]: 'TIDE' };
    expect(await order(shopper, typed)).toEqual({ redirectTo: '/checkout', order: null, client: null });
    expect(await findOrders(shopper)).toEqual([]);
    const unknown = await shopper.submit(path, { ...form, [couponCodeField]: 'NOPE' });
    expect(unknown.json()).toMatchObject({ code: 'COUPON_REFUSED' });
  });

  it('goes on with the same order and the same order of the provider while nothing changes (pitfall 16)', async () => {
    const { shopper, form } = await prepareForm();
    const before = countBooks();
    const first = await order(shopper, form);
    expect(await order(shopper, form)).toEqual(first);
    expect(await Promise.all([order(shopper, form), order(shopper, form)])).toEqual([first, first]);
    expect(await findOrders(shopper)).toHaveLength(1);
    expect(countBooks() - before).toBe(1);
  });

  it('supersedes the order when the form has changed', async () => {
    const { shopper, form } = await prepareForm();
    const first = await order(shopper, form);
    const second = await order(shopper, { ...form, billing_city: 'Galway' });
    expect(second.order).not.toBe(first.order);
    expect(second.client).not.toEqual(first.client);
    expect(await findOrders(shopper)).toEqual([
      { token: first.order, status: 'cancelled' },
      { token: second.order, status: 'pending' },
    ]);
  });

  it('answers with the page of an order that was paid meanwhile (pitfall 4)', async () => {
    const { shopper, form } = await prepareForm();
    const first = await order(shopper, form);
    await wallet.approve({ reference: String(first.client?.orderId) });
    await wallet.runJobs();
    const again = await order(shopper, form);
    expect(again).toEqual({ redirectTo: `/order/${first.order}`, order: first.order, client: null });
    expect(await findOrders(shopper)).toEqual([{ token: first.order, status: 'processing' }]);
  });

  it('asks robots for their check, by the name of its field', async () => {
    const { shopper, form } = await prepareForm();
    const { shop } = wallet.app;
    const change = (percent: number, visitor: number | null) =>
      changeSettings(
        shop,
        [
          { key: 'bot-check.orderLimitPercent', value: percent, version: null },
          { key: 'checkout.ordersPerHour.visitor', value: visitor, version: null },
        ],
        'shop',
      );
    expect(await change(0, 1000)).toMatchObject({ ok: true });
    const answer = await shopper.submit(path, form);
    await change(50, null);
    expect(answer.json()).toMatchObject({ code: 'FORM_INVALID' });
    expect(readParams(answer)).toEqual(['bot_check']);
  });

  it('counts under the limits of orders, but not what only goes on', async () => {
    const { shopper, form } = await prepareForm();
    const { shop } = wallet.app;
    const limit = { key: 'checkout.ordersPerHour.visitor', value: 1, version: null };
    expect(await changeSettings(shop, [limit], 'shop')).toMatchObject({ ok: true });
    const first = await order(shopper, form);
    expect(await order(shopper, form)).toEqual(first);
    const refused = await shopper.submit(path, { ...form, billing_city: 'Galway' });
    await changeSettings(shop, [{ ...limit, value: null }], 'shop');
    expect(refused.status).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'TOO_MANY_ORDERS' });
  });
});

describe('the page on which the order is paid', () => {
  it('does not ask for JavaScript where the provider has a page of its own', async () => {
    const { shopper, form } = await prepareForm();
    const { redirectTo } = await order(shopper, form);
    const { body } = await shopper.visit(redirectTo);
    expect(body).toContain('/checkoutnow?token=');
    expect(body).not.toContain('needs JavaScript');
  });
});
