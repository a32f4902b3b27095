/** The sandbox's time, which tests may set ahead of or behind the machine's. */
export interface Clock {
  now(): Date;
}

export interface SettableClock extends Clock {
  /** Moves the clock by this much, on top of earlier moves. */
  advance(milliseconds: number): void;
  /** Lets the clock show this time now and run on from there. */
  set(time: Date): void;
}

/** @param base what the clock follows; default: the machine's clock */
export function createClock(base: Clock = { now: () => new Date() }): SettableClock {
  let offset = 0;
  return {
    now: () => new Date(base.now().getTime() + offset),
    advance(milliseconds) {
      offset += milliseconds;
    },
    set(time) {
      offset = time.getTime() - base.now().getTime();
    },
  };
}

/** The provider's form of a time: whole seconds, UTC. */
export const formatTime = (time: Date) => `${time.toISOString().slice(0, 19)}Z`;

export const seconds = 1000;
export const hours = 3600 * seconds;
export const days = 24 * hours;
