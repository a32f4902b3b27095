/** Rows in one statement: few enough that none waits for them for long. */
const batchSize = 500;

/**
 * Repeats a statement of a purge until no rows are left to look at. Each one is a transaction of its own, so no lock is held for
 * longer than a batch, and what is done stays done when the process ends in between.
 * @param purgeBatch looks at `limit` rows at most and tells at how many it has looked
 */
export async function purgeInBatches(purgeBatch: (limit: number) => Promise<number>): Promise<void> {
  while ((await purgeBatch(batchSize)) === batchSize);
}

const day = 24 * 60 * 60 * 1000;

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * day);
}
