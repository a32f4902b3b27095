import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '#tests/chance.ts';
import { newShopper, visit } from '#tests/shopper.ts';
import { runShopCommand } from '../shop.ts';
import type { Diary } from './attempts.ts';
import { readOrderNumber } from './confirm-order.ts';
import type { ShopKeeper } from './keep-shop-running.ts';

/** Number of orders that were changed on the command line. */
export interface ClerkWork {
  cancelled: number;
  confirmed: number;
  paid: number;
  refunded: number;
  /** The shop or its database was down, or the order's status did not allow the change. */
  failed: number;
}

const counters = { cancel: 'cancelled', confirm: 'confirmed', paid: 'paid', refund: 'refunded' } as const;

interface ClerkContext {
  readonly dataDir: string;
  readonly keeper: ShopKeeper;
  readonly chance: Chance;
  readonly diary: Diary;
}

/** Cancels, confirms, marks as paid or refunds random orders on the command line until stopped. */
export async function runClerk(
  { dataDir, keeper, chance, diary }: ClerkContext,
  stopped: AbortSignal,
): Promise<ClerkWork> {
  const work: ClerkWork = { cancelled: 0, confirmed: 0, paid: 0, refunded: 0, failed: 0 };
  const handled = new Set<string>();
  while (!stopped.aborted) {
    await sleep(chance.whole(200, 1000), undefined, { signal: stopped }).catch(() => {});
    const tokens = diary.attempts.flatMap((attempt) => [...attempt.tokens]).filter((token) => !handled.has(token));
    if (stopped.aborted || tokens.length === 0) continue;
    const token = chance.pick(tokens);
    const what = chance.pick(['cancel', 'cancel', 'confirm', 'paid', 'refund'] as const);
    try {
      const number = await findOrderNumber(keeper, token);
      handled.add(token);
      if (what === 'confirm') await runShopCommand(dataDir, 'orders', 'confirm', number);
      if (what === 'paid' || what === 'refund') await runShopCommand(dataDir, 'orders', 'paid', number);
      if (what === 'cancel') await runShopCommand(dataDir, 'orders', 'cancel', number);
      if (what === 'refund') await runShopCommand(dataDir, 'orders', 'refund', number, '--restock');
      work[counters[what]] += 1;
    } catch {
      work.failed += 1;
    }
  }
  return work;
}

/** Reads the order's number from its page. */
async function findOrderNumber({ url, untilOpen }: ShopKeeper, token: string): Promise<string> {
  await untilOpen();
  const { body } = await visit(newShopper(), `${url}/order/${token}`);
  const number = readOrderNumber(body);
  if (number === undefined) throw new Error('the page of an order does not say its number');
  return number;
}
