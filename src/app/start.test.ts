import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { noAssets } from '#platform/islands/assets.ts';
import { useDatabase } from '#tests/database.ts';
import { startShop } from './start.ts';

const store = useDatabase();

async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

function settings(): Record<string, string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-start-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return {
    ...{
      MODE: 'live',
      HOST: '127.0.0.1',
      PORT: '0',
      PUBLIC_URL: 'https://shop.example',
      SECRET: randomBytes(32).toString('hex'),
    },
    ...{ MAIL_URL: 'smtp://127.0.0.1:1', DATABASE_URL: store.connectionString, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
  };
}

/** Connections of a shop, less those of this test. */
async function connections(): Promise<number> {
  const { rows } = await store.pool.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? Number.NaN;
}

describe('opening the shop', () => {
  it.each([
    ['PORT', 'METRICS_PORT'],
    ['METRICS_PORT', 'PORT'],
  ])('closes all that was opened when %s is taken, jobs before the database', async (taken, free) => {
    const port = String(await takenPort());
    await expect(startShop(noAssets, { ...settings(), [free]: '0', [taken]: port })).rejects.toThrow(
      `Port ${port} is taken by another program. Stop it, or choose another port: ${taken}=`,
    );
    // The database notices a closed connection a moment later.
    await expect.poll(connections, { timeout: 3_000 }).toBe(0);
  });

  it('serves again after such a failure, in the same process', async () => {
    const port = String(await takenPort());
    await expect(startShop(noAssets, { ...settings(), METRICS_PORT: port })).rejects.toThrow('is taken');
    const running = await startShop(noAssets, { ...settings(), METRICS_PORT: '0' });
    expect((await fetch(`${running.address}/readyz`)).status).toBe(200);
    await running.close();
    await expect.poll(connections, { timeout: 3_000 }).toBe(0);
    await expect(fetch(`${running.address}/readyz`)).rejects.toThrow();
  });
});
