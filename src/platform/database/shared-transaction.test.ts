import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { type Db, openDatabase, sqlQuery, type Tx } from './database.ts';
import { silentLog } from './log.ts';
import { isDatabaseUnavailable } from './postgres-errors.ts';
import { inSharedTransaction } from './shared-transaction.ts';

const { db, pool, connectionString } = useDatabase({ empty: true });
const insertNote = sqlQuery<{ tx: string }>(
  'test.insert-note',
  'insert into notes (id) values ($1) returning pg_current_xact_id()::text as tx',
);
const listNotes = async () => (await pool.query<{ id: number }>('select id from notes order by id')).rows;

beforeAll(async () => {
  await pool.query('create table notes (id integer primary key check (id > 0))');
});

/** Inserts a note. @returns the id of the transaction */
const insert = (id: number, lock = BigInt(id)) =>
  inSharedTransaction(db, lock, async (tx) => (await insertNote(tx, [id]))[0]?.tx);

describe('works that share a transaction', () => {
  it('are those of one moment, and then those that came while it ran', async () => {
    let later: Promise<(string | undefined)[]> | undefined;
    const first = inSharedTransaction(db, 1n, async (tx) => {
      later ??= Promise.all([insert(3), insert(4)]);
      return (await insertNote(tx, [1]))[0]?.tx;
    });
    const together = await Promise.all([first, insert(2)]);
    expect(new Set(together).size).toBe(1);
    expect(new Set(await later).size).toBe(1);
    expect(new Set([...together, ...((await later) ?? [])]).size).toBe(2);
    expect(await insert(5)).not.toBe(together[0]);
    expect(await listNotes()).toEqual([1, 2, 3, 4, 5].map((id) => ({ id })));
  });

  it('are fifty at most', async () => {
    const transactions = await Promise.all(Array.from({ length: 120 }, (_, at) => insert(100 + at)));
    const sizes = [...Map.groupBy(transactions, (tx) => tx).values()].map(({ length }) => length);
    expect(sizes).toEqual([50, 50, 20]);
  });

  it('fail alone: the others are stored in transactions of their own', async () => {
    const refused = inSharedTransaction(db, 13n, async (tx) => {
      await insertNote(tx, [13]);
      throw new Error('no');
    });
    const results = await Promise.allSettled([insert(11), insert(-1), refused, insert(12)]);
    expect(results.map((result) => (result.status === 'rejected' ? result.reason.message : ''))).toEqual([
      ...['', expect.stringContaining('notes_id_check'), 'no', ''],
    ]);
    const stored = await pool.query('select id from notes where id between 11 and 13 order by id');
    expect(stored.rows).toEqual([{ id: 11 }, { id: 12 }]);
  });

  it('each hold their lock until the end, whatever their order', async () => {
    const isFree = async (lock: bigint) =>
      (await db.execute<{ free: boolean }>(sql`select pg_try_advisory_xact_lock(${lock}) as free`)).rows[0]?.free;
    const areFree = async (tx: Tx) => {
      await tx.execute(sql`select 1`);
      return [await isFree(71n), await isFree(-72n)];
    };
    const free = await Promise.all([71n, -72n, 71n].map((lock) => inSharedTransaction(db, lock, areFree)));
    expect(free).toEqual(Array(3).fill([false, false]));
    expect([await isFree(71n), await isFree(-72n)]).toEqual([true, true]);
  });

  it('run in the async context of their callers, also when they run alone', async () => {
    const callers = new AsyncLocalStorage<string>();
    const seen: string[] = [];
    const work = (fails: boolean) => async (tx: Db) => {
      await tx.execute(sql`select 1`);
      seen.push(callers.getStore() ?? 'none');
      if (fails) throw new Error('no');
    };
    const run = (name: string, fails: boolean) => callers.run(name, () => inSharedTransaction(db, 1n, work(fails)));
    await Promise.allSettled([run('Ada', false), run('Ben', true)]);
    expect(seen.toSorted()).toEqual(['Ada', 'Ada', 'Ben', 'Ben']);
  });

  it('are of one database, and hear at once that it cannot be reached', async () => {
    const url = new URL(connectionString);
    url.searchParams.set('host', '/nowhere');
    const gone = openDatabase({ connectionString: url.href, log: silentLog });
    let runs = 0;
    const work = async () => {
      runs += 1;
    };
    const failed = Promise.allSettled([1n, 2n, 3n].map((lock) => inSharedTransaction(gone.db, lock, work)));
    expect(await insert(21)).toMatch(/^\d+$/);
    for (const result of await failed)
      expect(result.status === 'rejected' && isDatabaseUnavailable(result.reason)).toBe(true);
    expect(runs).toBe(0);
    await gone.close();
  });
});
