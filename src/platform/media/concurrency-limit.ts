/** A request that fails by it is answered as one that is refused under load. */
export class LimitReachedError extends Error {
  readonly statusCode = 503;
  override name = 'LimitReachedError';
}

/**
 * Limits concurrent work; more work waits.
 * @param maxWaiting more waiting work is rejected with LimitReachedError
 */
export function createConcurrencyLimit(
  maxRunning: number,
  maxWaiting = Number.POSITIVE_INFINITY,
): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= maxRunning) {
      if (queue.length >= maxWaiting) throw new LimitReachedError();
      // Ended work passes its slot on, so `running` stays the same.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
