import { sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '#tests/database.ts';
import { countQueries, inTransaction, openDatabase, sqlQuery } from './database.ts';
import { silentLog } from './log.ts';
import { isDatabaseUnavailable, postgresError } from './postgres-errors.ts';

const words = pgTable('words', { id: integer().primaryKey(), word: text().notNull() });
const { db, pool, connectionString } = useDatabase({ empty: true });
const wordOf = sqlQuery<{ word: string }>('test.word', 'select word from words where id = $1');

beforeAll(async () => {
  await pool.query('create table words (id integer primary key, word text not null)');
  await pool.query("insert into words values (1, 'one'), (2, 'two')");
});

describe('values', () => {
  it('reads a bigint as a number and refuses one that a number would change', async () => {
    const { rows } = await pool.query(
      'select 9007199254740991::bigint as big, array[1, null]::bigint[] as list, count(*)',
    );
    expect(rows).toEqual([{ big: Number.MAX_SAFE_INTEGER, list: [1, null], count: 1 }]);
    await expect(pool.query('select 9007199254740992::bigint')).rejects.toThrow(RangeError);
    const raw = await db.execute(sql`select 5::bigint as five`);
    expect(raw.rows).toEqual([{ five: 5 }]);
  });

  it('counts days and hours in UTC and leaves a date as it is written', async () => {
    const { rows } = await pool.query("select '2026-03-01'::date as day, timestamptz '2026-03-01 12:00' as noon");
    expect(rows).toEqual([{ day: '2026-03-01', noon: new Date('2026-03-01T12:00:00Z') }]);
  });

  it('keeps UTC beside options that a connection string brings', async () => {
    const url = new URL(connectionString);
    url.searchParams.set('options', '-c work_mem=7MB');
    const other = openDatabase({ connectionString: url.href, log: silentLog });
    const { rows } = await other.pool.query(
      "select current_setting('TimeZone') as zone, current_setting('work_mem') as mem",
    );
    expect(rows).toEqual([{ zone: 'UTC', mem: '7MB' }]);
    await other.close();
  });
});

describe('inTransaction', () => {
  it('commits what it returns from and takes back what it throws from', async () => {
    await inTransaction(db, (tx) => tx.insert(words).values({ id: 10, word: 'kept' }));
    const failing = inTransaction(db, async (tx) => {
      await tx.insert(words).values({ id: 11, word: 'lost' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await wordOf(db, [10])).toEqual([{ word: 'kept' }]);
    expect(await wordOf(db, [11])).toEqual([]);
  });

  it('makes a savepoint inside a transaction', async () => {
    await inTransaction(db, async (tx) => {
      await tx.insert(words).values({ id: 20, word: 'outer' });
      const inner = inTransaction(tx, async (inside) => {
        await inside.insert(words).values({ id: 21, word: 'inner' });
        throw new Error('inner');
      });
      await expect(inner).rejects.toThrow('inner');
      expect(await wordOf(tx, [20])).toEqual([{ word: 'outer' }]);
    });
    expect(await wordOf(db, [20])).toEqual([{ word: 'outer' }]);
    expect(await wordOf(db, [21])).toEqual([]);
  });

  it('says so when a failed statement was swallowed and nothing could be committed', async () => {
    const swallowing = inTransaction(db, async (tx) => {
      await tx.execute(sql`select 1 / 0`).catch(() => {});
    });
    await expect(swallowing).rejects.toThrow('rolled the transaction back');
  });

  it('tries again after a deadlock', async () => {
    let attempts = 0;
    let holders = 0;
    const bothHoldOne = Promise.withResolvers<void>();
    const updateInOrder = (first: number, second: number) =>
      inTransaction(db, async (tx) => {
        attempts += 1;
        await tx.execute(sql`set local deadlock_timeout = '20ms'`);
        await tx.execute(sql`update words set word = word || '+' where id = ${first}`);
        holders += 1;
        if (holders === 2) bothHoldOne.resolve();
        await bothHoldOne.promise;
        await tx.execute(sql`update words set word = word || '+' where id = ${second}`);
      });
    await Promise.all([updateInOrder(1, 2), updateInOrder(2, 1)]);
    expect(attempts).toBeGreaterThan(2);
    expect(await wordOf(db, [1])).toEqual([{ word: 'one++' }]);
  });

  it('tries again after a serialization failure, five times at most', async () => {
    let attempts = 0;
    const failing = inTransaction(db, async (tx) => {
      attempts += 1;
      await tx.execute(sql`do $$ begin raise exception 'as if' using errcode = '40001'; end $$`);
    });
    await expect(failing).rejects.toThrow();
    expect(attempts).toBe(6);
  });

  it('gives its connection back however it ends', async () => {
    const small = openDatabase({ connectionString, max: 1, log: silentLog });
    for (let round = 0; round < 3; round += 1) {
      const killed = inTransaction(small.db, async (tx) => {
        const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
        await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
        await tx.execute(sql`select 1`);
      });
      expect(isDatabaseUnavailable(await killed.catch((error) => error))).toBe(true);
    }
    expect((await small.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await small.close();
  });
});

describe('connections', () => {
  it('survives when the server ends all of them, and works again', async () => {
    const other = openDatabase({ connectionString, log: silentLog });
    await Promise.all([1, 2, 3].map(() => other.pool.query('select pg_sleep(0.05)')));
    const gone = new Promise((resolve) => other.pool.once('remove', resolve));
    await pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    );
    await gone;
    await expect
      .poll(() =>
        other.pool.query('select 1').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await other.close();
    await other.close();
  });

  it('keeps a connection after a statement that only broke a rule', async () => {
    const small = openDatabase({ connectionString, max: 1, log: silentLog });
    const pid = async () => (await small.pool.query('select pg_backend_pid() as pid')).rows[0].pid;
    const before = await pid();
    const failure = await small.db
      .insert(words)
      .values({ id: 1, word: 'again' })
      .catch((error: unknown) => error);
    expect(postgresError(failure)?.code).toBe('23505');
    expect(isDatabaseUnavailable(failure)).toBe(false);
    expect(await pid()).toBe(before);
    await small.close();
  });

  it('tells a database that is not there from a statement that failed', async () => {
    const nowhere = openDatabase({ socketDir: '/nowhere', log: silentLog });
    expect(isDatabaseUnavailable(await nowhere.db.execute(sql`select 1`).catch((error) => error))).toBe(true);
    const closed = openDatabase({ connectionString: 'postgres://vitrine@127.0.0.1:1/vitrine', log: silentLog });
    expect(isDatabaseUnavailable(await closed.pool.query('select 1').catch((error) => error))).toBe(true);
    await Promise.all([nowhere.close(), closed.close()]);
  });

  it('warns of a connection that is lost while it waits, and is silent about one that ends with the pool', async () => {
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (_: object, message: string) => warnings.push(message) };
    const small = openDatabase({ connectionString, max: 1, log });
    const { rows } = await small.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await expect.poll(() => warnings, { timeout: 5_000 }).toEqual(['an idle database connection was lost']);
    const closing = small.close();
    small.pool.emit('error', new Error('terminating connection due to administrator command'));
    await closing;
    expect(warnings).toHaveLength(1);
  });
});

describe('countQueries', () => {
  it('counts what is sent from one place, in and out of transactions, and not what others send', async () => {
    const { value, queries, texts } = await countQueries(async () => {
      await wordOf(db, [1]);
      await inTransaction(db, (tx) => wordOf(tx, [1]));
      return db.select().from(words).limit(1);
    });
    expect(value).toHaveLength(1);
    expect(queries).toBe(5);
    expect(texts.filter((text) => text.startsWith('select word'))).toHaveLength(2);
  });

  it('keeps counts apart even while queries wait for one connection', async () => {
    const small = openDatabase({ connectionString, max: 1, log: silentLog });
    const counts = await Promise.all(
      [1, 2, 3].map((times) =>
        countQueries(() => Promise.all(Array.from({ length: times }, () => small.pool.query('select 1')))),
      ),
    );
    expect(counts.map(({ queries }) => queries)).toEqual([1, 2, 3]);
    await small.close();
  });

  it('is planned once for a connection', async () => {
    const small = openDatabase({ connectionString, max: 1, log: silentLog });
    for (let times = 0; times < 3; times += 1) await wordOf(small.db, [1]);
    await inTransaction(small.db, (tx) => wordOf(tx, [1]));
    const { rows } = await small.pool.query(
      "select generic_plans + custom_plans as uses from pg_prepared_statements where name like 'test.word%'",
    );
    expect(rows).toEqual([{ uses: 4 }]);
    await small.close();
  });
});
