import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

interface BackpressureOptions {
  /** Milliseconds between two checks of the load. */
  readonly pause: number;
  /** Maximum milliseconds that a job waits, so that jobs also run in a shop that is always busy. */
  readonly maxWait: number;
}

/** Utilization of the event loop, from 0 to 1, above which a job waits. */
const busyUtilization = 0.75;

/**
 * Delays jobs while the process is busy with requests.
 * @returns a function to await before each job; it resolves once the process is less busy
 */
export function createBackpressure(
  readUtilization: () => number = createUtilizationReader(),
  { pause, maxWait }: BackpressureOptions = { pause: 50, maxWait: 2_000 },
): () => Promise<void> {
  return async () => {
    for (let waited = 0; readUtilization() > busyUtilization && waited < maxWait; waited += pause) await sleep(pause);
  };
}

function createUtilizationReader(): () => number {
  let last = performance.eventLoopUtilization();
  let [readAt, utilization] = [performance.now(), 0];
  return () => {
    const now = performance.now();
    // Several jobs check at the same time. The last value is reused, because a shorter interval is not meaningful.
    if (now - readAt < 25) return utilization;
    const current = performance.eventLoopUtilization();
    utilization = performance.eventLoopUtilization(current, last).utilization;
    [last, readAt] = [current, now];
    return utilization;
  };
}
