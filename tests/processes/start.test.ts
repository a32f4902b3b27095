import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAlive } from '#platform/database/embedded/processes.ts';
import { useDatabase } from '#tests/support/database.ts';
import { startBuilt, temporaryFolder } from './start-built.ts';

const database = useDatabase();
const live = {
  MODE: 'live',
  HOST: '127.0.0.1',
  PORT: '0',
  PUBLIC_URL: 'https://shop.example',
  SECRET: randomBytes(32).toString('hex'),
  MAIL_URL: 'smtp://127.0.0.1:1',
};
describe('the shop', () => {
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

  it.each([
    ['newer than the program', '9999_from_the_future.sql', 'is newer than this program'],
    ['from before the first release', '0002_services.sql', 'npm run shop -- export products products.csv'],
  ])('rejects a database that is %s', async (_, name, reason) => {
    await database.pool.query(
      "insert into platform.migrations (owner, name, sha256) values ('vitrine', $1, repeat('0', 64))",
      [name],
    );
    const { code, errors } = await startBuilt('server', [], {
      ...live,
      DATA_DIR: temporaryFolder(),
      DATABASE_URL: database.connectionString,
    }).ended;
    await database.pool.query('delete from platform.migrations where name = $1', [name]);
    expect(code).toBe(1);
    expect(errors).toContain(reason);
    expect(errors).not.toContain('    at ');
  });

  it('opens, prints its addresses, rejects a second one with its data folder, and exits with 0 after SIGTERM', async () => {
    const DATA_DIR = temporaryFolder();
    const first = startBuilt('server', [], { ...live, DATA_DIR });
    await expect.poll(first.output).toContain('is open');
    expect(first.output()).toContain('Saltmarsh is open (live mode)');
    expect(first.output()).toContain('https://shop.example');
    const second = await startBuilt('server', [], { ...live, DATA_DIR }).ended;
    expect(second.code).toBe(1);
    expect(second.errors).toContain(DATA_DIR);
    const postgres = Number(readFileSync(join(DATA_DIR, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    first.process.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);
    expect(isAlive(postgres)).toBe(false);
    // A command starts the database itself.
    const listed = await startBuilt('shop', ['products', 'list', '--json'], { DATA_DIR, DATABASE_URL: '' }).ended;
    expect([listed.code, listed.errors, JSON.parse(listed.output).total]).toEqual([0, '', 0]);
  });
});
