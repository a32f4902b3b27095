import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type Admission, createAdmission } from './admission.ts';

const pool = { waitingCount: 0, options: { max: 4 } };
const stays = new AbortController().signal;
let admission: Admission;

afterEach(() => {
  admission.stop();
  pool.waitingCount = 0;
});

function open(): Admission {
  admission = createAdmission(pool as Parameters<typeof createAdmission>[0]);
  return admission;
}

/** Starts requests until one has to wait. */
async function fill(lane: 'private' | 'public'): Promise<(() => void)[]> {
  const leaves: (() => void)[] = [];
  for (;;) {
    const gone = new AbortController();
    const leave = await Promise.race([admission.enter(lane, gone.signal), sleep(20, 'waits' as const)]);
    if (leave === 'waits' || leave === null) {
      gone.abort();
      return leaves;
    }
    leaves.push(leave);
  }
}

describe('admission', () => {
  it('works on as many requests as the lane has places; the next waits until one ends', async () => {
    open();
    const leaves = await fill('private');
    expect(leaves).toHaveLength(8);
    let isStarted = false;
    const waiting = admission.enter('private', stays).then((leave) => {
      isStarted = leave !== null;
    });
    await sleep(20);
    expect(isStarted).toBe(false);
    leaves[0]?.();
    await waiting;
    expect(isStarted).toBe(true);
  });

  it.each([
    ['many of them when requests take 20 ms', 20, 150],
    ['none when they take no time', 0, 0],
  ])('of 300 that come at once it refuses, without delay, what would wait too long: %s', async (_, took, atLeast) => {
    open();
    for (let at = 0; at < 40; at += 1) {
      const leave = await admission.enter('public', stays);
      if (took > 0) await sleep(took);
      leave?.();
    }
    while ((await admission.enter('public', AbortSignal.timeout(1))) !== null);
    const outcomes = Array.from({ length: 300 }, () => admission.enter('public', stays));
    const seen = await Promise.all(outcomes.map((outcome) => Promise.race([outcome, sleep(0, 'waits')])));
    const refused = seen.filter((outcome) => outcome === null).length;
    expect(refused).toBeGreaterThanOrEqual(atLeast);
    expect(refused).toBeLessThan(Math.max(atLeast * 2, 1));
  });

  it('lets public pages give way while requests queue for the database, and private ones go on', async () => {
    open();
    pool.waitingCount = 20;
    await sleep(300);
    expect(await fill('public')).toHaveLength(1);
    expect(await fill('private')).toHaveLength(8);
    pool.waitingCount = 0;
    await sleep(300);
    expect(await fill('public')).toHaveLength(1);
  });

  it('forgets a waiting request whose client has gone, and counts an end once', async () => {
    open();
    const leaves = await fill('private');
    const gone = new AbortController();
    const waiting = admission.enter('private', gone.signal);
    gone.abort();
    expect(await waiting).toBeNull();
    leaves[0]?.();
    leaves[0]?.();
    expect(await fill('private')).toHaveLength(1);
  });
});
