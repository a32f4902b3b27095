import { describe, expect, it } from 'vitest';
import { createRestartDelays } from './restart-delays.ts';

function createTestDelays() {
  const clock = { seconds: 0 };
  const delays = createRestartDelays(() => clock.seconds * 1000);
  /** Seconds to wait. @param openSeconds how long the process was open; null: it never opened */
  const getDelayAfter = (openSeconds: number | null) => {
    if (openSeconds !== null) {
      delays.opened();
      clock.seconds += openSeconds;
    }
    return delays.ended() / 1000;
  };
  return { clock, getDelayAfter };
}

describe('the delay before the shop is restarted', () => {
  it('is 0 at first and grows to ten seconds', () => {
    const { getDelayAfter } = createTestDelays();
    expect([0, 0, 1, 5, 0, 0, 0, 30].map(getDelayAfter)).toEqual([0, 0.5, 1, 2, 4, 8, 10, 10]);
  });

  it('is 0 again after the shop was open for a minute', () => {
    const { getDelayAfter } = createTestDelays();
    expect([3, 3, 59, 60, 3, 3].map(getDelayAfter)).toEqual([0, 0.5, 1, 0, 0.5, 1]);
  });

  it('keeps growing while the shop fails to open, however long that takes', () => {
    const { clock, getDelayAfter } = createTestDelays();
    expect(getDelayAfter(600)).toBe(0);
    clock.seconds += 600;
    expect(getDelayAfter(null)).toBe(0.5);
    clock.seconds += 600;
    expect(getDelayAfter(null)).toBe(1);
  });
});
