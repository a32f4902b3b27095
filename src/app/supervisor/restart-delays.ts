/** Milliseconds of being open that reset the delays. */
const STABLE_AFTER = 60_000;
/** Milliseconds. */
const FIRST_DELAY = 500;
const MAX_DELAY = 10_000;

export interface RestartDelays {
  /** Call when the shop's process listens. */
  opened(): void;
  /** Call when it ended unexpectedly. @returns milliseconds to wait before the next start */
  ended(): number;
}

/** 0 after the first end, then 0.5 s, 1 s, 2 s … 10 s. A minute of being open resets the delays. */
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
