import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '#tests/support/chance.ts';
import type { Answer, Shopper } from '#tests/support/shopper.ts';
import type { SoakProduct } from '../products.ts';
import type { StandIn } from './stand-in.ts';

/** A payment of an order, as the shop has begun it. */
export interface BegunPayment {
  readonly publicId: string;
  /** The wallet's id of its order; null while the call that begins it was not answered. */
  readonly reference: string | null;
}

export interface WalletShopperContext {
  readonly url: string;
  readonly products: readonly SoakProduct[];
  readonly chance: Chance;
  readonly standIn: StandIn;
  readonly ordinal: number;
  /** In a hundred shoppers, how many pay by card. */
  readonly cards: number;
  /** The newest payment of an order. */
  findPayment(token: string): Promise<BegunPayment | null>;
  /** Counts what happened, by a name. */
  count(what: string): void;
  /** Answers that must not happen, whatever fails. */
  readonly unexpected: string[];
}

/** Accounts of the test wallet, with the address that is sent to. */
export const payers = [
  { email: 'ada@example.com', country: 'IE', state: '', city: 'Cork', postcode: 'T12 X0Y1' },
  { email: 'grace@example.com', country: 'US', state: 'CA', city: 'San Jose', postcode: '95131' },
  { email: 'plato@example.com', country: 'DE', state: '', city: 'Berlin', postcode: '10115' },
] as const;

export interface Visit extends WalletShopperContext {
  readonly shopper: Shopper;
  readonly payer: (typeof payers)[number];
  readonly method: 'wallet' | 'wallet-card';
}

/** Milliseconds for which a shopper repeats a request without an answer. */
export const patience = 150_000;

/** Repeats a request until it is answered. A call of the wallet that failed has a code. */
export async function ask(request: () => Promise<Answer>): Promise<Answer> {
  for (const limit = Date.now() + patience; ; await sleep(300)) {
    const answer = await request().catch(() => null);
    if (answer && (answer.status < 500 || readCode(answer) === 'EXPRESS_UNANSWERED')) return answer;
    if (Date.now() > limit) throw new Error(`no answer within ${patience / 1000} s, the last one ${answer?.status}`);
  }
}

export function readCode(answer: Answer): string | null {
  if (!String(answer.headers['content-type']).includes('json')) return null;
  return String((answer.json() as { code?: unknown }).code ?? '') || null;
}
