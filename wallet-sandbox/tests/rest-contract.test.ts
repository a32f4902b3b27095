import {
  CheckoutPaymentIntent,
  CustomError,
  OrderStatus,
  PaypalWalletContextShippingPreference,
} from '@paypal/paypal-server-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWalletSandbox, type WalletSandbox } from '../index.ts';
import { connectRealSandbox, connectTarget, type Target } from './targets.ts';

/**
 * What holds for the stand-in and the provider's own sandbox alike. The latter takes part when the
 * environment has WALLET_CLIENT_ID and WALLET_CLIENT_SECRET, and is reported as skipped otherwise.
 */

let sandbox: WalletSandbox;
let standIn: Target;
const real = connectRealSandbox();

beforeAll(async () => {
  sandbox = await startWalletSandbox({ port: 0, restPort: 0, dataFile: null });
  standIn = connectTarget('the stand-in', sandbox.restUrl, sandbox.credentials);
});
afterAll(() => sandbox.stop());

const unit = (value = '100.00', more: object = {}) => ({ amount: { currency_code: 'EUR', value, ...more } });
const order = (more: object = {}) => ({ intent: 'CAPTURE', purchase_units: [unit()], ...more });
const key = () => ({ 'paypal-request-id': crypto.randomUUID() });
const money = (value: string, currency_code = 'EUR') => ({ currency_code, value });

function describeContract(getTarget: () => Target): void {
  const send: Target['send'] = (...parts) => getTarget().send(...parts);
  const create = async (body: object, headers: Record<string, string> = key()) =>
    send('POST', '/v2/checkout/orders', { body, headers });
  const issueOf = async (body: object) => {
    const reply = await create(body);
    return `${reply.status} ${reply.body.details?.[0]?.issue}`;
  };

  it('creates, tells and keeps an order by the provider’s own library', async () => {
    const { orders } = getTarget();
    const { result, statusCode } = await orders.createOrder({
      body: {
        intent: CheckoutPaymentIntent.Capture,
        purchaseUnits: [
          {
            customId: 'c-1',
            invoiceId: crypto.randomUUID(),
            amount: {
              currencyCode: 'EUR',
              value: '60.50',
              breakdown: {
                itemTotal: { currencyCode: 'EUR', value: '55.00' },
                shipping: { currencyCode: 'EUR', value: '7.50' },
                discount: { currencyCode: 'EUR', value: '2.00' },
              },
            },
          },
        ],
        paymentSource: {
          paypal: {
            experienceContext: {
              returnUrl: 'https://shop.example/return',
              cancelUrl: 'https://shop.example/cancel',
              shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
            },
          },
        },
      },
      paypalRequestId: crypto.randomUUID(),
      prefer: 'return=representation',
    });
    expect([statusCode, result.status, result.intent]).toEqual([201, 'PAYER_ACTION_REQUIRED', 'CAPTURE']);
    expect(result.id).toMatch(/^[0-9A-Z]{17}$/);
    expect(result.links?.map(({ rel }) => rel)).toEqual(expect.arrayContaining(['self', 'payer-action']));
    const again = await orders.getOrder({ id: result.id ?? '' });
    expect(again.result.status).toBe(OrderStatus.PayerActionRequired);
    expect(again.result.purchaseUnits?.[0]).toMatchObject({ referenceId: 'default', customId: 'c-1' });
    expect(again.result.payer).toBeUndefined();
  });

  it('answers in short unless asked for all', async () => {
    const { status, body } = await create(order());
    expect(status).toBe(201);
    expect(Object.keys(body).sort()).toEqual(['id', 'links', 'status']);
    expect(body.status).toBe('CREATED');
    const rels = (body.links as { rel: string }[]).map(({ rel }) => rel);
    expect(rels).toEqual(expect.arrayContaining(['self', 'approve', 'update', 'capture']));
  });

  it('gives a repeated request key the first order, as it is now', async () => {
    const headers = key();
    const first = await create(order(), headers);
    const again = await create(order(), headers);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.id).toBe(first.body.id);
    const other = await create(order());
    expect(other.body.id).not.toBe(first.body.id);
  });

  it('refuses amounts that don’t add up, and wrong money', async () => {
    const parts = (breakdown: object, value = '10.00') => order({ purchase_units: [unit(value, { breakdown })] });
    const item = { name: 'Vase', quantity: '2', unit_amount: money('4.00') };
    const items = (total: object) => order({ purchase_units: [{ ...unit('10.00', total), items: [item] }] });
    expect(await issueOf(parts({ item_total: money('9.99') }))).toBe('422 AMOUNT_MISMATCH');
    expect(await issueOf(items({ breakdown: { item_total: money('10.00') } }))).toBe('422 ITEM_TOTAL_MISMATCH');
    expect(await issueOf(items({}))).toBe('422 ITEM_TOTAL_REQUIRED');
    expect(await issueOf(order({ purchase_units: [unit('0.00')] }))).toBe('422 CANNOT_BE_ZERO_OR_NEGATIVE');
    expect(await issueOf(order({ purchase_units: [unit('1.001')] }))).toBe('422 DECIMAL_PRECISION');
    expect(await issueOf(parts({ item_total: money('10.00', 'USD') }))).toBe('422 MULTI_CURRENCY_ORDER');
  });

  it('refuses what is wrong in form', async () => {
    expect(await issueOf({ purchase_units: [unit()] })).toBe('400 MISSING_REQUIRED_PARAMETER');
    expect(await issueOf(order({ intent: 'GIFT' }))).toBe('400 INVALID_PARAMETER_VALUE');
    const long = { ...unit(), invoice_id: 'x'.repeat(128) };
    expect(await issueOf(order({ purchase_units: [long] }))).toBe('400 INVALID_STRING_LENGTH');
    const broken = await send('POST', '/v2/checkout/orders', { text: '{"intent": ', headers: key() });
    expect([broken.status, broken.body.details?.[0]?.issue]).toEqual([400, 'MALFORMED_REQUEST_JSON']);
    expect(broken.body).toMatchObject({
      name: 'INVALID_REQUEST',
      message: expect.any(String),
      debug_id: expect.any(String),
    });
  });

  it('knows no order that isn’t there, and takes no payment that isn’t approved', async () => {
    const missing = await send('GET', '/v2/checkout/orders/5O190127TN364715T');
    expect([missing.status, missing.body.name]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    const { body } = await create(order());
    const error = await getTarget()
      .orders.captureOrder({ id: body.id ?? '', paypalRequestId: crypto.randomUUID() })
      .catch((each: unknown) => each);
    expect(error).toBeInstanceOf(CustomError);
    const { statusCode, result } = error as { statusCode: number; result: { details: { issue: string }[] } };
    expect([statusCode, result.details[0]?.issue]).toEqual([422, 'ORDER_NOT_APPROVED']);
  });

  it('changes an order, all or nothing', async () => {
    const { body } = await create(order());
    const path = `/v2/checkout/orders/${body.id}`;
    const at = "/purchase_units/@reference_id=='default'";
    const patched = await send('PATCH', path, {
      body: [
        {
          op: 'replace',
          path: `${at}/amount`,
          value: { ...money('120.00'), breakdown: { item_total: money('120.00') } },
        },
        { op: 'add', path: `${at}/custom_id`, value: 'changed' },
      ],
    });
    expect(patched.status).toBe(204);
    const refused = await send('PATCH', path, {
      body: [
        { op: 'replace', path: `${at}/custom_id`, value: 'half' },
        { op: 'replace', path: `${at}/amount`, value: { ...money('1.00'), breakdown: { item_total: money('2.00') } } },
      ],
    });
    expect([refused.status, refused.body.details?.[0]?.issue]).toEqual([422, 'AMOUNT_MISMATCH']);
    const now = await send('GET', path);
    expect(now.body.purchase_units).toMatchObject([{ amount: { value: '120.00' }, custom_id: 'changed' }]);
  });

  it('refuses by the code that a header asks for', async () => {
    const headers = { ...key(), 'paypal-mock-response': '{"mock_application_codes":"PAYEE_ACCOUNT_RESTRICTED"}' };
    const { status, body } = await create(order(), headers);
    expect([status, body.details?.[0]?.issue]).toEqual([422, 'PAYEE_ACCOUNT_RESTRICTED']);
  });
}

describe('orders of the stand-in', () => describeContract(() => standIn));
describe.runIf(real)('orders of the provider’s sandbox', () => describeContract(() => real ?? standIn));
