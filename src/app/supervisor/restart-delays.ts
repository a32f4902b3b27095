/** Milliseconds that the shop must be open before the delays start again at 0. */
const STABLE_AFTER = 60_000;
/** Milliseconds. */
const FIRST_DELAY = 500;
const MAX_DELAY = 10_000;

export interface RestartDelays {
  /** Call when the shop's process listens. */
  opened(): void;
  /** Call when the shop's process ended unexpectedly. @returns milliseconds to wait before the next start */
  ended(): number;
}

/**
 * Delays of 0 after the first unexpected end, then 0.5 s, 1 s, 2 s … 10 s. They start again at 0 once the shop has
 * been open for a minute.
 */
export function createRestartDelays(now: () => number = () => performance.now()): RestartDelays {
  let ends = 0;
  let openedAt: number | null = null;
  return {
    opened() {
      openedAt = now();
    },
    ended() {
      if (openedAt !== null && now() - openedAt >= STABLE_AFTER) ends = 0;
      openedAt = null;
      const delay = ends === 0 ? 0 : Math.min(FIRST_DELAY * 2 ** (ends - 1), MAX_DELAY);
      ends += 1;
      return delay;
    },
  };
}
