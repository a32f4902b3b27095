import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWalletSandbox, type WalletSandbox } from '../index.ts';
import { createOrder } from './orders.ts';
import { connectTarget, type Target } from './targets.ts';

let sandbox: WalletSandbox;
let target: Target;
const asked: Record<string, unknown>[] = [];
const euros = (value: string) => ({ currency_code: 'EUR', value });

/** The shop's server: ships to Ireland for 5.00, to Britain for 9.00, and nowhere else. */
const shop = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const question = JSON.parse(Buffer.concat(chunks).toString());
  asked.push(question);
  const price = { IE: '5.00', GB: '9.00' }[question.shipping_address.country_code as string];
  if (price === undefined) {
    const body = { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'COUNTRY_ERROR' }] };
    response.writeHead(422).end(JSON.stringify(body));
    return;
  }
  const value = (10 + Number(price)).toFixed(2);
  const amount = { ...euros(value), breakdown: { item_total: euros('10.00'), shipping: euros(price) } };
  const shipping_options = [{ id: 'post', label: 'Post', type: 'SHIPPING', selected: true, amount: euros(price) }];
  const unit = { reference_id: 'default', amount, shipping_options };
  response.writeHead(200).end(JSON.stringify({ id: question.id, purchase_units: [unit] }));
});

beforeAll(async () => {
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
  sandbox = await startWalletSandbox({ port: 0, restPort: 0, dataFile: null });
  target = connectTarget('the stand-in', sandbox.restUrl, sandbox.credentials);
});
afterAll(async () => {
  await sandbox.stop();
  shop.closeAllConnections();
  await new Promise((done) => shop.close(done));
});

const callback = () => ({
  callback_url: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/shipping`,
  callback_events: ['SHIPPING_ADDRESS', 'SHIPPING_OPTIONS'],
});

it('the shop’s server is asked for shipping, without street and name, and changes the order', async () => {
  const context = { shipping_preference: 'GET_FROM_FILE', order_update_callback_config: callback() };
  const token = await createOrder(target, { context });
  const ship = async (country_code: string) => {
    const address = { address_line_1: '1 Quay Lane', admin_area_2: 'Cork', postal_code: 'T12', country_code };
    const response = await fetch(`${sandbox.publicUrl}/checkout/shipping`, {
      method: 'POST',
      body: JSON.stringify({ token, address }),
    });
    return (await response.json()) as { refusal: string | null; order: { amount: { value: string } } };
  };
  expect(await ship('IE')).toMatchObject({ refusal: null, order: { amount: { value: '15.00' } } });
  expect(await ship('GB')).toMatchObject({ refusal: null, order: { amount: { value: '19.00' } } });
  expect(await ship('US')).toMatchObject({ refusal: 'COUNTRY_ERROR', order: { amount: { value: '19.00' } } });
  expect(asked[0]).toMatchObject({ id: token, shipping_address: { admin_area_2: 'Cork', country_code: 'IE' } });
  expect(JSON.stringify(asked)).not.toContain('Quay');
});

it('an order without shipping takes no such callback', async () => {
  await expect(createOrder(target, { context: { order_update_callback_config: callback() } })).rejects.toThrow(
    'INCOMPATIBLE_PARAMETER_VALUE',
  );
});
