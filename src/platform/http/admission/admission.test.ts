import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type Admission, createAdmission } from './admission.ts';

const pool = { waitingCount: 0, options: { max: 4 } };
/** Requests that wait for a connection: more than there are, so that no lane gets further places. */
const strain = 20;
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

type Lane = Parameters<Admission['enter']>[0];

/** Requests that came at once, and what became of each so far. */
function crowd(lane: Lane, count: number) {
  const leaves: (() => void)[] = [];
  const gone = new AbortController();
  let refused = 0;
  const all = Array.from({ length: count }, async () => {
    const leave = await admission.enter(lane, gone.signal);
    if (leave) leaves.push(leave);
    else refused += 1;
  });
  return {
    /** What ends each request that has begun. */
    leaves,
    get refused() {
      return refused;
    },
    giveUp: () => gone.abort(),
    over: Promise.all(all),
  };
}

describe('admission', () => {
  it('works on one request first and on more while others wait, up to the places of the lane', async () => {
    open();
    pool.waitingCount = strain;
    const waiting = crowd('private', 20);
    await sleep(100);
    expect(waiting.leaves).toHaveLength(1);
    pool.waitingCount = 0;
    await expect.poll(() => waiting.leaves.length).toBe(4);
    await sleep(100);
    expect(waiting.leaves).toHaveLength(4);
    waiting.leaves[0]?.();
    await expect.poll(() => waiting.leaves.length).toBe(5);
    expect(waiting.refused).toBe(0);
  });

  it.each([
    ['public', 1, 250],
    ['private', 1, 300],
    ['write', 2, 1000],
    ['file', 8, 2000],
  ] as const)('refuses at once what would wait too long in the lane %s', async (lane, begun, waits) => {
    open();
    pool.waitingCount = strain;
    const all = crowd(lane, 3000);
    await sleep(0);
    expect(all.leaves).toHaveLength(begun);
    expect(3000 - begun - all.refused).toBe(waits);
    expect(admission.isFull(lane)).toBe(true);
    all.giveUp();
    await all.over;
    expect(admission.isFull(lane)).toBe(false);
  });

  it('learns how long requests take: of slow ones fewer may wait', async () => {
    open();
    const slow = crowd('public', 90);
    for (let ended = 0; ended < 20; ended += 1) {
      await expect.poll(() => slow.leaves.length).toBeGreaterThan(ended);
      await sleep(50);
      slow.leaves[ended]?.();
    }
    expect(slow.refused).toBe(0);
    const more = crowd('public', 100);
    await sleep(0);
    expect(more.refused).toBe(100);
  });

  it('lets pages give way while requests queue for the database', async () => {
    open();
    pool.waitingCount = strain;
    const waiting = crowd('public', 10);
    await sleep(150);
    expect(waiting.leaves).toHaveLength(1);
    pool.waitingCount = 0;
    await expect.poll(() => waiting.leaves.length).toBeGreaterThan(1);
  });

  it('forgets a waiting request whose client has gone, and counts an end once', async () => {
    open();
    pool.waitingCount = strain;
    const running = crowd('public', 1);
    await running.over;
    const gone = crowd('public', 5);
    gone.giveUp();
    await gone.over;
    expect(gone.leaves).toEqual([]);
    running.leaves[0]?.();
    running.leaves[0]?.();
    const leave = await admission.enter('public', stays);
    expect(leave).not.toBeNull();
    const next = crowd('public', 1);
    await sleep(0);
    expect(next.leaves).toEqual([]);
  });
});
