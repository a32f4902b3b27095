import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Whether the process is so busy that a new request is better refused than kept waiting. */
export interface Shedding {
  isOverloaded(): boolean;
  stop(): void;
}

/** Mean delay of the event loop over a second that is too much (milliseconds). */
const tooSlow = 500;
/** So many bad seconds in a row, so that one long moment turns nobody away. */
const patience = 3;

export function watchLoad(): Shedding {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let bad = 0;
  const timer = setInterval(() => {
    bad = delay.count > 0 && delay.mean / 1e6 > tooSlow ? bad + 1 : 0;
    delay.reset();
  }, 1000);
  timer.unref();
  return {
    isOverloaded: () => bad >= patience,
    stop: () => {
      clearInterval(timer);
      delay.disable();
    },
  };
}
