export class LimitReached extends Error {
  override name = 'LimitReached';
}

/**
 * Limits concurrent work; more work waits.
 * @param waiting maximum that waits; more is rejected with LimitReached
 */
export function createConcurrencyLimit(
  atOnce: number,
  waiting = Number.POSITIVE_INFINITY,
): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new LimitReached();
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
