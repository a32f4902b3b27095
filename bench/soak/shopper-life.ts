import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '#tests/chance.ts';
import {
  type Answer,
  addToCart,
  type Fields,
  fillInCheckout,
  newShopper,
  orderTokenOf,
  placeOrder,
  type Shopper,
  submit,
  visit,
} from '#tests/shopper.ts';
import { confirm } from './confirm.ts';
import { type Attempt, type Diary, newAttempt } from './diary.ts';
import type { Rush } from './rush.ts';
import type { Ware } from './wares.ts';

export interface Life {
  readonly url: string;
  readonly wares: readonly Ware[];
  readonly chance: Chance;
  readonly diary: Diary;
  readonly rush: Rush;
}

/** How long a shopper tries to get an answer (milliseconds). */
const patience = 150_000;
const mostTries = 4;
/** Fewer than the orders that one address can place in an hour. */
const mostRounds = 4;

/** One shopper, from the first piece in the cart to leaving. */
export async function live(life: Life): Promise<void> {
  const { chance } = life;
  const shopper = newShopper();
  for (let rounds = 0; rounds < mostRounds && (rounds === 0 || chance.happens(0.25)); rounds += 1) {
    await fillCart(life, shopper);
    if (chance.happens(0.1)) return;
    await buy(life, shopper);
  }
}

async function fillCart({ url, wares, chance, diary }: Life, shopper: Shopper): Promise<void> {
  for (const { productId, variationId } of chance.shuffle(wares).slice(0, chance.whole(1, 4))) {
    const choice = { variation_id: String(variationId) };
    await insist(diary, () => addToCart(shopper, url, productId, chance.whole(1, 3), choice));
    await think(chance);
  }
}

/** Checks out, and when something is short makes do with less. */
async function buy(life: Life, shopper: Shopper): Promise<void> {
  const { url, chance, diary, rush } = life;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const form = await insist(diary, () => fillInCheckout(shopper, url));
    if (form) {
      await think(chance);
      if (chance.happens(0.05)) return;
      await rush.join();
      if (await order(life, shopper, form)) return;
    }
    if (chance.happens(0.3) || !(await takeLess(life, shopper))) return;
  }
}

/** @returns whether the shopper is done: the order stands, or the shopper has left without knowing */
async function order(life: Life, shopper: Shopper, form: Fields): Promise<boolean> {
  const { chance, diary } = life;
  const attempt = newAttempt(diary, form.request_key ?? '');
  const way = chance.pick(['once', 'once', 'once', 'double click', 'double click', 'lost', 'lost', 'leave'] as const);
  if (way === 'lost' || way === 'leave') await breakOff(life, shopper, form, attempt, chance.whole(1, 80));
  if (way === 'leave') {
    attempt.left = true;
    return true;
  }
  await Promise.all([
    ask(life, shopper, form, attempt),
    ...(way === 'double click' ? [ask(life, shopper, form, attempt)] : []),
  ]);
  if (attempt.tokens.size > 0 && chance.happens(0.6)) {
    const { url } = life;
    await confirm({ url, chance, diary, insist: (request) => insist(diary, request) }, shopper, attempt);
  }
  return attempt.tokens.size > 0 || attempt.unanswered;
}

/** Sends the form over a line that breaks after so many milliseconds. */
async function breakOff({ url }: Life, shopper: Shopper, form: Fields, attempt: Attempt, after: number): Promise<void> {
  attempt.sent += 1;
  const answer = await placeOrder(shopper, url, form, AbortSignal.timeout(after)).catch(() => null);
  if (answer && answer.status < 500) note(attempt, answer);
}

/** The same form until somebody answers. */
async function ask({ url, diary }: Life, shopper: Shopper, form: Fields, attempt: Attempt): Promise<void> {
  try {
    const answer = await insist(diary, () => {
      attempt.sent += 1;
      return placeOrder(shopper, url, form);
    });
    if (attempt.tokens.size > 0 && orderTokenOf(answer) === null)
      diary.surprises.push(`a form that had made an order was answered ${answer.status} ${answer.location}`);
    note(attempt, answer);
    if (answer.status !== 303 && answer.status !== 409) diary.surprises.push(`ordering answered ${answer.status}`);
  } catch (error) {
    attempt.unanswered = true;
    diary.surprises.push(String(error));
  }
}

function note(attempt: Attempt, answer: Answer): void {
  const token = orderTokenOf(answer);
  if (token === null) attempt.refusal = `${answer.status} ${answer.location}`.trim();
  else attempt.tokens.add(token);
}

/** One piece of each, or one line fewer. False when nothing is left to do. */
async function takeLess({ url, chance, diary }: Life, shopper: Shopper): Promise<boolean> {
  const cart = await insist(diary, () => visit(shopper, `${url}/cart`));
  const lines = [...new Set(Array.from(cart.body.matchAll(/name="(quantity\[[^"\]]+\])"/g), ([, name = '']) => name))];
  if (lines.length === 0) return false;
  const dropped = chance.happens(0.7) ? chance.pick(lines) : null;
  const fields = Object.fromEntries(lines.map((name) => [name, name === dropped ? '0' : '1']));
  await insist(diary, () => submit(shopper, `${url}/cart/quantity`, fields));
  return true;
}

/** Again and again until there is an answer that is one. */
async function insist<Result>(diary: Diary, request: () => Promise<Result>): Promise<Result> {
  const limit = Date.now() + patience;
  for (;;) {
    try {
      const result = await request();
      if (!isFailure(result)) return result;
    } catch (error) {
      if (Date.now() > limit) throw new Error('no answer, however long the shopper tried', { cause: error });
    }
    if (Date.now() > limit) throw new Error('nothing but failures, however long the shopper tried');
    diary.lost += 1;
    await sleep(200);
  }
}

function isFailure(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'body' in result && (result as Answer).status >= 500;
}

const think = (chance: Chance) => sleep(chance.whole(20, 250));
