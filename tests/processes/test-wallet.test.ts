import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isAlive } from '#platform/database/embedded/processes.ts';
import { useDatabase } from '#tests/support/database.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { findChildPid, findServerPid } from '#tests/support/shop-process.ts';
import { type StartedProgram, startBuilt, temporaryFolder } from './start-built.ts';

const database = useDatabase();
const within = { timeout: 60_000, interval: 20 };

interface DemoShop extends StartedProgram {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  /** Of the test wallet; undefined while there is none. */
  walletPid(): number | undefined;
}

/** Opens a demo shop, without its catalogue: the database has a product. */
async function openDemoShop(settings: Readonly<Record<string, string>> = {}): Promise<DemoShop> {
  const port = await findFreePort();
  const env = {
    ...{ MODE: 'demo', PORT: String(port), LOG_LEVEL: 'error' },
    ...{ DATABASE_URL: database.connectionString, DATA_DIR: temporaryFolder(), ...settings },
  };
  const started = startBuilt('server', [], env);
  await expect.poll(started.output, within).toContain('is open');
  const walletPid = () => findChildPid(started.process.pid ?? 0, 'wallet-sandbox/main.ts');
  return { ...started, url: `http://127.0.0.1:${port}`, env, walletPid };
}

/** Addresses of the test wallet, as commands find them. */
function readAddresses({ env }: DemoShop): { url: string; restUrl: string } {
  const file = join(env.DATA_DIR ?? '', 'test-wallet/addresses.json');
  const { TEST_WALLET_URL, TEST_WALLET_REST_URL } = JSON.parse(readFileSync(file, 'utf8'));
  return { url: TEST_WALLET_URL, restUrl: TEST_WALLET_REST_URL };
}

const answers = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );

const untilWalletAnswers = (shop: DemoShop) =>
  expect.poll(() => answers(`${readAddresses(shop).restUrl}/books`), within).toBe(200);

async function occupyPort(port = 0): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe('a demo shop', () => {
  it('has a test wallet beside it: browsers load its SDK, loopback alone its books; it is started again, and ends with the shop', async () => {
    const shop = await openDemoShop();
    await untilWalletAnswers(shop);
    const { url, restUrl } = readAddresses(shop);
    expect(shop.output()).toContain(`${restUrl}/books (no money moves; pay as ada@example.com`);
    expect(await answers(`${url}/sdk/js?client-id=test-wallet-client`)).toBe(200);
    expect(new URL(url).hostname).toBe('localhost');
    const hooks = `${restUrl}/v1/notifications/webhooks`;
    expect((await fetch(hooks)).status).toBe(401);
    expect(readFileSync(join(shop.env.DATA_DIR ?? '', 'test-wallet/state.jsonl'), 'utf8')).toContain(
      `${shop.url}/payments/wallet/events`,
    );

    // The shop stays open without it.
    const first = shop.walletPid() ?? 0;
    const server = findServerPid(shop.process.pid ?? 0);
    process.kill(first, 'SIGKILL');
    expect(await answers(`${shop.url}/readyz`)).toBe(200);
    await expect.poll(shop.walletPid, within).not.toBeOneOf([first, undefined]);
    await untilWalletAnswers(shop);
    expect(shop.errors()).toContain('the test wallet ended unexpectedly and is started again');
    expect(findServerPid(shop.process.pid ?? 0)).toBe(server);

    const second = shop.walletPid() ?? 0;
    shop.process.kill('SIGTERM');
    expect((await shop.ended).code).toBe(0);
    expect(isAlive(second)).toBe(false);
  });

  it('leaves no test wallet behind when its supervisor is killed', async () => {
    const shop = await openDemoShop();
    await untilWalletAnswers(shop);
    const wallet = shop.walletPid() ?? 0;
    shop.process.kill('SIGKILL');
    await expect.poll(() => isAlive(wallet), within).toBe(false);
  });

  it('takes the next free port for it, and opens without it where the chosen one is taken', async () => {
    const port = await findFreePort();
    await occupyPort(port + 101);
    const shop = await openDemoShop({ PORT: String(port) });
    expect(new URL(readAddresses(shop).restUrl).port).toBe(String(port + 103));
    await untilWalletAnswers(shop);

    const taken = await occupyPort();
    const without = await openDemoShop({ TEST_WALLET_PORT: String(taken) });
    expect(without.errors()).toContain(`port ${taken} or the next one is taken`);
    expect(without.output()).not.toContain('/books');
  });

  it('has none when it is off', async () => {
    const shop = await openDemoShop({ TEST_WALLET_PORT: 'off' });
    expect(shop.output()).not.toContain('/books');
    expect(existsSync(join(shop.env.DATA_DIR ?? '', 'test-wallet'))).toBe(false);
    expect(shop.walletPid()).toBeUndefined();
  });
});

describe('a live shop', () => {
  it('does not open with a test wallet', async () => {
    const { code, errors } = await startBuilt('server', [], {
      ...{ MODE: 'live', PUBLIC_URL: 'https://shop.example', DATA_DIR: temporaryFolder() },
      ...{ TEST_WALLET_URL: 'http://localhost:3100', TEST_WALLET_REST_URL: 'http://127.0.0.1:3101' },
    }).ended;
    expect(code).toBe(1);
    expect(errors).toContain('TEST_WALLET_URL: expected nothing');
    expect(errors).toContain('TEST_WALLET_REST_URL: expected nothing');
  });
});
