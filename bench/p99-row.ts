import type { OpenLoopResult } from './open-loop.ts';
import type { Row } from './report.ts';
import { median } from './statistics.ts';

/** Runs the loads in turn. The first round of each is a warm-up. */
export async function runInTurn(
  rounds: number,
  loads: readonly (() => Promise<OpenLoopResult>)[],
): Promise<OpenLoopResult[][]> {
  const results = loads.map((): OpenLoopResult[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, load] of loads.entries()) {
      const answered = await load();
      if (answered.failed > 0) throw new Error(`${answered.failed} calls failed, the first with: ${answered.failure}`);
      if (round > 0) results[index]?.push(answered);
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
  const median50 = median(shop.map(({ p50 }) => p50));
  return {
    what,
    value: median(shop.map(({ p99 }) => p99)),
    unit: 'ms',
    goal: { atMost },
    against: { what: 'bare node:http at that rate', value: median(bare.map(({ p99 }) => p99)) },
    note: `median ${median50.toFixed(1)} ms`,
  };
}
