import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '#tests/chance.ts';
import type { Keeper } from './keeper.ts';
import type { Rush } from './rush.ts';

interface Killing {
  readonly keeper: Keeper;
  readonly rush: Rush;
  readonly chance: Chance;
  /** Of the shop's process, and as many of its supervisor and of the database. */
  readonly kills: number;
  /** Share of the shoppers that have left, from 0 to 1. */
  progress(): number;
  say(line: string): void;
}

type Victim = 'the shop' | 'the supervisor' | 'PostgreSQL';
const victims: readonly Victim[] = ['the shop', 'the supervisor', 'PostgreSQL'];

/** Kills shop, supervisor and database in random order, at random moments spread over the whole run; two of three times amid a rush of orders. */
export async function kill({ keeper, rush, chance, kills, progress, say }: Killing): Promise<void> {
  const killing: Readonly<Record<Victim, () => Promise<number>>> = {
    'the shop': keeper.killShop,
    'the supervisor': keeper.killSupervisor,
    PostgreSQL: keeper.killDatabase,
  };
  const order = chance.shuffle(victims.flatMap((victim) => Array<Victim>(kills).fill(victim)));
  for (const [at, victim] of order.entries()) {
    const due = (at + chance.whole(20, 80) / 100) / (order.length + 0.5);
    while (progress() < due) await sleep(10);
    const ordering = chance.happens(2 / 3) ? await rush.gather(chance.whole(4, 12), 3000) : 0;
    await sleep(chance.whole(0, 60));
    const outage = await killing[victim]();
    const met = ordering > 0 ? `, ${ordering} ordering at once` : '';
    say(`  kill -9 ${at + 1}: ${victim}${met}; open again after ${(outage / 1000).toFixed(1)} s`);
  }
}
