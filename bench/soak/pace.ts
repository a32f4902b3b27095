import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Keeps what happens beside the shoppers in proportion to them: its cost grows with their number,
 * and not with the time that a slow machine needs for them.
 */
export interface Pace {
  /** Resolves when another step is due, or when it is stopped. */
  next(): Promise<void>;
}

/** @param countDone number of shoppers that are done */
export function createPace(stepsPerShopper: number, countDone: () => number, stopped: AbortSignal): Pace {
  let steps = 0;
  return {
    async next() {
      steps += 1;
      const needed = steps / stepsPerShopper - 1;
      while (!stopped.aborted && countDone() < needed) await sleep(50, undefined, { signal: stopped }).catch(() => {});
    },
  };
}
