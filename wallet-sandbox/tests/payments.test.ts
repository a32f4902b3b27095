import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWalletSandbox, type WalletSandbox } from '../index.ts';
import { days, hours } from '../state/clock.ts';
import { all, captureOrder, createOrder, getIssue, getPayment, requestKey } from './orders.ts';
import { connectTarget, type Target } from './targets.ts';

let sandbox: WalletSandbox;
let target: Target;

beforeAll(async () => {
  sandbox = await startWalletSandbox({ port: 0, restPort: 0, dataFile: null });
});
// The library's token is of the time before a test has moved the clock.
beforeEach(() => {
  target = connectTarget('the stand-in', sandbox.restUrl, sandbox.credentials);
});
afterAll(() => sandbox.stop());

const post = (path: string, body?: object, headers: Record<string, string> = requestKey()) =>
  target.send('POST', path, { headers, ...(body ? { body } : {}) });
const get = async (path: string) => (await target.send('GET', path)).body;
const euros = (value: string) => ({ amount: { currency_code: 'EUR', value } });

async function pay(value = '10.00'): Promise<string> {
  const id = await createOrder(target, { value });
  await sandbox.control.approve(id);
  return getPayment(await captureOrder(target, id)).id;
}

async function authorize(value = '10.00'): Promise<string> {
  const id = await createOrder(target, { value, intent: 'AUTHORIZE' });
  await sandbox.control.approve(id);
  return getPayment(await post(`/v2/checkout/orders/${id}/authorize`), 'authorizations').id;
}

describe('an order', () => {
  it('tells payer and full address after approval alone', async () => {
    const id = await createOrder(target, { context: { shipping_preference: 'GET_FROM_FILE' } });
    const before = JSON.stringify(await get(`/v2/checkout/orders/${id}`));
    expect(before).not.toMatch(/"Ada"|Quay|T12 /);
    const { payerId } = await sandbox.control.approve(id);
    const order = await get(`/v2/checkout/orders/${id}`);
    expect(order).toMatchObject({
      status: 'APPROVED',
      payer: { payer_id: payerId, email_address: 'ada@example.com', name: { given_name: 'Ada', surname: 'Byrne' } },
      purchase_units: [{ shipping: { name: { full_name: 'Ada Byrne' }, address: { address_line_1: '1 Quay Lane' } } }],
    });
  });

  it('is captured once: by one key, by two keys, and by both at once', async () => {
    const id = await createOrder(target);
    await sandbox.control.approve(id);
    const headers = requestKey();
    const replies = await Promise.all([captureOrder(target, id, headers), captureOrder(target, id, headers)]);
    const ids = replies.filter(({ status }) => status < 300).map((reply) => getPayment(reply).id);
    expect(new Set(ids).size).toBe(1);
    const again = await captureOrder(target, id, headers);
    expect([again.status, getPayment(again).id]).toEqual([200, ids[0]]);
    expect(getIssue(await captureOrder(target, id))).toBe('422 ORDER_ALREADY_CAPTURED');
    const book = sandbox.control.readBooks().find(({ orderId }) => orderId === id);
    expect(book?.captures).toHaveLength(1);
  });

  it('answers 409 to the second of two at once with the same key', async () => {
    const id = await createOrder(target);
    await sandbox.control.approve(id);
    sandbox.faults.script('captureOrder', 'slow');
    sandbox.faults.waits.slow = { from: 300, to: 300 };
    const headers = requestKey();
    const first = captureOrder(target, id, headers);
    await expect.poll(() => sandbox.calls.filter(({ path }) => path.includes(id)).length).toBeGreaterThan(0);
    const second = await captureOrder(target, id, headers);
    expect([(await first).status, getIssue(second)]).toEqual([201, '409 PREVIOUS_REQUEST_IN_PROGRESS']);
  });

  it('keeps a declined instrument from paying until another is chosen', async () => {
    const id = await createOrder(target);
    await sandbox.control.approve(id, { instrument: 'declined' });
    const declined = await captureOrder(target, id);
    expect(getIssue(declined)).toBe('422 INSTRUMENT_DECLINED');
    expect(declined.body.links).toEqual(expect.arrayContaining([expect.objectContaining({ rel: 'redirect' })]));
    expect(getIssue(await captureOrder(target, id))).toBe('422 INSTRUMENT_DECLINED');
    await sandbox.control.approve(id, { instrument: 'visa' });
    expect(getPayment(await captureOrder(target, id)).status).toBe('COMPLETED');
  });

  it('asks the payer once more where the bank wants it', async () => {
    const id = await createOrder(target);
    await sandbox.control.approve(id, { instrument: 'challenge' });
    expect(getIssue(await captureOrder(target, id))).toBe('422 PAYER_ACTION_REQUIRED');
    expect((await get(`/v2/checkout/orders/${id}`)).status).toBe('PAYER_ACTION_REQUIRED');
    await sandbox.control.approve(id, { instrument: 'challenge' });
    expect(getPayment(await captureOrder(target, id)).status).toBe('COMPLETED');
  });

  it('can be complete with a capture that is pending, and is paid or denied later', async () => {
    const outcomes: string[] = [];
    for (const status of ['COMPLETED', 'DECLINED'] as const) {
      const id = await createOrder(target);
      await sandbox.control.approve(id, { instrument: 'bank' });
      const reply = await captureOrder(target, id);
      expect([reply.body.status, getPayment(reply).status]).toEqual(['COMPLETED', 'PENDING']);
      await sandbox.control.decideCapture(getPayment(reply).id, status);
      outcomes.push(String((await get(`/v2/payments/captures/${getPayment(reply).id}`)).status));
    }
    expect(outcomes).toEqual(['COMPLETED', 'DECLINED']);
  });

  it('takes no change after payment, no invoice number twice, and no approval of yesterday', async () => {
    const invoice_id = crypto.randomUUID();
    const id = await createOrder(target, { more: { invoice_id } });
    await sandbox.control.approve(id);
    await captureOrder(target, id);
    const change = [{ op: 'replace', path: "/purchase_units/@reference_id=='default'/invoice_id", value: 'other' }];
    const patched = await target.send('PATCH', `/v2/checkout/orders/${id}`, { body: change });
    expect(getIssue(patched)).toBe('422 ORDER_ALREADY_COMPLETED');
    const second = await createOrder(target, { more: { invoice_id } });
    await sandbox.control.approve(second);
    expect(getIssue(await captureOrder(target, second))).toBe('422 DUPLICATE_INVOICE_ID');
    await sandbox.control.advanceClock(3 * hours + 1000);
    expect(getIssue(await captureOrder(target, second))).toBe('422 ORDER_EXPIRED');
  });

  it('has no decimals in currencies without them', async () => {
    const id = await createOrder(target, { value: '1200', currency: 'JPY' });
    expect((await get(`/v2/checkout/orders/${id}`)).purchase_units).toMatchObject([{ amount: { value: '1200' } }]);
    await expect(createOrder(target, { value: '1200.50', currency: 'HUF' })).rejects.toThrow('DECIMALS_NOT_SUPPORTED');
  });

  it('compares the chosen way of shipping with the amount', async () => {
    const context = { shipping_preference: 'GET_FROM_FILE' };
    const options = [{ id: 'post', label: 'Post', selected: true, amount: { currency_code: 'EUR', value: '4.00' } }];
    const breakdown = (shipping: string) => ({
      item_total: { currency_code: 'EUR', value: '6.00' },
      shipping: { currency_code: 'EUR', value: shipping },
    });
    const amount = { currency_code: 'EUR', value: '10.00', breakdown: breakdown('4.00') };
    await createOrder(target, { context, more: { amount, shipping: { options } } });
    const wrong = { ...amount, value: '9.00', breakdown: breakdown('3.00') };
    await expect(createOrder(target, { context, more: { amount: wrong, shipping: { options } } })).rejects.toThrow(
      'PREFERRED_SHIPPING_OPTION_AMOUNT_MISMATCH',
    );
    await expect(createOrder(target, { more: { amount, shipping: { options } } })).rejects.toThrow(
      'SHIPPING_OPTIONS_NOT_SUPPORTED',
    );
  });
});

describe('an authorization', () => {
  it('is captured in parts, and the rest is voided without a body', async () => {
    const id = await authorize();
    const path = `/v2/payments/authorizations/${id}`;
    const part = await post(`${path}/capture`, euros('4.00'), { ...requestKey(), ...all });
    expect([part.status, part.body.status]).toEqual([201, 'COMPLETED']);
    expect((await get(path)).status).toBe('PARTIALLY_CAPTURED');
    expect(getIssue(await post(`${path}/capture`, euros('6.01')))).toBe('422 MAX_CAPTURE_AMOUNT_EXCEEDED');
    const { statusCode, result } = await target.payments.voidPayment({ authorizationId: id });
    expect([statusCode, result]).toEqual([204, null]);
    expect(getIssue(await post(`${path}/void`))).toBe('422 PREVIOUSLY_VOIDED');
    expect(getIssue(await post(`${path}/capture`))).toBe('422 AUTHORIZATION_VOIDED');
  });

  it('is captured whole by the provider’s own library', async () => {
    const id = await authorize('7.00');
    const { result } = await target.payments.captureAuthorizedPayment({ authorizationId: id, prefer: all.prefer });
    expect(result).toMatchObject({ status: 'COMPLETED', finalCapture: true, amount: { value: '7.00' } });
    expect(getIssue(await post(`/v2/payments/authorizations/${id}/capture`))).toBe(
      '422 AUTHORIZATION_ALREADY_CAPTURED',
    );
  });

  it('is renewed from the fourth day to the 29th, the first one alone', async () => {
    const id = await authorize();
    const path = `/v2/payments/authorizations/${id}`;
    expect(getIssue(await post(`${path}/reauthorize`))).toBe('422 REAUTHORIZATION_TOO_SOON');
    await sandbox.control.advanceClock(4 * days);
    const renewed = await post(`${path}/reauthorize`, euros('10.00'));
    expect(renewed.status).toBe(201);
    expect(renewed.body.id).not.toBe(id);
    const other = `/v2/payments/authorizations/${renewed.body.id}`;
    expect(getIssue(await post(`${other}/reauthorize`))).toBe('422 REAUTHORIZATION_NOT_SUPPORTED');
    expect(getIssue(await post(`${other}/void`))).toBe('422 CANNOT_BE_VOIDED');
    expect((await post(`${other}/capture`, euros('10.00'))).status).toBe(201);
    expect(getIssue(await post(`${path}/capture`, euros('1.00')))).toBe('422 AUTHORIZATION_ALREADY_CAPTURED');
    const late = await authorize();
    await sandbox.control.advanceClock(30 * days);
    expect(getIssue(await post(`/v2/payments/authorizations/${late}/capture`))).toBe('422 AUTHORIZATION_EXPIRED');
  });
});

describe('a refund', () => {
  it('is given in parts up to the capture, once for each key', async () => {
    const id = await pay();
    const path = `/v2/payments/captures/${id}`;
    const headers = requestKey();
    const first = await post(`${path}/refund`, euros('4.00'), { ...headers, ...all });
    const again = await post(`${path}/refund`, euros('4.00'), { ...headers, ...all });
    expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id]);
    expect((await get(path)).status).toBe('PARTIALLY_REFUNDED');
    expect(getIssue(await post(`${path}/refund`, euros('6.01')))).toBe('422 REFUND_AMOUNT_EXCEEDED');
    const { result } = await target.payments.refundCapturedPayment({ captureId: id, prefer: all.prefer });
    expect(result).toMatchObject({ status: 'COMPLETED', amount: { value: '6.00' } });
    expect(result.sellerPayableBreakdown?.totalRefundedAmount?.value).toBe('10.00');
    expect((await get(path)).status).toBe('REFUNDED');
    expect(getIssue(await post(`${path}/refund`))).toBe('422 CAPTURE_FULLY_REFUNDED');
    const known = await target.payments.getRefund({ refundId: String(first.body.id) });
    expect(known.result.amount?.value).toBe('4.00');
  });

  it('waits for the capture and the end of a dispute, and may be pending or fail itself', async () => {
    const order = await createOrder(target);
    await sandbox.control.approve(order, { instrument: 'bank' });
    const pending = getPayment(await captureOrder(target, order)).id;
    expect(getIssue(await post(`/v2/payments/captures/${pending}/refund`))).toBe('422 PENDING_CAPTURE');
    const id = await pay();
    const dispute = await sandbox.control.openDispute(id);
    expect(getIssue(await post(`/v2/payments/captures/${id}/refund`))).toBe('422 TRANSACTION_DISPUTED');
    const list = await get(`/v1/customer/disputes?disputed_transaction_id=${id}`);
    expect(list.items).toMatchObject([{ dispute_id: dispute, status: 'OPEN' }]);
    await sandbox.control.moveDispute(dispute, 'SELLER');
    expect(await get(`/v1/customer/disputes/${dispute}`)).toMatchObject({ status: 'RESOLVED' });
    sandbox.faults.script('refund', 'pending');
    const later = await post(`/v2/payments/captures/${id}/refund`);
    expect(later.body.status).toBe('PENDING');
    await sandbox.control.decideRefund(String(later.body.id), 'FAILED');
    expect((await get(`/v2/payments/captures/${id}`)).status).toBe('COMPLETED');
  });
});
