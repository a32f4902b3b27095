import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OrderResponseBody } from '@paypal/paypal-js';
import { expect, expectTypeOf, it } from 'vitest';
import { startWalletSandbox } from '../index.ts';
import type { viewOrder } from '../rest/views.ts';
import { captureOrder, createOrder } from './orders.ts';
import { connectTarget } from './targets.ts';

const folder = join(import.meta.dirname, '..');
const published = join(folder, '../node_modules/@paypal/paypal-js/types/apis/openapi/checkout_orders_v2.d.ts');

/** What is of the payments' description, which no package brings, or only assumed: see README.md. */
const notOfOrders = new Set([
  ...[
    'AUTHORIZATION_ALREADY_CAPTURED',
    'AUTHORIZATION_AMOUNT_EXCEEDED',
    'AUTHORIZATION_DENIED',
    'AUTHORIZATION_EXPIRED',
  ],
  ...['AUTHORIZATION_VOIDED', 'CANNOT_BE_VOIDED', 'CAPTURE_FULLY_REFUNDED', 'MAX_CAPTURE_AMOUNT_EXCEEDED'],
  ...['PENDING_CAPTURE', 'PREVIOUSLY_CAPTURED', 'PREVIOUSLY_VOIDED', 'REAUTHORIZATION_NOT_SUPPORTED'],
  ...['REAUTHORIZATION_TOO_SOON', 'REFUND_AMOUNT_EXCEEDED', 'REFUND_NOT_ALLOWED', 'REFUND_TIME_LIMIT_EXCEEDED'],
  ...['TRANSACTION_DISPUTED', 'ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE', 'DECIMALS_NOT_SUPPORTED', 'NOT_PENDING'],
  ...['MISSING_SHIPPING_ADDRESS', 'PREVIOUS_REQUEST_IN_PROGRESS', 'WEBHOOK_URL_ALREADY_EXISTS'],
]);

it('every issue code of orders is one of the published description', () => {
  const known = new Set(
    [...readFileSync(published, 'utf8').matchAll(/issue\?: "([A-Z_0-9]+)"/g)].map(([, code]) => code),
  );
  expect(known.size).toBeGreaterThan(100);
  const sources = ['rest', 'money', 'checkout'].flatMap((name) =>
    readdirSync(join(folder, name), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(folder, name, entry.name), 'utf8')),
  );
  const pattern = /(?:unprocessable|invalid)\(\s*'([A-Z_]+)'|Problem\(\d+, '([A-Z_]+)'/g;
  const used = sources.flatMap((source) => [...source.matchAll(pattern)].map(([, one, other]) => one ?? other ?? ''));
  expect(used.length).toBeGreaterThan(40);
  expect([...new Set(used)].filter((code) => !known.has(code) && !notOfOrders.has(code))).toEqual([]);
});

it('a paid order has the fields of the published type', async () => {
  const sandbox = await startWalletSandbox({ port: 0, restPort: 0, dataFile: null });
  const target = connectTarget('the stand-in', sandbox.restUrl, sandbox.credentials);
  const id = await createOrder(target, { context: { shipping_preference: 'GET_FROM_FILE' } });
  await sandbox.control.approve(id);
  await captureOrder(target, id);
  const { result } = await target.orders.getOrder({ id });
  const { body } = await target.send('GET', `/v2/checkout/orders/${id}`);
  await sandbox.stop();
  // The type check fails for a field whose type isn't the published one.
  expectTypeOf<ReturnType<typeof viewOrder>>().toExtend<OrderResponseBody>();
  const names: readonly (keyof OrderResponseBody)[] = [
    ...(['id', 'status', 'intent', 'payment_source', 'purchase_units', 'payer'] as const),
    ...(['links', 'create_time', 'update_time'] as const),
  ];
  expect(Object.keys(body).sort()).toEqual([...names].sort());
  // The provider's library reads what it knows and refuses what has the wrong type.
  expect(result.purchaseUnits?.[0]?.payments?.captures?.[0]?.sellerReceivableBreakdown?.netAmount?.value).toBe('9.41');
  expect(result.paymentSource?.paypal?.accountId).toMatch(/^[0-9A-Z]{13}$/);
});
