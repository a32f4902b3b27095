import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { startBuilt, temporaryFolder } from './start-built.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const database = useDatabase({ empty: true });
const live = {
  MODE: 'live',
  HOST: '127.0.0.1',
  PORT: '0',
  PUBLIC_URL: 'https://shop.example',
  SECRET: randomBytes(32).toString('hex'),
  MAIL_URL: 'smtp://127.0.0.1:1',
};
const createStorage = () => ({ DATABASE_URL: database.connectionString, DATA_DIR: temporaryFolder() });

async function takePort(): Promise<{ port: number; close(): void }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, close: () => server.close() };
}

const untilOpen = (started: ReturnType<typeof startBuilt>) =>
  expect.poll(started.output, { timeout: 30_000 }).toContain('is open');

describe('the shop', () => {
  it('opens, prints its addresses, and exits with 0 after SIGTERM', async () => {
    const started = startBuilt('server', [], { ...live, ...createStorage() });
    await untilOpen(started);
    expect(started.output()).toContain('Saltmarsh is open (live mode)');
    expect(started.output()).toContain('https://shop.example');
    started.process.kill('SIGTERM');
    expect((await started.ended).code).toBe(0);
  });

  it('names every invalid setting and does not open', async () => {
    const { code, errors } = await startBuilt('server', [], { MODE: 'live', PORT: 'http', DATA_DIR: temporaryFolder() })
      .ended;
    expect(code).toBe(1);
    expect(errors).toContain('PORT: expected a port number');
    expect(errors).not.toContain('    at ');
  });

  it('does not open in live mode without PUBLIC_URL and SECRET', async () => {
    const { code, errors } = await startBuilt('server', [], { MODE: 'live', DATA_DIR: temporaryFolder() }).ended;
    expect(code).toBe(1);
    for (const name of ['PUBLIC_URL', 'SECRET']) expect(errors).toContain(`${name}: expected`);
  });

  it('reports a taken port', async () => {
    const taken = await takePort();
    const { code, errors } = await startBuilt('server', [], { ...live, ...createStorage(), PORT: String(taken.port) })
      .ended;
    taken.close();
    expect(code).toBe(1);
    expect(errors).toContain(`Port ${taken.port} is taken`);
  });

  it('reports an unreachable database without its password', async () => {
    const { code, errors } = await startBuilt('server', [], {
      ...live,
      DATA_DIR: temporaryFolder(),
      DATABASE_URL: 'postgres://shop:topsecret@127.0.0.1:1/shop',
    }).ended;
    expect(code).toBe(1);
    expect(errors).toContain("The database at DATABASE_URL can't be reached");
    expect(errors).not.toContain('topsecret');
  });

  it('rejects a database that is newer than the program', async () => {
    const settings = createStorage();
    const first = startBuilt('server', [], { ...live, ...settings });
    await untilOpen(first);
    first.process.kill('SIGTERM');
    await first.ended;
    await database.pool.query(
      "insert into platform.migrations (owner, name, sha256) values ('vitrine', '9999_from_the_future.sql', repeat('0', 64))",
    );
    const { code, errors } = await startBuilt('server', [], { ...live, ...settings }).ended;
    await database.pool.query("delete from platform.migrations where name = '9999_from_the_future.sql'");
    expect(code).toBe(1);
    expect(errors).toContain('newer');
  });

  it('rejects a data folder that another shop uses', async () => {
    const DATA_DIR = temporaryFolder();
    const first = startBuilt('server', [], { ...live, DATA_DIR });
    await untilOpen(first);
    const second = await startBuilt('server', [], { ...live, DATA_DIR }).ended;
    expect(second.code).toBe(1);
    expect(second.errors).toContain(DATA_DIR);
    first.process.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);
  });
});
