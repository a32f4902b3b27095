import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

interface Patience {
  /** Milliseconds between two looks. */
  readonly pause: number;
  /** Milliseconds that a job waits at most: in a shop that is never quiet its jobs go on as well. */
  readonly longest: number;
}

/** Share of its time that the process works, above which a job waits. */
const busy = 0.75;

/** Lets whoever waits for a page go first: what is called before a job waits for a quieter moment while the process is busy. */
export function createGiveWay(
  share: () => number = watchLoop(),
  { pause, longest }: Patience = { pause: 50, longest: 2_000 },
): () => Promise<void> {
  return async () => {
    for (let waited = 0; share() > busy && waited < longest; waited += pause) await sleep(pause);
  };
}

/** Share of the time since the last look in which the event loop worked. */
function watchLoop(): () => number {
  let seen = performance.eventLoopUtilization();
  let [at, share] = [performance.now(), 0];
  return () => {
    const now = performance.now();
    // Several jobs look at once: the few moments between them say nothing.
    if (now - at < 25) return share;
    const current = performance.eventLoopUtilization();
    share = performance.eventLoopUtilization(current, seen).utilization;
    [seen, at] = [current, now];
    return share;
  };
}
