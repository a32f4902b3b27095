import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWalletSandbox, type WalletSandbox } from '../index.ts';
import { captureOrder, getIssue, getPayment, requestKey } from './orders.ts';
import { connectTarget, type Target } from './targets.ts';

let sandbox: WalletSandbox;
let target: Target;

beforeAll(async () => {
  sandbox = await startWalletSandbox({ port: 0, restPort: 0, dataFile: null });
  target = connectTarget('the stand-in', sandbox.restUrl, sandbox.credentials);
});
afterAll(() => sandbox.stop());

const createCardOrder = (more: object = {}, intent = 'CAPTURE') => {
  const body = {
    ...{ intent, purchase_units: [{ amount: { currency_code: 'EUR', value: '18.50' } }] },
    payment_source: { card: more },
  };
  return target.send('POST', '/v2/checkout/orders', { body, headers: requestKey() });
};

const verify = (method: string) => ({ attributes: { verification: { method } } });

async function open(more: object = {}, intent?: string): Promise<string> {
  return String((await createCardOrder(more, intent)).body.id);
}

const read = async (id: string) => (await target.send('GET', `/v2/checkout/orders/${id}`)).body;

describe('an order that a card pays', () => {
  it('is created without a payer and without a link to a page, and tells brand and last digits when it is paid', async () => {
    const created = await createCardOrder();
    expect(created.body).toMatchObject({ status: 'CREATED', payment_source: { card: {} } });
    expect(JSON.stringify(created.body)).not.toMatch(/payer-action|checkoutnow/);
    const id = String(created.body.id);
    expect(await sandbox.control.payByCard(id)).toEqual({ status: 'approved' });
    expect(await read(id)).toMatchObject({
      status: 'APPROVED',
      payment_source: { card: { name: 'Ada Byrne', last_digits: '1111', brand: 'VISA', expiry: '2039-12' } },
    });
    const paid = await captureOrder(target, id);
    expect(getPayment(paid)).toMatchObject({ status: 'COMPLETED', processor_response: { response_code: '0000' } });
    expect(JSON.stringify([paid.body, sandbox.control.readBook(id)])).not.toMatch(/payer"|4111/);
  });

  it('has a declined capture in a reply that says 201, once and for all', async () => {
    const id = await open();
    await sandbox.control.payByCard(id, '4000000000009995');
    const reply = await captureOrder(target, id);
    expect(reply.status).toBe(201);
    expect(getPayment(reply)).toMatchObject({ status: 'DECLINED', processor_response: { response_code: '5120' } });
    expect(getIssue(await captureOrder(target, id))).toBe('422 ORDER_ALREADY_CAPTURED');
  });

  it('has a denied authorization likewise', async () => {
    const id = await open({}, 'AUTHORIZE');
    await sandbox.control.payByCard(id, '4000000000000002');
    const reply = await target.send('POST', `/v2/checkout/orders/${id}/authorize`, { headers: requestKey() });
    expect(getPayment(reply, 'authorizations')).toMatchObject({ status: 'DENIED' });
  });

  it.each([
    ['is confirmed', '4000000000003220', 'confirm', 'POSSIBLE', 'Y', 'Y'],
    ['is only noted by the bank', '4000000000003220', 'attempt', 'POSSIBLE', 'Y', 'A'],
    ['gets a wrong code', '4000000000003220', 'refuse', 'NO', 'Y', 'N'],
    ['is rejected by the bank', '4000000000003220', 'reject', 'NO', 'Y', 'R'],
    ['meets a bank that fails', '4000000000003220', 'unavailable', 'UNKNOWN', 'Y', 'U'],
    ['is of a card that takes no part', '4000000000003055', '', 'NO', 'N', undefined],
    ['is of a bank that can’t tell', '4000000000000101', '', 'NO', 'U', undefined],
    ['is of a bank that was passed over', '4000000000003063', '', 'NO', 'B', undefined],
    ['is of a bank that does not answer', '4000000000003097', '', 'UNKNOWN', 'U', undefined],
  ])('tells what 3-D Secure said when it %s', async (_, number, answer, liability, enrolled, status) => {
    const id = await open(verify('SCA_WHEN_REQUIRED'));
    expect(await sandbox.control.payByCard(id, number, answer)).toEqual({
      status: 'approved',
      liabilityShift: liability,
    });
    const { payment_source } = (await read(id)) as { payment_source?: { card: { authentication_result: object } } };
    expect(payment_source?.card.authentication_result).toEqual({
      liability_shift: liability,
      three_d_secure: { enrollment_status: enrolled, ...(status ? { authentication_status: status } : {}) },
    });
  });

  it('is not approved when the shopper closes the question, and can be paid again', async () => {
    const id = await open();
    expect(await sandbox.control.payByCard(id, '4000000000003220', 'cancel')).toEqual({ status: 'cancelled' });
    expect(getIssue(await captureOrder(target, id))).toBe('422 ORDER_NOT_APPROVED');
    await sandbox.control.payByCard(id);
    expect(getPayment(await captureOrder(target, id)).status).toBe('COMPLETED');
  });

  it('asks 3-D Secure always where the shop wants it', async () => {
    const id = await open(verify('SCA_ALWAYS'));
    expect(await sandbox.control.payByCard(id)).toEqual({ status: 'approved', liabilityShift: 'POSSIBLE' });
    expect(getIssue(await createCardOrder(verify('SOMETIMES')))).toMatch(/^400 /);
  });

  it('is refused with a number from the shop’s server, with a wrong number, and for an account without cards', async () => {
    const withNumber = await createCardOrder({ number: '4111111111111111', expiry: '2039-12' });
    expect(getIssue(withNumber)).toBe('422 NOT_ENABLED_FOR_CARD_PROCESSING');
    const id = await open();
    await expect(sandbox.control.payByCard(id, '4111111111111112')).rejects.toThrow('CARD_NUMBER_REQUIRED');
    sandbox.faults.hasCardFields = false;
    expect(getIssue(await createCardOrder())).toBe('422 NOT_ENABLED_FOR_CARD_PROCESSING');
    sandbox.faults.hasCardFields = true;
  });
});
