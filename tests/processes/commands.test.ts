import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { silentLog } from '#platform/database/log.ts';
import { useDatabase } from '#tests/support/database.ts';
import { type ProgramResult, startBuilt, temporaryFolder } from './start-built.ts';

const database = useDatabase();
const empty = useDatabase({ empty: true });
const shop = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<ProgramResult> =>
  startBuilt('shop', args, { DATABASE_URL: database.connectionString, DATA_DIR: temporaryFolder(), ...env }).ended;

const csv = `Type,SKU,Name,Published,"Regular price",Stock
simple,T-1,First bowl,1,18.50,7
simple,T-2,"Second, bowl",1,20,
`;

describe('the command line', () => {
  it('imports a file, reports the result, and changes price and stock', async () => {
    const file = join(temporaryFolder(), 'products.csv');
    writeFileSync(file, csv);
    expect(await shop(['import', 'products', file])).toMatchObject({
      code: 0,
      output: expect.stringContaining('2 created'),
    });
    expect((await shop(['products', 'set', 'T-1', '--price', '19', '--stock', '3'])).code).toBe(0);
    const { output } = await shop(['products', 'show', 'T-1', '--json']);
    expect(JSON.stringify(JSON.parse(output))).toContain('1900');
  });

  it('exits with 1 and a message for a missing product, with 2 for a wrong call', async () => {
    expect(await shop(['products', 'show', 'nothing'])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('nothing'),
    });
    expect((await shop(['orders', 'note'])).code).toBe(2);
  });

  it('doctor reports what is fine and what is not', async () => {
    const healthy = await shop(['doctor', '--json']);
    expect(JSON.parse(healthy.output)).toContainEqual(expect.objectContaining({ what: 'Tables', state: 'ok' }));
    const lost = await shop(['doctor'], { DATABASE_URL: 'postgres://x:y@127.0.0.1:1/x' });
    expect(lost).toMatchObject({ code: 1, output: expect.stringContaining("can't be reached") });
  });

  it('restores its backup over what is there when told to, but no damaged one, and nothing while a shop is open', async () => {
    const file = join(temporaryFolder(), 'shop.tar.gz');
    expect((await shop(['backup', file])).code).toBe(0);
    const open = () => openDatabase({ connectionString: database.connectionString, log: silentLog });
    const query = async (text: string) => {
      const { pool, close } = open();
      return pool.query(text).finally(close);
    };
    const readSkus = async () => (await query('select sku from variations order by sku')).rows;
    const before = await readSkus();
    expect((await shop(['restore', file])).code).toBe(1);
    const broken = `${file}.broken`;
    writeFileSync(broken, readFileSync(file).subarray(0, 2000));
    expect((await shop(['restore', broken, '--replace'])).code).toBe(1);

    const openShop = open();
    await openShop.pool.query('select 1');
    const refused = await shop(['restore', file, '--replace']);
    await openShop.close();
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('A shop is open') });
    expect(await readSkus()).toEqual(before);

    await query("update variations set sku = 'changed' where sku = 'T-1'");
    expect((await shop(['restore', file, '--replace'])).code).toBe(0);
    expect(await readSkus()).toEqual(before);
  });

  it('does not migrate an older database', async () => {
    const { rows } = await database.pool.query(
      'delete from platform.migrations where name = (select max(name) from platform.migrations) returning *',
    );
    const refused = await shop(['products', 'list']);
    const [{ owner, name, sha256, applied_at }] = rows;
    await database.pool.query('insert into platform.migrations values ($1, $2, $3, $4)', [
      owner,
      name,
      sha256,
      applied_at,
    ]);
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('npm run shop -- migrate') });
    expect(refused.errors).not.toContain('    at ');
  });

  it('creates tables in an empty database, once when several commands start', async () => {
    const env = { DATABASE_URL: empty.connectionString };
    expect((await shop(['doctor'], env)).output).toContain('migrations pending');
    const both = await Promise.all([shop(['products', 'list', '--json'], env), shop(['orders', 'list'], env)]);
    expect(both.map(({ code, errors }) => ({ code, errors }))).toEqual(Array(2).fill({ code: 0, errors: '' }));
    expect(JSON.parse(both[0]?.output ?? '').total).toBe(0);
    const { rows } = await empty.pool.query("select to_regclass('graphile_worker.jobs') is not null as made");
    expect(rows).toEqual([{ made: true }]);
  });
});
