import { inspect } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { getAvailablePaymentMethods } from '#features/payments/index.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { salesShop } from '#tests/support/sales.ts';
import { isWalletAnswering } from '../rest/wallet-client.ts';
import { getWalletEndpoints } from './endpoints.ts';

const { database } = useDatabase();
const draft = { total: 1500, currency: 'EUR', country: 'IE', needsShipping: true };
const env = { TEST_WALLET_URL: 'http://localhost:3100', TEST_WALLET_REST_URL: 'http://127.0.0.1:3101' };
let plain: App;
let demo: App;

beforeAll(async () => {
  plain = await salesShop(database);
  demo = await salesShop(database, { env });
});

const listMethods = async ({ shop }: App, more: object = {}) =>
  (await getAvailablePaymentMethods(shop, shop.db, { ...draft, ...more })).map(({ id, title }) => `${id} ${title}`);

it('without an account and a test wallet there is no wallet', async () => {
  expect(getWalletEndpoints(plain.shop)).toBeNull();
  expect(isWalletAnswering(plain.shop)).toBe(false);
  expect(await listMethods(plain)).not.toContainEqual(expect.stringMatching(/^wallet /));
});

it('a demo shop pays with the test wallet, and says so', async () => {
  expect(getWalletEndpoints(demo.shop)).toMatchObject({
    ...{ kind: 'test', sdkUrl: 'http://localhost:3100/sdk/js', restUrl: 'http://127.0.0.1:3101' },
  });
  expect(await listMethods(demo)).toContain('wallet Test wallet');
  expect(await listMethods(demo, { currency: 'ISK' })).not.toContain('wallet Test wallet');
});

it('a shop with an account pays with the provider, in the sandbox or for real', async () => {
  const withAccount = await salesShop(database, { env: { ...env, WALLET_CLIENT_SECRET: 'hidden-secret' } });
  const { shop } = withAccount;
  const set = (key: string, value: string) => changeSettings(shop, [{ key, value, version: null }], 'shop');
  await set('wallet.clientId', 'AbC');
  expect(getWalletEndpoints(shop)).toMatchObject({ kind: 'sandbox', restUrl: 'https://api-m.sandbox.paypal.com' });
  await set('wallet.environment', 'live');
  await set('wallet.sdkUrl', 'https://proxy.example/sdk');
  const endpoints = getWalletEndpoints(shop);
  expect(endpoints).toMatchObject({
    ...{ kind: 'live', clientId: 'AbC', sdkUrl: 'https://proxy.example/sdk' },
    ...{ webUrl: 'https://www.paypal.com', restUrl: 'https://api-m.paypal.com' },
  });
  expect(endpoints?.clientSecret.reveal()).toBe('hidden-secret');
  expect(inspect(endpoints) + JSON.stringify(endpoints)).not.toContain('hidden-secret');
  expect(await listMethods(withAccount)).toContain('wallet PayPal');
});
