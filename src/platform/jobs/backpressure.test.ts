import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createBackpressure } from './backpressure.ts';

describe('a job waits', () => {
  it('while the process is busy', async () => {
    const shares = [0.99, 0.9, 0.5, 0.99];
    await createBackpressure(() => shares.shift() ?? 0, { pause: 1, maxWait: 100 })();
    expect(shares).toEqual([0.99]);
  });

  it('not longer than the maximum', async () => {
    let looks = 0;
    await createBackpressure(
      () => {
        looks += 1;
        return 1;
      },
      { pause: 1, maxWait: 5 },
    )();
    expect(looks).toBe(6);
  });

  it('for real work, and not at all in an idle process', async () => {
    const waitUntilCalm = createBackpressure(undefined, { pause: 400, maxWait: 400 });
    const measureQuiet = async () => {
      await sleep(60);
      const quiet = performance.now();
      await waitUntilCalm();
      return performance.now() - quiet;
    };
    // A busy machine can make this process look busy for a moment.
    await expect.poll(measureQuiet, { message: 'no pause' }).toBeLessThan(390);
    const until = performance.now() + 120;
    while (performance.now() < until);
    const worked = performance.now();
    await waitUntilCalm();
    expect(performance.now() - worked, 'one pause at least').toBeGreaterThan(390);
  });
});
