import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { openDatabase } from './database.ts';
import { silentLog } from './log.ts';
import { listPendingMigrations, MigrationError, migrate, migrateIfEmpty } from './migrate.ts';

const { database, pool, connectionString } = useDatabase({ empty: true });
let folder = '';
const sets = () => [{ owner: 'test', folder }];
const put = (name: string, text: string) => writeFileSync(join(folder, name), text);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-migrations-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await pool.query('drop schema public cascade; create schema public; drop schema if exists platform cascade');
});

const getFailure = (work: Promise<unknown>): Promise<MigrationError> =>
  work.then(
    () => Promise.reject(new Error('it did not fail')),
    (error) => (error instanceof MigrationError ? error : Promise.reject(error)),
  );

describe('migrate', () => {
  it('applies files in order, once, and records them', async () => {
    put('0002_second.sql', 'insert into numbers values (2);');
    put('0001_first.sql', 'create table numbers (n integer); insert into numbers values (1);');
    expect(await listPendingMigrations(database, sets())).toHaveLength(2);
    const first = await migrate(database, sets());
    expect(first.applied.map(({ owner, name }) => `${owner}/${name}`)).toEqual([
      'test/0001_first.sql',
      'test/0002_second.sql',
    ]);
    expect(await migrate(database, sets())).toEqual({ applied: [], already: 2 });
    expect(await listPendingMigrations(database, sets())).toEqual([]);
    expect((await pool.query('select n from numbers order by n')).rows).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('applies sets in order, by owner, and accepts those of a removed feature', async () => {
    const other = mkdtempSync(join(tmpdir(), 'vitrine-migrations-'));
    put('0001_first.sql', 'create table parents (id integer primary key);');
    writeFileSync(join(other, '0001_first.sql'), 'create table children (id integer references parents);');
    await migrate(database, [...sets(), { owner: 'other', folder: other }]);
    expect(await migrate(database, sets())).toEqual({ applied: [], already: 1 });
    rmSync(other, { recursive: true });
  });

  it('runs once when several processes start at the same time', async () => {
    put('0001_first.sql', 'create table numbers (n integer); select pg_sleep(0.1);');
    put('0002_second.sql', 'insert into numbers values (1);');
    const others = [1, 2, 3].map(() => openDatabase({ connectionString, log: silentLog }));
    const reports = await Promise.all(others.map((other) => migrate(other, sets())));
    expect(reports.map(({ applied }) => applied.length).sort()).toEqual([0, 0, 2]);
    expect((await pool.query('select n from numbers')).rows).toHaveLength(1);
    await Promise.all(others.map((other) => other.close()));
  });

  it('rolls back a failing file, keeps earlier ones and reports the position', async () => {
    put('0001_first.sql', 'create table numbers (n integer);');
    put('0002_second.sql', "create table words (w text);\n-- 🏺 counts as one\ninsert into nowhere values ('x');\n");
    const failure = await getFailure(migrate(database, sets()));
    expect(failure.code).toBe('MIGRATION_FAILED');
    expect(failure.message).toContain('0002_second.sql:3:13');
    expect(failure.message).toContain('relation "nowhere" does not exist');
    const { rows } = await pool.query("select to_regclass('numbers') as numbers, to_regclass('words') as words");
    expect(rows).toEqual([{ numbers: 'numbers', words: null }]);
    put('0002_second.sql', 'create table words (w text);');
    expect((await migrate(database, sets())).applied).toHaveLength(1);
  });

  it('refuses a file that ends the transaction it runs in', async () => {
    put('0001_first.sql', 'create table numbers (n integer); commit;');
    const failure = await getFailure(migrate(database, sets()));
    expect(failure.code).toBe('MIGRATION_FAILED');
    expect(failure.message).toContain('Remove begin and commit');
  });

  it('reports errors of the commit', async () => {
    put(
      '0001_first.sql',
      `create table numbers (n integer primary key, next integer references numbers deferrable initially deferred);
       insert into numbers values (1, 2);`,
    );
    const failure = await getFailure(migrate(database, sets()));
    expect(failure.code).toBe('MIGRATION_FAILED');
    expect(failure.message).toContain('0001_first.sql');
  });

  it('refuses a database that is newer than the program, and changes nothing', async () => {
    put('0001_first.sql', 'create table numbers (n integer);');
    put('0002_second.sql', 'create table words (w text);');
    await migrate(database, sets());
    rmSync(join(folder, '0002_second.sql'));
    put('0003_third.sql', 'drop table numbers;');
    expect((await getFailure(migrate(database, sets()))).code).toBe('DATABASE_NEWER');
    expect((await getFailure(listPendingMigrations(database, sets()))).code).toBe('DATABASE_NEWER');
    expect((await pool.query("select to_regclass('numbers') as found")).rows).toEqual([{ found: 'numbers' }]);
  });

  it('refuses a database whose history was replaced, and changes nothing', async () => {
    put('0001_first.sql', 'create table numbers (n integer);');
    put('0002_second.sql', 'create table words (w text);');
    await migrate(database, sets());
    rmSync(join(folder, '0002_second.sql'));
    put('0001_first.sql', 'create table numbers (n bigint); create table words (w text);');
    const replacing = sets().map((set) => ({ ...set, replaced: '0002_second.sql' }));
    for (const refused of [migrate, migrateIfEmpty, listPendingMigrations]) {
      const { code, message } = await getFailure(refused(database, replacing));
      expect([code, message]).toEqual(['DATABASE_REPLACED', expect.stringContaining('export products')]);
    }
    await pool.query('drop table numbers, words; drop schema platform cascade');
    expect((await migrate(database, replacing)).applied).toHaveLength(1);
  });

  it('refuses a file changed after it was applied, except for line ends', async () => {
    put('0001_first.sql', 'create table numbers (\n n integer);\n');
    await migrate(database, sets());
    put('0001_first.sql', 'create table numbers (\r\n n integer);\r\n');
    expect((await migrate(database, sets())).already).toBe(1);
    put('0001_first.sql', 'create table numbers (\n n bigint);\n');
    expect((await getFailure(migrate(database, sets()))).code).toBe('MIGRATION_CHANGED');
  });

  it('refuses names without a number and missing folders', async () => {
    put('first.sql', 'select 1;');
    expect((await getFailure(migrate(database, sets()))).code).toBe('MIGRATION_UNREADABLE');
    const missing = migrate(database, [{ owner: 'test', folder: join(folder, 'none') }]);
    expect((await getFailure(missing)).code).toBe('MIGRATION_UNREADABLE');
  });
});
