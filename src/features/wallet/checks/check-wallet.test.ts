import { beforeAll, expect, it } from 'vitest';
import { formatFinding } from '#platform/checks/checks.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { salesShop } from '#tests/support/sales.ts';
import { type WalletShop, walletShop } from '#tests/support/wallet-shop.ts';
import { checkWallet } from './check-wallet.ts';

const { database } = useDatabase();
let wallet: WalletShop;

beforeAll(async () => {
  wallet = await walletShop(database);
});

const check = async (isForOperator = true, { shop } = wallet.app) =>
  (await checkWallet(shop, { isForOperator })).map((finding) => `${finding.state} ${formatFinding(finding)}`);

it('without an account and without a test wallet there is nothing to check', async () => {
  const { shop } = await salesShop(database);
  expect(await checkWallet(shop, { isForOperator: true })).toEqual([]);
});

it('an operator hears of the account, the webhook and the clock; the start page asks nobody', async () => {
  const url = `http://127.0.0.1:${new URL(wallet.url).port}/payments/wallet/events`;
  expect(await check()).toEqual([
    'ok Wallet: the test wallet is used: no money moves',
    `ok Wallet webhook: ${url}`,
    'ok Clock: as the wallet’s',
  ]);
  const before = wallet.sandbox.calls.length;
  expect(await check(false)).toEqual(['ok Wallet: the test wallet is used: no money moves']);
  expect(wallet.sandbox.calls.length).toBe(before);
});

it('an operator hears that the clock is wrong', async () => {
  const other = await salesShop(database, {
    clock: { now: () => new Date(Date.now() + 300_000), forward: () => {} },
    env: { TEST_WALLET_URL: wallet.sandbox.publicUrl, TEST_WALLET_REST_URL: wallet.sandbox.restUrl },
  });
  expect((await check(true, other)).at(-1)).toMatch(/^warning Clock: 30[0-3] seconds ahead of the wallet’s/);
});

it('an operator hears that the provider does not answer', async () => {
  wallet.sandbox.faults.script('*', 'noConnection', 10);
  expect(await check()).toEqual([expect.stringMatching(/^error Wallet: the provider does not answer/)]);
  wallet.sandbox.faults.clear();
});

it('the owner hears that an account is set in part', async () => {
  const other = await salesShop(database);
  await changeSettings(other.shop, [{ key: 'wallet.clientId', value: 'AbC', version: null }], 'shop');
  expect(await check(false, other)).toEqual([
    'warning Wallet: no secret is set, so the wallet is not offered. Set wallet.clientSecret: docs/wallet.md',
  ]);
  await changeSettings(other.shop, [{ key: 'wallet.clientId', value: undefined, version: null }], 'shop');
});
