import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { LimitUse } from '#platform/limits/limits.ts';
import { type VatNumberParts, vatNumberCheck } from '../ports.ts';
import { addAnswer, findAnswer, type VatOutcome } from './answers.ts';
import { findSeller } from './seller.ts';
import { getAreaOfNumber } from './vat-area.ts';

interface AskOptions {
  /** Milliseconds. */
  readonly timeout: number;
  /**
   * Network of the client (`getClientNetwork`), for the limit of questions. Null when the shop itself asks, or
   * clients can't be told apart.
   */
  readonly network: string | null;
}

/**
 * Limits of questions per hour. The service answers a shop for some thousand numbers a day, and blocks shops that ask
 * more.
 */
const perNetwork = { name: 'vat-checks-by-network', seconds: 3600, max: 20 };
const ofAll = { name: 'vat-checks', seconds: 3600, max: 600 };

/** Running questions by database pool and number, so that two tabs ask only once. */
const openQuestions = new WeakMap<Shop['db'], Map<string, Promise<VatOutcome>>>();

/**
 * Asks the service about a number of another member state, unless a valid answer is stored. Call this function
 * outside of transactions. It never throws because of the service.
 * @returns null when the number can't lead to a reverse charge
 */
export async function askVatNumber(shop: Shop, number: string, options: AskOptions): Promise<VatOutcome | null> {
  const seller = await findSeller(shop);
  const area = getAreaOfNumber(number);
  if (seller === null || area === null || area === seller.area) return null;
  const known = await findAnswer(shop, shop.db, number);
  if (known !== null) return known;
  const open = openQuestions.get(shop.db) ?? new Map<string, Promise<VatOutcome>>();
  openQuestions.set(shop.db, open);
  const running = open.get(number);
  if (running) return joinQuestion(running, options.timeout);
  const question = ask(shop, number, seller.number, options).finally(() => open.delete(number));
  open.set(number, question);
  return question;
}

/**
 * Waits for the answer to a question that another caller has asked, but only until its own timeout: a job may wait
 * longer than a form.
 */
async function joinQuestion(question: Promise<VatOutcome>, timeout: number): Promise<VatOutcome> {
  const stop = new AbortController();
  const end = delay(timeout, 'unavailable' as const, { signal: stop.signal }).catch(() => 'unavailable' as const);
  try {
    return await Promise.race([question, end]);
  } finally {
    stop.abort();
  }
}

async function ask(shop: Shop, number: string, seller: string, { timeout, network }: AskOptions): Promise<VatOutcome> {
  const service = shop.implementations(vatNumberCheck).at(-1);
  const uses: LimitUse[] = [
    ...(network === null ? [] : [{ limit: perNetwork, key: network }]),
    { limit: ofAll, key: '' },
  ];
  // Store no answer when the limit is exceeded: the next question may be within the limits.
  if (!service || !(await shop.limits.consume(uses)).ok) return 'unavailable';
  const answer = await service(shop, { ...split(number), requester: split(seller), timeout });
  // Never log the number: the number of a sole trader is personal data.
  if (answer.outcome === 'unavailable')
    shop.log.warn({ area: number.slice(0, 2), reason: answer.reason }, 'a VAT number could not be checked');
  await addAnswer(shop, number, answer);
  return answer.outcome;
}

const split = (number: string): VatNumberParts => ({ prefix: number.slice(0, 2), number: number.slice(2) });

const payload = z.strictObject({ number: z.string().max(30) });

/** Asks about a number that staff have typed. One attempt is enough, since nobody waits for the answer. */
export const checkNumberJob = defineJob({
  name: 'vat-numbers:check-number',
  schema: payload,
  maxAttempts: 1,
  run: async (shop, { number }: z.infer<typeof payload>) => {
    await askVatNumber(shop, number, { timeout: 15_000, network: null });
  },
});

/** Asks about a number after the transaction, so that the next calculation of its order uses the answer. */
export async function enqueueVatCheck(shop: Shop, tx: Tx, number: string): Promise<void> {
  if ((await findSeller(shop)) !== null) await shop.jobs.add(tx, checkNumberJob, { number });
}
