export class LimitReached extends Error {
  override name = 'LimitReached';
}

/**
 * Runs so many pieces of work at once; others wait their turn.
 * @param waiting how many may wait; one more is rejected with LimitReached
 */
export function createLimit(
  atOnce: number,
  waiting = Number.POSITIVE_INFINITY,
): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new LimitReached();
      // Whoever ends hands its place over, so `running` stays as it is.
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
