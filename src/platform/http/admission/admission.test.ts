import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type Admission, createAdmission } from './admission.ts';
import type { AdmissionClient } from './lane.ts';

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

/** Sends requests at once, each on a connection of its own, and tracks what became of each. */
function sendRequests(lane: Lane, count: number, { network = 'one', connection }: Partial<AdmissionClient> = {}) {
  const leaves: (() => void)[] = [];
  const gone = new AbortController();
  let refused = 0;
  const all = Array.from({ length: count }, async () => {
    const leave = await admission.enter(lane, gone.signal, { network, connection: connection ?? {} });
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
    expect(admission.isFull(lane, () => 'one')).toBe(true);
    all.disconnect();
    await all.settled;
    expect(admission.isFull(lane, () => 'one')).toBe(false);
  });

  it('measures durations, so that fewer slow requests may wait', async () => {
    open();
    const slow = sendRequests('public', 90);
    let [longest, endedAt] = [0, performance.now()];
    for (let ended = 0; ended < 20; ended += 1) {
      await expect.poll(() => slow.leaves.length, { interval: 5 }).toBeGreaterThan(ended);
      await sleep(50);
      slow.leaves[ended]?.();
      longest = Math.max(longest, performance.now() - endedAt);
      endedAt = performance.now();
    }
    const waiting = 90 - slow.leaves.length - slow.refused;
    expect((waiting + 1) * longest, 'only the newest are refused, which would wait too long now').toBeGreaterThan(
      2_500,
    );
    const more = sendRequests('public', 100);
    await sleep(0);
    expect(more.refused).toBeGreaterThan(90);
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
    const leave = await admission.enter('public', connected, { network: 'one', connection: {} });
    expect(leave).not.toBeNull();
    const next = sendRequests('public', 1);
    await sleep(0);
    expect(next.leaves).toEqual([]);
  });
});

/** Ends whatever runs, one request after another, until nothing is left to start. */
async function endAll(sent: readonly ReturnType<typeof sendRequests>[], observe = () => {}): Promise<void> {
  const ended = new Set<() => void>();
  for (;;) {
    const leave = sent.flatMap(({ leaves }) => leaves).find((each) => !ended.has(each));
    if (!leave) return;
    ended.add(leave);
    leave();
    await sleep(0);
    observe();
  }
}

describe('places of a lane (F2)', () => {
  it('are taken in turn by networks, however many of one wait', async () => {
    open();
    pool.waitingCount = overload;
    const many = sendRequests('public', 60, { network: 'many' });
    await sleep(0);
    const honest = sendRequests('public', 2, { network: 'honest' });
    await sleep(0);
    let startedBefore = 0;
    await endAll([honest, many], () => {
      if (honest.leaves.length < 2) startedBefore = many.leaves.length;
    });
    expect(startedBefore, 'others that have started before both').toBeLessThanOrEqual(3);
    expect(many.leaves).toHaveLength(60);
  });

  it('are all for one network while no other one waits, and another one gets its share at once', async () => {
    open();
    pool.waitingCount = overload;
    const many = sendRequests('public', 300, { network: 'many' });
    await sleep(0);
    expect(many.refused).toBe(49);
    const honest = sendRequests('public', 10, { network: 'honest' });
    await sleep(0);
    expect([honest.refused, many.refused], 'the newest of the longest queue give way').toEqual([0, 59]);
    expect(admission.isFull('public', () => 'many')).toBe(true);
    expect(admission.isFull('public', () => 'third')).toBe(false);
    await endAll([many, honest]);
    // On a busy machine some have waited too long.
    expect([many.leaves.length + many.refused, honest.leaves.length]).toEqual([300, 10]);
  });

  it('are shared evenly by crowds of two networks', async () => {
    open();
    pool.waitingCount = overload;
    const crowds = ['one', 'other'].map((network) => sendRequests('public', 400, { network }));
    await sleep(0);
    expect(crowds.map(({ refused }) => 400 - refused)).toEqual([126, 125]);
    await endAll(crowds);
  });

  it('are few for one connection, also while others are free', async () => {
    open();
    const connection = {};
    const pipelined = sendRequests('private', 200, { connection });
    await sleep(0);
    expect(pipelined.refused).toBe(192);
    const honest = sendRequests('private', 1);
    await endAll([pipelined, honest]);
    expect([pipelined.leaves.length, honest.leaves.length]).toEqual([8, 1]);
    const next = sendRequests('private', 8, { connection });
    await endAll([next]);
    expect(next.refused, 'a connection that was answered may send more').toBe(0);
  });
});

describe('a lane while other programs need the processors (F4)', () => {
  it('refuses the newest at once when those before them take longer than expected', async () => {
    open();
    pool.waitingCount = overload;
    const waiting = sendRequests('write', 400);
    await sleep(0);
    expect(waiting.refused, 'let in while a request was expected to take 5 ms').toBe(0);
    const before = performance.now();
    for (let ended = 0; ended < 16; ended += 1) {
      await expect.poll(() => waiting.leaves.length, { interval: 5 }).toBeGreaterThan(ended);
      await sleep(60);
      waiting.leaves[ended]?.();
    }
    await expect.poll(() => waiting.refused, { interval: 5 }).toBeGreaterThan(150);
    // All of them would take 24 s.
    expect(performance.now() - before, 'milliseconds until they know').toBeLessThan(12_000);
    const left = 400 - waiting.refused - waiting.leaves.length;
    expect(left, 'those that are left wait for five seconds at most').toBeLessThan(170);
    waiting.disconnect();
    await waiting.settled;
  });

  it('keeps its places when the event loop is late by their fault, and loses them by its own', async () => {
    let [worked, share] = [0, 0];
    admission = createAdmission(pool as Parameters<typeof createAdmission>[0], () => worked);
    const waiting = sendRequests('private', 12);
    await expect.poll(() => waiting.leaves.length).toBe(4);
    const sleeper = new Int32Array(new SharedArrayBuffer(4));
    const endOneAfterLateTurns = async () => {
      for (let turn = 0; turn < 6; turn += 1) {
        Atomics.wait(sleeper, 0, 0, 60);
        worked += 60 * share;
        await sleep(0);
      }
      waiting.leaves.shift()?.();
      await sleep(0);
      return waiting.leaves.length;
    };
    expect(await endOneAfterLateTurns()).toBe(4);
    share = 10;
    expect(await endOneAfterLateTurns(), 'the end of one starts no other').toBe(3);
  });

  it('sends refusals in small numbers at a time, so that those who ask again at once leave time for others', async () => {
    open();
    let sent = 0;
    const all = Array.from({ length: 100 }, () =>
      admission.awaitRefusal().then(() => {
        sent += 1;
      }),
    );
    await sleep(0);
    expect(sent).toBe(0);
    await expect.poll(() => sent, { interval: 1 }).toBeGreaterThan(0);
    expect(sent).toBeLessThan(100);
    await Promise.all(all);
    expect(sent).toBe(100);
  });
});
