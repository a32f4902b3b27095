import type { Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { awaitAll, countQueries, type Db, inTransaction, openDatabase, sqlQuery } from './database.ts';
import { silentLog } from './log.ts';
import { isDatabaseUnavailable, isUnstorableText, postgresError } from './postgres-errors.ts';

const words = pgTable('words', { id: integer().primaryKey(), word: text().notNull() });
const { db, pool, connectionString } = useDatabase({ empty: true });
const selectWord = sqlQuery<{ word: string }>('test.word', 'select word from words where id = $1');

beforeAll(async () => {
  await pool.query('create table words (id integer primary key, word text not null)');
  await pool.query("insert into words values (1, 'one'), (2, 'two')");
});

describe('values', () => {
  it('reads a bigint as a number and refuses one beyond the safe integers', async () => {
    const { rows } = await pool.query(
      'select 9007199254740991::bigint as big, array[1, null]::bigint[] as list, count(*)',
    );
    expect(rows).toEqual([{ big: Number.MAX_SAFE_INTEGER, list: [1, null], count: 1 }]);
    await expect(pool.query('select 9007199254740992::bigint')).rejects.toThrow(RangeError);
    const raw = await db.execute(sql`select 5::bigint as five`);
    expect(raw.rows).toEqual([{ five: 5 }]);
  });

  it('reads timestamps in UTC and dates as text', async () => {
    const { rows } = await pool.query("select '2026-03-01'::date as day, timestamptz '2026-03-01 12:00' as noon");
    expect(rows).toEqual([{ day: '2026-03-01', noon: new Date('2026-03-01T12:00:00Z') }]);
  });

  it('keeps UTC when the connection string has options', async () => {
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
  it('commits when work returns and rolls back when it throws', async () => {
    await inTransaction(db, (tx) => tx.insert(words).values({ id: 10, word: 'kept' }));
    const failing = inTransaction(db, async (tx) => {
      await tx.insert(words).values({ id: 11, word: 'lost' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await selectWord(db, [10])).toEqual([{ word: 'kept' }]);
    expect(await selectWord(db, [11])).toEqual([]);
  });

  it('creates a savepoint inside a transaction', async () => {
    await inTransaction(db, async (tx) => {
      await tx.insert(words).values({ id: 20, word: 'outer' });
      const inner = inTransaction(tx, async (inside) => {
        await inside.insert(words).values({ id: 21, word: 'inner' });
        throw new Error('inner');
      });
      await expect(inner).rejects.toThrow('inner');
      expect(await selectWord(tx, [20])).toEqual([{ word: 'outer' }]);
    });
    expect(await selectWord(db, [20])).toEqual([{ word: 'outer' }]);
    expect(await selectWord(db, [21])).toEqual([]);
  });

  it('throws when a failed statement was ignored and nothing was committed', async () => {
    const swallowing = inTransaction(db, async (tx) => {
      await tx.execute(sql`select 1 / 0`).catch(() => {});
    });
    await expect(swallowing).rejects.toThrow('rolled the transaction back');
  });

  it('retries after a deadlock', async () => {
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
    expect(await selectWord(db, [1])).toEqual([{ word: 'one++' }]);
  });

  it('retries a serialization failure at most five times', async () => {
    let attempts = 0;
    const failing = inTransaction(db, async (tx) => {
      attempts += 1;
      await tx.execute(sql`do $$ begin raise exception 'as if' using errcode = '40001'; end $$`);
    });
    await expect(failing).rejects.toThrow();
    expect(attempts).toBe(6);
  });

  it('reuses plans when asked to, until it ends', async () => {
    const readMode = async (tx: Db) =>
      (await tx.execute<{ mode: string }>(sql`select current_setting('plan_cache_mode') as mode`)).rows[0]?.mode;
    expect(await inTransaction(db, readMode, { reusePlans: true })).toBe('force_generic_plan');
    expect(await inTransaction(db, readMode)).toBe('auto');
  });

  it('holds its lock from the beginning to the end', async () => {
    const isFree = async () => {
      const { rows } = await db.execute<{ free: boolean }>(
        sql`select pg_try_advisory_xact_lock(-9007199254740993) as free`,
      );
      return rows[0]?.free;
    };
    const lock = -9_007_199_254_740_993n;
    const isFreeInside = inTransaction(
      db,
      async (tx) => {
        await tx.execute(sql`select 1`);
        return isFree();
      },
      { locks: [lock] },
    );
    expect(await isFreeInside).toBe(false);
    expect(await isFree()).toBe(true);
    await expect(inTransaction(db, (tx) => inTransaction(tx, isFree, { locks: [lock] }))).rejects.toThrow('savepoint');
  });

  it('sends its first statement in the packet that begins it', async () => {
    const small = openDatabase({ connectionString, max: 1, log: silentLog });
    await selectWord(small.db, [1]);
    const client = await small.pool.connect();
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    client.release();
    const write = vi.spyOn(stream as unknown as { _writev(): void }, '_writev');
    const single = vi.spyOn(stream as unknown as { _write(): void }, '_write');
    expect(await inTransaction(small.db, (tx) => selectWord(tx, [2]))).toHaveLength(1);
    // One packet to begin and read, one to commit.
    expect(write.mock.calls.length + single.mock.calls.length).toBe(2);
    await small.close();
  });

  it('changes nothing when its lock could not be taken', async () => {
    const lock = 4711n;
    const holder = await pool.connect();
    await holder.query(`select pg_advisory_lock(${lock})`);
    const url = new URL(connectionString);
    url.searchParams.set('options', '-c lock_timeout=50ms');
    const impatient = openDatabase({ connectionString: url.href, log: silentLog });
    const insertWord = (tx: Db) => tx.insert(words).values({ id: 12, word: 'without lock' });
    await expect(inTransaction(impatient.db, insertWord, { locks: [lock] })).rejects.toMatchObject({ code: '55P03' });
    await holder.query(`select pg_advisory_unlock(${lock})`);
    holder.release();
    await impatient.close();
    expect(await selectWord(db, [12])).toEqual([]);
  });

  it('releases its connection however it ends', async () => {
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

describe('awaitAll', () => {
  const note = sqlQuery('test.note', 'insert into words values ($1, $2)');

  it('runs the statements of a transaction in the order in which they are sent', async () => {
    const found = await inTransaction(db, async (tx) => {
      const [, rows] = await awaitAll([note(tx, [120, 'twenty']), selectWord(tx, [120])]);
      await tx.execute(sql`delete from words where id = 120`);
      return rows;
    });
    expect(found).toEqual([{ word: 'twenty' }]);
  });

  it('sends them without waiting for the replies of earlier ones', async () => {
    const client = await pool.connect();
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    const first = client.query('select 1');
    const sent = stream.bytesWritten;
    const second = client.query('select 2');
    expect(stream.bytesWritten).toBeGreaterThan(sent);
    await Promise.all([first, second]);
    client.release();
  });

  it('sends prepared statements that start together in one packet', async () => {
    const client = await pool.connect();
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    const query = { name: 'test.one', text: 'select $1::text as one' };
    await client.query({ ...query, values: ['a'] });
    const write = vi.spyOn(stream as unknown as { _writev(): void }, '_writev');
    const replies = await Promise.all(['b', 'c', 'd'].map((value) => client.query({ ...query, values: [value] })));
    expect(replies.flatMap(({ rows }) => rows)).toEqual([{ one: 'b' }, { one: 'c' }, { one: 'd' }]);
    expect(write).toHaveBeenCalledTimes(1);
    write.mockRestore();
    client.release();
  });

  it('throws the first error, and only once all have ended, so that nothing runs after the rollback', async () => {
    const failing = inTransaction(db, async (tx) => {
      const late = async () => {
        await selectWord(tx, [1]);
        await new Promise((resolve) => setTimeout(resolve, 50));
        await note(tx, [121, 'late']);
      };
      await awaitAll([note(tx, [1, 'again']), late()]);
    });
    await expect(failing).rejects.toMatchObject({ constraint: 'words_pkey' });
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect((await pool.query('select from words where id = 121')).rowCount).toBe(0);
  });
});

describe('connections', () => {
  it('are replaced after the server closed all of them', async () => {
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

  it('are kept after a constraint violation', async () => {
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

  it('refuse text that cannot be stored in a way that is recognized', async () => {
    const probe = openDatabase({ connectionString, max: 1, log: silentLog });
    const refused = (text: string) =>
      pool.query(text, ['a\0']).then(
        () => null,
        (error: unknown) => isUnstorableText(error),
      );
    expect(await refused('select $1::text')).toBe(true);
    expect(await refused(`select $1::text, '"\\u0000"'::jsonb->>0`)).toBe(true);
    expect(await probe.pool.query(`select '"\\ud83d"'::jsonb`).catch(isUnstorableText)).toBe(true);
    expect(await probe.pool.query(`select 'x'::integer`).catch(isUnstorableText)).toBe(false);
    await probe.close();
  });

  it('that fail are distinguished from failed statements', async () => {
    const nowhere = openDatabase({ socketDir: '/nowhere', log: silentLog });
    expect(isDatabaseUnavailable(await nowhere.db.execute(sql`select 1`).catch((error) => error))).toBe(true);
    const closed = openDatabase({ connectionString: 'postgres://vitrine@127.0.0.1:1/vitrine', log: silentLog });
    expect(isDatabaseUnavailable(await closed.pool.query('select 1').catch((error) => error))).toBe(true);
    await Promise.all([nowhere.close(), closed.close()]);
  });

  it('cause a warning when lost while idle, but not when closed with the pool', async () => {
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (_: object, message: string) => warnings.push(message) };
    const small = openDatabase({ connectionString, max: 1, log });
    const { rows } = await small.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await expect.poll(() => warnings).toEqual(['an idle database connection was lost']);
    const closing = small.close();
    small.pool.emit('error', new Error('terminating connection due to administrator command'));
    await closing;
    expect(warnings).toHaveLength(1);
  });
});

describe('countQueries', () => {
  it('counts only the queries of its work, in and out of transactions', async () => {
    const { value, queries, texts } = await countQueries(async () => {
      await selectWord(db, [1]);
      await inTransaction(db, (tx) => selectWord(tx, [1]));
      return db.select().from(words).limit(1);
    });
    expect(value).toHaveLength(1);
    expect(queries).toBe(5);
    expect(texts.filter((text) => text.startsWith('select word'))).toHaveLength(2);
  });

  it('keeps concurrent counts apart while queries wait for one connection', async () => {
    const small = openDatabase({ connectionString, max: 1, log: silentLog });
    const counts = await Promise.all(
      [1, 2, 3].map((times) =>
        countQueries(() => Promise.all(Array.from({ length: times }, () => small.pool.query('select 1')))),
      ),
    );
    expect(counts.map(({ queries }) => queries)).toEqual([1, 2, 3]);
    await small.close();
  });

  it('shows that sqlQuery prepares a statement once per connection', async () => {
    const small = openDatabase({ connectionString, max: 1, log: silentLog });
    for (let times = 0; times < 3; times += 1) await selectWord(small.db, [1]);
    await inTransaction(small.db, (tx) => selectWord(tx, [1]));
    const { rows } = await small.pool.query(
      "select generic_plans + custom_plans as uses from pg_prepared_statements where name like 'test.word%'",
    );
    expect(rows).toEqual([{ uses: 4 }]);
    await small.close();
  });
});
