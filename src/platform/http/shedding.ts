import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Whether the process is so busy that a new request is better refused than kept waiting. */
export interface Shedding {
  isOverloaded(): boolean;
  stop(): void;
}

/** Mean delay of the event loop over the last second from which requests are refused (milliseconds). */
const tooSlow = 500;

export function watchLoad(): Shedding {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let overloaded = false;
  const timer = setInterval(() => {
    overloaded = delay.count > 0 && delay.mean / 1e6 > tooSlow;
    delay.reset();
  }, 1000);
  timer.unref();
  return {
    isOverloaded: () => overloaded,
    stop: () => {
      clearInterval(timer);
      delay.disable();
    },
  };
}
