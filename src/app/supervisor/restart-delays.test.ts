import { describe, expect, it } from 'vitest';
import { createRestartDelays } from './restart-delays.ts';

function withClock() {
  const clock = { seconds: 0 };
  const delays = createRestartDelays(() => clock.seconds * 1000);
  /** Seconds to wait after a process that was open for so long; null: it never opened. */
  const pauseAfter = (open: number | null) => {
    if (open !== null) {
      delays.opened();
      clock.seconds += open;
    }
    return delays.ended() / 1000;
  };
  return { clock, pauseAfter };
}

describe('the pause before the shop is started again', () => {
  it('is none at first and grows to ten seconds', () => {
    const { pauseAfter } = withClock();
    expect([0, 0, 1, 5, 0, 0, 0, 30].map(pauseAfter)).toEqual([0, 0.5, 1, 2, 4, 8, 10, 10]);
  });

  it('is none again after a minute in which the shop was open', () => {
    const { pauseAfter } = withClock();
    expect([3, 3, 59, 60, 3, 3].map(pauseAfter)).toEqual([0, 0.5, 1, 0, 0.5, 1]);
  });

  it('keeps growing while the shop does not open, however long that takes', () => {
    const { clock, pauseAfter } = withClock();
    expect(pauseAfter(600)).toBe(0);
    clock.seconds += 600;
    expect(pauseAfter(null)).toBe(0.5);
    clock.seconds += 600;
    expect(pauseAfter(null)).toBe(1);
  });
});
