/** Milliseconds. */
const HEALTHY = 60_000;
const FIRST = 500;
const LONGEST = 10_000;

export interface RestartDelays {
  /** The shop's process listens. */
  opened(): void;
  /** It ended unexpectedly. @returns milliseconds to wait before the next start */
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
      if (openedAt !== null && now() - openedAt >= HEALTHY) ends = 0;
      openedAt = null;
      const delay = ends === 0 ? 0 : Math.min(FIRST * 2 ** (ends - 1), LONGEST);
      ends += 1;
      return delay;
    },
  };
}
