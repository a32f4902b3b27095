import type { Turns } from './bench.ts';
import type { OpenLoopResult } from './open-loop.ts';
import type { Row } from './report.ts';
import { median } from './statistics.ts';

/** Runs the loads in turn. @returns the rounds after the warm-ups, by load */
export async function runInTurn(
  { warmUps, rounds }: Turns,
  loads: readonly (() => Promise<OpenLoopResult>)[],
): Promise<OpenLoopResult[][]> {
  const results = loads.map((): OpenLoopResult[] => []);
  for (let round = 0; round < warmUps + rounds; round += 1) {
    for (const [index, load] of loads.entries()) {
      const answered = await load();
      if (answered.failed > 0) throw new Error(`${answered.failed} calls failed, the first with: ${answered.failure}`);
      if (round >= warmUps) results[index]?.push(answered);
    }
  }
  return results;
}

export function createP99Row(
  what: string,
  atMost: number,
  shop: readonly OpenLoopResult[] = [],
  bare: readonly OpenLoopResult[] = [],
): Row {
  const p99s = shop.map(({ p99 }) => p99);
  return {
    what,
    value: median(p99s),
    unit: 'ms',
    goal: { atMost },
    against: { what: 'bare node:http at that rate', value: median(bare.map(({ p99 }) => p99)) },
    note: `median ${median(shop.map(({ p50 }) => p50)).toFixed(1)} ms, p99 of the worst round ${Math.max(...p99s).toFixed(0)}`,
  };
}
