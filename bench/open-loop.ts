import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from './statistics.ts';

export interface Arrivals {
  /** Requests per second, whether or not earlier ones were answered. */
  readonly rate: number;
  readonly count: number;
}

export interface OpenLoopResult {
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
  /** Message of the first failure. */
  readonly failure: string | null;
}

/**
 * Sends requests at a fixed rate. Latency in ms counts from the moment a request was due, so that
 * a slow server can't hide by delaying the next request (coordinated omission).
 */
export async function runOpenLoop(
  { rate, count }: Arrivals,
  sendRequest: (index: number) => Promise<void>,
): Promise<OpenLoopResult> {
  const times: number[] = [];
  const failures: string[] = [];
  const open: Promise<void>[] = [];
  const start = performance.now() + 50;
  for (let index = 0; index < count; index += 1) {
    const due = start + (index * 1000) / rate;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    open.push(
      sendRequest(index).then(
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
