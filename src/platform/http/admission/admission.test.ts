import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type Admission, createAdmission } from './admission.ts';

const pool = { waitingCount: 0, options: { max: 4 } };
/** More requests wait for a connection than there are, so that no lane grows. */
const overload = 20;
const connected = new AbortController().signal;
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

/** Sends requests at once, and tracks what became of each. */
function sendRequests(lane: Lane, count: number) {
  const leaves: (() => void)[] = [];
  const gone = new AbortController();
  let refused = 0;
  const all = Array.from({ length: count }, async () => {
    const leave = await admission.enter(lane, gone.signal);
    if (leave) leaves.push(leave);
    else refused += 1;
  });
  return {
    /** Ends each request that has started. */
    leaves,
    get refused() {
      return refused;
    },
    disconnect: () => gone.abort(),
    settled: Promise.all(all),
  };
}

describe('admission', () => {
  it('starts with one request and adds more while others wait, up to the maximum of the lane', async () => {
    open();
    pool.waitingCount = overload;
    const waiting = sendRequests('private', 20);
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
    ['write', 4, 1000],
    ['file', 8, 2000],
  ] as const)('refuses on arrival what would wait too long in the lane %s', async (lane, started, waiting) => {
    open();
    pool.waitingCount = overload;
    const all = sendRequests(lane, 3000);
    await sleep(0);
    expect(all.leaves).toHaveLength(started);
    expect(3000 - started - all.refused).toBe(waiting);
    expect(admission.isFull(lane)).toBe(true);
    all.disconnect();
    await all.settled;
    expect(admission.isFull(lane)).toBe(false);
  });

  it('measures durations, so that fewer slow requests may wait', async () => {
    open();
    const slow = sendRequests('public', 90);
    for (let ended = 0; ended < 20; ended += 1) {
      await expect.poll(() => slow.leaves.length).toBeGreaterThan(ended);
      await sleep(50);
      slow.leaves[ended]?.();
    }
    expect(slow.refused).toBe(0);
    const more = sendRequests('public', 100);
    await sleep(0);
    expect(more.refused).toBe(100);
  });

  it('reduces the concurrency of pages while requests queue for the database', async () => {
    open();
    pool.waitingCount = overload;
    const waiting = sendRequests('public', 10);
    await sleep(150);
    expect(waiting.leaves).toHaveLength(1);
    pool.waitingCount = 0;
    await expect.poll(() => waiting.leaves.length).toBeGreaterThan(1);
  });

  it('drops a waiting request whose client disconnected, and counts an end once', async () => {
    open();
    pool.waitingCount = overload;
    const running = sendRequests('public', 1);
    await running.settled;
    const gone = sendRequests('public', 5);
    gone.disconnect();
    await gone.settled;
    expect(gone.leaves).toEqual([]);
    running.leaves[0]?.();
    running.leaves[0]?.();
    const leave = await admission.enter('public', connected);
    expect(leave).not.toBeNull();
    const next = sendRequests('public', 1);
    await sleep(0);
    expect(next.leaves).toEqual([]);
  });
});
