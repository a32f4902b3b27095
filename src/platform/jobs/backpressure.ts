import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

interface BackpressureOptions {
  /** Milliseconds between two checks. */
  readonly pause: number;
  /** Milliseconds that a job waits at most, so that jobs also run in a shop that is always busy. */
  readonly maxWait: number;
}

/** Utilization of the event loop, from 0 to 1, above which a job waits. */
const busyUtilization = 0.75;

/**
 * Lets requests go before jobs.
 * @returns what to await before each job; resolves once the process is less busy
 */
export function createBackpressure(
  readUtilization: () => number = createUtilizationReader(),
  { pause, maxWait }: BackpressureOptions = { pause: 50, maxWait: 2_000 },
): () => Promise<void> {
  return async () => {
    for (let waited = 0; readUtilization() > busyUtilization && waited < maxWait; waited += pause) await sleep(pause);
  };
}

/** Event loop utilization since the last reading. */
function createUtilizationReader(): () => number {
  let last = performance.eventLoopUtilization();
  let [readAt, utilization] = [performance.now(), 0];
  return () => {
    const now = performance.now();
    // Jobs check at the same time. A shorter interval says nothing, so the last value stands.
    if (now - readAt < 25) return utilization;
    const current = performance.eventLoopUtilization();
    utilization = performance.eventLoopUtilization(current, last).utilization;
    [last, readAt] = [current, now];
    return utilization;
  };
}
