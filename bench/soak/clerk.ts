import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '#tests/chance.ts';
import { newShopper, visit } from '#tests/shopper.ts';
import { shopCommand } from '../shop.ts';
import type { Diary } from './diary.ts';
import type { Keeper } from './keeper.ts';

/** How many orders the shop itself did something with. */
export interface ClerkWork {
  cancelled: number;
  confirmed: number;
  paid: number;
  refunded: number;
  /** The shop or its database was away, or the order's state did not allow it. */
  failed: number;
}

const done = { cancel: 'cancelled', confirm: 'confirmed', paid: 'paid', refund: 'refunded' } as const;

interface Clerking {
  readonly dataDir: string;
  readonly keeper: Keeper;
  readonly chance: Chance;
  readonly diary: Diary;
}

/** From time to time takes an order that stands and cancels it, confirms it, marks it paid, or gives the money for it back, on the command line. */
export async function clerk({ dataDir, keeper, chance, diary }: Clerking, stopped: AbortSignal): Promise<ClerkWork> {
  const work: ClerkWork = { cancelled: 0, confirmed: 0, paid: 0, refunded: 0, failed: 0 };
  const handled = new Set<string>();
  while (!stopped.aborted) {
    await sleep(chance.whole(200, 1000), undefined, { signal: stopped }).catch(() => {});
    const tokens = diary.attempts.flatMap((attempt) => [...attempt.tokens]).filter((token) => !handled.has(token));
    if (stopped.aborted || tokens.length === 0) continue;
    const token = chance.pick(tokens);
    const what = chance.pick(['cancel', 'cancel', 'confirm', 'paid', 'refund'] as const);
    try {
      const number = await numberOf(keeper, token);
      handled.add(token);
      if (what === 'confirm') await shopCommand(dataDir, 'orders', 'confirm', number);
      if (what === 'paid' || what === 'refund') await shopCommand(dataDir, 'orders', 'paid', number);
      if (what === 'cancel') await shopCommand(dataDir, 'orders', 'cancel', number);
      if (what === 'refund') await shopCommand(dataDir, 'orders', 'refund', number, '--restock');
      work[done[what]] += 1;
    } catch {
      work.failed += 1;
    }
  }
  return work;
}

/** As the shopper's page says it. */
async function numberOf({ url, untilOpen }: Keeper, token: string): Promise<string> {
  await untilOpen();
  const { body } = await visit(newShopper(), `${url}/order/${token}`);
  const number = /<title>\D*(\d{4,})/.exec(body)?.[1];
  if (number === undefined) throw new Error('the page of an order does not say its number');
  return number;
}
