import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { noAssets } from '#platform/islands/assets.ts';
import { useDatabase } from '#tests/support/database.ts';
import { startShop } from './start.ts';

const testDatabase = useDatabase();

/** Listens on a free port until the test ends. */
async function occupyPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

function createEnv(): Record<string, string> {
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
    ...{
      MAIL_URL: 'smtp://127.0.0.1:1',
      DATABASE_URL: testDatabase.connectionString,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
    },
  };
}

/** Connections to the database other than that of this query. */
async function countConnections(): Promise<number> {
  const { rows } = await testDatabase.pool.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? Number.NaN;
}

describe('startShop', () => {
  it.each([
    ['PORT', 'METRICS_PORT'],
    ['METRICS_PORT', 'PORT'],
  ])('closes what it opened when %s is in use, jobs before the database', async (taken, free) => {
    const port = String(await occupyPort());
    await expect(startShop(noAssets, { ...createEnv(), [free]: '0', [taken]: port })).rejects.toThrow(
      `Port ${port} is taken by another program. Stop it, or choose another port: ${taken}=`,
    );
    // PostgreSQL notices a closed connection a moment later.
    await expect.poll(countConnections).toBe(0);
  });

  it('starts after such a failure in the same process', async () => {
    const port = String(await occupyPort());
    await expect(startShop(noAssets, { ...createEnv(), METRICS_PORT: port })).rejects.toThrow('is taken');
    const running = await startShop(noAssets, { ...createEnv(), METRICS_PORT: '0' });
    expect((await fetch(`${running.address}/readyz`)).status).toBe(200);
    await running.close();
    await expect.poll(countConnections).toBe(0);
    await expect(fetch(`${running.address}/readyz`)).rejects.toThrow();
  });
});
