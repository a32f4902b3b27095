import { AsyncLocalStorage } from 'node:async_hooks';
import { awaitAll, type Db, inTransaction, type Tx } from './database.ts';
import { isDatabaseUnavailable } from './postgres-errors.ts';

interface WaitingWork {
  readonly lock: bigint;
  /** In the async context of its caller. */
  readonly run: (tx: Tx) => Promise<unknown>;
  readonly runAlone: () => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
}

/** Works of one transaction at most, so that none waits for long. */
const worksAtOnce = 50;

/** What waits for the next transaction of a database; no entry while none runs. */
const queues = new WeakMap<Db, WaitingWork[]>();

/**
 * As `inTransaction`, with plans that are reused and a lock of the work's own; but works that come at one moment, or
 * while such a transaction runs, share one (docs/decisions/0040). When one of them throws, it is rolled back and each
 * runs in its own, so `work` must change only the database.
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
    // What the same turn of the event loop brings belongs to the moment.
    setImmediate(() => void runWaiting(db));
  });
}

async function runWaiting(db: Db): Promise<void> {
  const queue = queues.get(db) ?? [];
  while (queue.length > 0) await runWorks(db, queue.splice(0, worksAtOnce));
  queues.delete(db);
}

/** Never rejects: its works do. */
async function runWorks(db: Db, works: readonly WaitingWork[]): Promise<void> {
  const [first, ...others] = works;
  if (!first) return;
  if (others.length === 0) {
    const result = first.runAlone();
    first.resolve(result);
    await result.catch(() => {});
    return;
  }
  // In one order everywhere, so that two transactions never wait for each other.
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
