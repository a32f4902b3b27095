import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beginOrderPayment, findExpressProvider } from '#features/payments/index.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { placeTestOrder, refundTestOrder } from '#tests/support/sales.ts';
import { type WalletPayment, type WalletShop, walletShop } from '#tests/support/wallet-shop.ts';
import { fetchWalletState } from './state.ts';
import { wallet as provider } from './wallet-provider.ts';

const { database } = useDatabase({ connections: 12 });
const day = 24 * 60 * 60 * 1000;
let wallet: WalletShop;

beforeAll(async () => {
  wallet = await walletShop(database);
});
beforeEach(() => wallet.sandbox.faults.clear());

const paidOnce = {
  order: { status: 'processing', captured_total: 1500, refunded_total: 0 },
  payments: [{ status: 'open', captured: 1500, refunded: 0, voided: 0 }],
  ...{ book: ['capture 15.00'], requested: 0, stock: 4, mails: ['confirmation', 'owner'] },
};

async function pay(shop = wallet): Promise<WalletPayment> {
  const payment = await shop.placeOrder();
  await shop.approve(payment);
  await shop.trigger('return', payment);
  return payment;
}

const signal = () => AbortSignal.timeout(15_000);
const toRemote = ({ publicId, reference, number }: WalletPayment) => ({
  ...{ publicId, reference, orderNumber: number, amount: 1500, currency: 'EUR' },
});
const refund = (payment: WalletPayment, more: object = {}) =>
  refundTestOrder(wallet.app.shop, { id: payment.orderId }, more);
const countCalls = (operation: string, reference = '') =>
  wallet.sandbox.calls.filter((call) => call.operation === operation && call.path.includes(reference)).length;

/** Reads the order as the provider has it. */
async function readOrder({ reference }: WalletPayment) {
  const { restUrl, credentials } = wallet.sandbox;
  const account = Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString('base64');
  const form = { method: 'POST', headers: { authorization: `Basic ${account}` } };
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const token = (await (await fetch(`${restUrl}/v1/oauth2/token`, { ...form, body })).json()) as {
    access_token: string;
  };
  const headers = { authorization: `Bearer ${token.access_token}` };
  const order = await fetch(`${restUrl}/v2/checkout/orders/${reference}`, { headers });
  return (await order.json()) as { purchase_units: [Record<string, unknown>] };
}

describe('an order at the wallet', () => {
  it('has the address of the order, totals alone, and ids that are its own (pitfalls 9, 13)', async () => {
    const payment = await wallet.placeOrder();
    const other = await wallet.placeOrder();
    const [unit] = (await readOrder(payment)).purchase_units;
    expect(unit).toMatchObject({
      custom_id: payment.publicId,
      invoice_id: `${payment.number}-${payment.publicId}`,
      amount: { value: '15.00', breakdown: { item_total: { value: '10.00' }, shipping: { value: '5.00' } } },
      shipping: { name: { full_name: 'Ada Byrne' }, address: { address_line_1: '1 Quay Lane', country_code: 'IE' } },
    });
    expect(unit).not.toHaveProperty('items');
    expect((await readOrder(other)).purchase_units[0].invoice_id).not.toBe(unit.invoice_id);
  });

  it('of downloads has no shipping and no callback (pitfall 38)', async () => {
    const { shop } = wallet.app;
    const product = await addProduct(shop, { stock: 5, virtual: true });
    const order = await placeTestOrder(shop, [[product, 1]], { paymentMethod: 'wallet', shippingMethod: '' });
    expect(await beginOrderPayment(shop, order.number)).toMatchObject({ kind: 'client' });
    const { rows } = await shop.db.execute<{ reference: string }>(
      sql`select reference from payments where order_id = ${order.id}`,
    );
    const read = await readOrder({ reference: rows[0]?.reference ?? '' } as WalletPayment);
    expect(read.purchase_units[0]).not.toHaveProperty('shipping');
    expect(JSON.stringify(read)).not.toContain('callback');
  });

  it('is begun by a script, with a link for browsers without one', async () => {
    const { number, reference } = await wallet.placeOrder();
    const action = await beginOrderPayment(wallet.app.shop, number);
    const approveUrl = `${wallet.sandbox.publicUrl}/checkoutnow?token=${reference}`;
    expect(action).toEqual({ kind: 'client', data: { orderId: reference, approveUrl } });
  });

  it('that the provider refuses is not paid, and another way is offered', async () => {
    wallet.sandbox.faults.script('createOrder', 'POSTAL_CODE_REQUIRED');
    const { orderId } = await wallet.placeOrder();
    const { rows } = await wallet.app.shop.db.execute(
      sql`select status, failure from payments where order_id = ${orderId}`,
    );
    expect(rows).toEqual([{ status: 'failed', failure: 'POSTAL_CODE_REQUIRED' }]);
    expect(provider.describeFailure?.(wallet.app.shop, 'POSTAL_CODE_REQUIRED')).toContain('address');
  });
});

describe('a payment before its order', () => {
  const content = {
    ...{ needsShipping: true, shippingAddress: null, shippingOptions: [] },
    breakdown: { items: 2000, discount: 0, shipping: 0, fees: 0 },
  };
  const change = (payment: WalletPayment, amount = 2000) =>
    findExpressProvider(wallet.app.shop, 'wallet')?.express.changeAmount(
      wallet.app.shop,
      { ...toRemote(payment), orderNumber: null },
      { amount, content: { ...content, breakdown: { ...content.breakdown, items: amount } } },
      { signal: signal() },
    );

  async function begin() {
    const publicId = crypto.randomUUID();
    const reference = await provider.begin(
      wallet.app.shop,
      { publicId, reference: null, orderNumber: null, amount: 1500, currency: 'EUR' },
      {
        content: { ...content, breakdown: { ...content.breakdown, items: 1500 } },
        ...{ returnUrl: wallet.url, cancelUrl: wallet.url, locale: 'en-IE', signal: signal() },
      },
    );
    if (!reference.ok) throw new Error(reference.reason);
    return { publicId, number: 1, ...reference } as unknown as WalletPayment;
  }

  it('costs what the shop tells, until the shopper has agreed (pitfall 6)', async () => {
    const payment = await begin();
    expect(await change(payment)).toBe(true);
    expect(wallet.sandbox.control.readBook(payment.reference).amount.value).toBe('20.00');
    await wallet.approve(payment);
    expect(await change(payment, 3000)).toBe(false);
    expect(await change(payment, 2000)).toBe(true);
    expect(wallet.sandbox.control.readBook(payment.reference).amount.value).toBe('20.00');
  });

  it('keeps its amount when the change is refused (pitfall 24)', async () => {
    const payment = await begin();
    wallet.sandbox.faults.script('patchOrder', 'AMOUNT_MISMATCH');
    expect(await change(payment)).toBe(false);
    wallet.sandbox.faults.script('patchOrder', 'noConnection', 3);
    await expect(change(payment)).rejects.toThrow('did not answer');
    expect(wallet.sandbox.control.readBook(payment.reference).amount.value).toBe('15.00');
  });

  it('tells who has agreed, and where it is sent', async () => {
    const payment = await begin();
    const before = await fetchWalletState(wallet.app.shop, toRemote(payment), { signal: signal() });
    expect(before).toMatchObject({ status: 'requires_action', isApproved: false, payer: null });
    await wallet.approve(payment);
    expect(await fetchWalletState(wallet.app.shop, toRemote(payment), { signal: signal() })).toMatchObject({
      ...{ status: 'open', isApproved: true, amount: 1500 },
      payer: {
        ...{ email: 'ada@example.com', phone: '0212345678', shipping: null },
        billing: { first_name: 'Ada', last_name: 'Byrne', address_1: '1 Quay Lane', state: 'CO', country: 'IE' },
      },
    });
  });
});

describe('a declined payment', () => {
  it.each(['INSTRUMENT_DECLINED', 'PAYER_ACTION_REQUIRED'])(
    'by %s leads back to the same order, without a mail, and is paid by another instrument (pitfall 7)',
    async (code) => {
      const payment = await wallet.placeOrder();
      await wallet.approve(payment);
      wallet.sandbox.faults.script('captureOrder', code);
      await wallet.trigger('return', payment);
      expect(await wallet.readOutcome(payment)).toMatchObject({
        ...{ order: { status: 'pending' }, payments: [{ status: 'requires_action' }], mails: [], requested: 0 },
      });
      const action = await beginOrderPayment(wallet.app.shop, payment.number);
      expect(action).toMatchObject({ kind: 'client', data: { orderId: payment.reference } });
      wallet.clock.forward(60_000);
      await wallet.approve(payment);
      await wallet.trigger('return', payment);
      expect(await wallet.readOutcome(payment)).toMatchObject(paidOnce);
    },
  );

  it('for good is failed with its reason, which the shopper reads in words', async () => {
    const payment = await wallet.placeOrder();
    await wallet.approve(payment);
    wallet.sandbox.faults.script('captureOrder', 'TRANSACTION_REFUSED');
    await wallet.trigger('return', payment);
    expect(await wallet.readOutcome(payment)).toMatchObject({ order: { status: 'failed' }, book: [] });
    expect(provider.describeFailure?.(wallet.app.shop, 'TRANSACTION_REFUSED')).toContain('declined');
  });

  it('whose approval has lapsed is expired', async () => {
    const payment = await wallet.placeOrder();
    await wallet.approve(payment);
    wallet.sandbox.faults.script('captureOrder', 'ORDER_EXPIRED');
    await wallet.trigger('return', payment);
    expect(await wallet.readOutcome(payment)).toMatchObject({ payments: [{ status: 'failed', captured: 0 }] });
  });
});

describe('pending money', () => {
  it.each([
    ['COMPLETED', { order: { status: 'processing', captured_total: 1500 }, mails: ['confirmation', 'owner'] }],
    ['DECLINED', { order: { status: 'failed', captured_total: 0 }, mails: ['payment-failed'] }],
  ] as const)('is no money until it is decided: %s (pitfall 35)', async (decision, outcome) => {
    const payment = await wallet.placeOrder();
    await wallet.approve(payment, { instrument: 'bank' });
    await wallet.trigger('return', payment);
    await wallet.trigger('job', payment);
    expect(await wallet.readOutcome(payment)).toMatchObject({
      ...{ order: { status: 'pending', captured_total: 0 }, book: ['pending 15.00'], requested: 1, mails: [] },
    });
    expect(countCalls('captureOrder', payment.reference)).toBe(1);
    const [capture] = wallet.sandbox.control.readBook(payment.reference).captures;
    await wallet.sandbox.control.decideCapture(capture?.id ?? '', decision);
    expect(await wallet.readOutcome(payment)).toMatchObject({ ...outcome, requested: 0 });
  });
});

describe('a refund', () => {
  it('in part and then of the rest is two, each with its own amount (pitfall 12)', async () => {
    const payment = await pay();
    await refund(payment, { amount: 500 });
    await wallet.trigger('return', payment);
    await refund(payment);
    await wallet.trigger('return', payment);
    expect(await wallet.readOutcome(payment)).toMatchObject({
      order: { status: 'refunded', captured_total: 1500, refunded_total: 1500 },
      ...{ book: ['capture 15.00', 'refund 5.00', 'refund 10.00'], requested: 0 },
    });
  });

  it('whose webhook comes before its reply is one (pitfall 10)', async () => {
    wallet.sandbox.faults.planNext({ webhookFirst: true, webhookTwice: true });
    const payment = await pay();
    await refund(payment, { amount: 500 });
    await Promise.all([wallet.trigger('return', payment), wallet.runJobs()]);
    await wallet.trigger('return', payment);
    expect(await wallet.readOutcome(payment)).toMatchObject({
      ...{ order: { refunded_total: 500 }, book: ['capture 15.00', 'refund 5.00'] },
    });
  });

  it('whose replies are lost is one, by its key (pitfall 11)', async () => {
    wallet.sandbox.faults.planNext({ webhookNever: true });
    const payment = await pay();
    await refund(payment, { amount: 500 });
    wallet.sandbox.faults.script('refund', 'lostReply', 3);
    await wallet.trigger('return', payment);
    expect(await wallet.readOutcome(payment)).toMatchObject({ order: { refunded_total: 0 }, requested: 1 });
    await wallet.trigger('return', payment);
    expect(await wallet.readOutcome(payment)).toMatchObject({
      ...{ order: { refunded_total: 500 }, book: ['capture 15.00', 'refund 5.00'], requested: 0 },
    });
  });

  it('from the provider’s own pages is not taken for one of the shop of the same amount (pitfall 10)', async () => {
    const payment = await pay();
    const [capture] = wallet.sandbox.control.readBook(payment.reference).captures;
    wallet.sandbox.faults.script('refund', 'INTERNAL_SERVER_ERROR', 3);
    await refund(payment, { amount: 500 });
    await wallet.sandbox.control.refund(capture?.id ?? '', '5.00');
    await wallet.runJobs();
    await wallet.trigger('return', payment);
    expect(await wallet.readOutcome(payment)).toMatchObject({
      ...{ order: { refunded_total: 1000 }, book: ['capture 15.00', 'refund 5.00', 'refund 5.00'], requested: 0 },
    });
  });

  it('that the provider refuses is told to the shop', async () => {
    const payment = await pay();
    wallet.sandbox.faults.script('refund', 'REFUND_FAILED_INSUFFICIENT_FUNDS');
    await refund(payment, { amount: 500 });
    await wallet.trigger('return', payment);
    const { mails, ...outcome } = await wallet.readOutcome(payment);
    expect(outcome).toMatchObject({ order: { refunded_total: 0 }, requested: 0 });
    expect(mails.some((kind) => kind.startsWith('refund'))).toBe(true);
  });
});

describe('an authorization', () => {
  let two: WalletShop;

  beforeAll(async () => {
    two = await walletShop(database, { settings: { wallet: { intent: 'authorize' } } });
  });

  it('that is too old to be vouched for is renewed before its capture (pitfall 36)', async () => {
    const { shop } = two.app;
    const payment = await two.placeOrder();
    await two.approve(payment);
    const request = { payment: toRemote(payment), amount: 1500, captureReferences: [] };
    const authorized = await provider.authorize?.(shop, { ...request, requestKey: 'a' }, { signal: signal() });
    expect(authorized).toMatchObject({ status: 'succeeded' });
    two.clock.forward(5 * day);
    expect(await provider.capture(shop, { ...request, requestKey: 'c' }, { signal: signal() })).toMatchObject({
      status: 'succeeded',
    });
    expect(two.sandbox.calls.filter(({ operation }) => operation === 'reauthorize')).toHaveLength(1);
    const state = await fetchWalletState(shop, toRemote(payment), { signal: signal() });
    expect(state?.transactions.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
      'authorize 1500',
      'capture 1500',
    ]);
    expect(state?.transactions[0]).toMatchObject(
      authorized?.status === 'succeeded' ? { reference: authorized.reference } : {},
    );
  });

  it('is given up once, also when somebody else was faster', async () => {
    const { shop } = two.app;
    const payment = await two.placeOrder();
    await two.approve(payment);
    const request = { payment: toRemote(payment), amount: 1500, captureReferences: [] };
    await provider.authorize?.(shop, { ...request, requestKey: 'b' }, { signal: signal() });
    const release = (requestKey: string) => provider.void(shop, { ...request, requestKey }, { signal: signal() });
    const first = await release('v1');
    expect(first).toMatchObject({ status: 'succeeded' });
    expect(await release('v2')).toEqual(first);
    expect(await fetchWalletState(shop, toRemote(payment), { signal: signal() })).toMatchObject({
      status: 'cancelled',
      transactions: [{ kind: 'authorize' }, { kind: 'void', amount: 1500 }],
    });
  });

  it('and its capture follow an order that began with the other setting', async () => {
    const payment = await wallet.placeOrder();
    await wallet.approve(payment);
    const { shop } = wallet.app;
    const request = { payment: toRemote(payment), amount: 1500, captureReferences: [], requestKey: 'other' };
    expect(await provider.authorize?.(shop, request, { signal: signal() })).toMatchObject({ status: 'succeeded' });
  });
});

describe('without an answer of the provider', () => {
  it('a payment that it does not know any more has expired, and one without a reference is unknown', async () => {
    const payment = await wallet.placeOrder();
    const unknown = { ...toRemote(payment), reference: 'UNKNOWN' };
    expect(await fetchWalletState(wallet.app.shop, unknown, { signal: signal() })).toMatchObject({ status: 'expired' });
    expect(await fetchWalletState(wallet.app.shop, { ...unknown, reference: null }, { signal: signal() })).toBeNull();
  });

  it('an order that nobody has approved for hours has expired', async () => {
    const payment = await wallet.placeOrder();
    wallet.clock.forward(7 * 60 * 60 * 1000);
    const state = await fetchWalletState(wallet.app.shop, toRemote(payment), { signal: signal() });
    expect(state).toMatchObject({ status: 'expired', transactions: [] });
  });
});
