import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from './statistics.ts';

export interface Arrivals {
  /** Of them a second, whatever becomes of those before. */
  readonly rate: number;
  readonly count: number;
}

export interface Answered {
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
  /** Of the first that failed. */
  readonly failure: string | null;
}

/**
 * Begins a request at each moment at which one is due. Times are counted from that moment, in milliseconds, so a server that falls behind
 * can't hide it by keeping the next shopper from coming.
 */
export async function arrive({ rate, count }: Arrivals, ask: (at: number) => Promise<void>): Promise<Answered> {
  const times: number[] = [];
  const failures: string[] = [];
  const open: Promise<void>[] = [];
  const start = performance.now() + 50;
  for (let at = 0; at < count; at += 1) {
    const due = start + (at * 1000) / rate;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    open.push(
      ask(at).then(
        () => void times.push(performance.now() - due),
        (error: unknown) => void failures.push(String(error)),
      ),
    );
  }
  await Promise.all(open);
  return {
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    failed: failures.length,
    failure: failures[0] ?? null,
  };
}
