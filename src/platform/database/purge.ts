/** Rows in one statement. The number is small, so that locks are short. */
const batchSize = 500;

/**
 * Repeats a purge statement until no rows are left. Each batch is its own transaction, so locks are
 * short and finished batches survive an interruption.
 * @param purgeBatch checks at most `limit` rows and returns how many it checked
 * @returns how many were checked in all
 */
export async function purgeInBatches(purgeBatch: (limit: number) => Promise<number>): Promise<number> {
  let sum = 0;
  let checked: number;
  do {
    checked = await purgeBatch(batchSize);
    sum += checked;
  } while (checked === batchSize);
  return sum;
}

const day = 24 * 60 * 60 * 1000;

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * day);
}
