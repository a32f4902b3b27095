import { AsyncLocalStorage } from 'node:async_hooks';
import { awaitAll, type Db, inTransaction, type Tx } from './database.ts';
import { isDatabaseUnavailable } from './postgres-errors.ts';

interface WaitingWork {
  readonly lock: bigint;
  /** Runs in the async context of its caller. */
  readonly run: (tx: Tx) => Promise<unknown>;
  readonly runAlone: () => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
}

/** Maximum number of works in one transaction, so that none waits for long. */
const maxWorksPerTransaction = 50;

/** Works that wait for the next transaction of a database. No entry exists while no transaction runs. */
const queues = new WeakMap<Db, WaitingWork[]>();

/**
 * Runs `work` like `inTransaction`, with reused plans and a lock of its own. Works that arrive at the same moment, or
 * while such a transaction runs, share a transaction (docs/decisions/0040). When one of them throws, the transaction
 * is rolled back and each work runs in its own, so `work` must change only the database.
 */
export function inSharedTransaction<T>(db: Db, lock: bigint, work: (tx: Tx) => Promise<T>): Promise<T> {
  const inContext = AsyncLocalStorage.snapshot();
  return new Promise<T>((resolve) => {
    const waiting: WaitingWork = {
      lock,
      run: (tx) => inContext(work, tx),
      runAlone: () => inContext(() => inTransaction(db, work, { reusePlans: true, locks: [lock] })),
      resolve: (result) => resolve(result as T | Promise<T>),
    };
    const queue = queues.get(db);
    if (queue) return void queue.push(waiting);
    queues.set(db, [waiting]);
    // Deferred, so that works which arrive in the same turn of the event loop share the transaction.
    setImmediate(() => void runWaiting(db));
  });
}

async function runWaiting(db: Db): Promise<void> {
  const queue = queues.get(db) ?? [];
  while (queue.length > 0) await runWorks(db, queue.splice(0, maxWorksPerTransaction));
  queues.delete(db);
}

/** Runs works. The returned promise never rejects: errors reject the promises of the works. */
async function runWorks(db: Db, works: readonly WaitingWork[]): Promise<void> {
  const [first, ...others] = works;
  if (!first) return;
  if (others.length === 0) {
    const result = first.runAlone();
    first.resolve(result);
    await result.catch(() => {});
    return;
  }
  // Locks are sorted, so that two transactions never wait for each other.
  const locks = [...new Set(works.map(({ lock }) => lock))].sort((a, b) => (a < b ? -1 : 1));
  const runAll = (tx: Tx) => awaitAll(works.map(({ run }) => run(tx)));
  try {
    const results = await inTransaction(db, runAll, { reusePlans: true, locks });
    for (const [index, { resolve }] of works.entries()) resolve(results[index]);
  } catch (error) {
    const isLost = isDatabaseUnavailable(error);
    for (const { resolve, runAlone } of works) resolve(isLost ? Promise.reject(error) : runAlone());
  }
}
