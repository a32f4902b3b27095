import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '#tests/support/chance.ts';
import type { ShopKeeper } from './keep-shop-running.ts';
import type { Rush } from './rush.ts';

interface KillContext {
  readonly keeper: ShopKeeper;
  readonly rush: Rush;
  readonly chance: Chance;
  /** Kills each of the shop's process, its supervisor and the database. */
  readonly kills: number;
  /** Share of the shoppers that are done, from 0 to 1. */
  progress(): number;
  print(line: string): void;
}

type Victim = 'the shop' | 'the supervisor' | 'PostgreSQL';
const victims: readonly Victim[] = ['the shop', 'the supervisor', 'PostgreSQL'];

/**
 * Kills shop, supervisor and database in random order, spread over the whole run; two of three
 * kills happen during a rush of orders.
 */
export async function killProcesses({ keeper, rush, chance, kills, progress, print }: KillContext): Promise<void> {
  const killing: Readonly<Record<Victim, () => Promise<number>>> = {
    'the shop': keeper.killShop,
    'the supervisor': keeper.killSupervisor,
    PostgreSQL: keeper.killDatabase,
  };
  const order = chance.shuffle(victims.flatMap((victim) => Array<Victim>(kills).fill(victim)));
  for (const [index, victim] of order.entries()) {
    const due = (index + chance.whole(20, 80) / 100) / (order.length + 0.5);
    while (progress() < due) await sleep(10);
    const ordering = chance.happens(2 / 3) ? await rush.gather(chance.whole(4, 12), 3000) : 0;
    await sleep(chance.whole(0, 60));
    const outage = await killing[victim]();
    const duringRush = ordering > 0 ? `, ${ordering} ordering at once` : '';
    print(`  kill -9 ${index + 1}: ${victim}${duringRush}; open again after ${(outage / 1000).toFixed(1)} s`);
  }
}
