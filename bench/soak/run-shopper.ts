import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '#tests/chance.ts';
import {
  type Answer,
  addToCart,
  type Fields,
  fillInCheckout,
  newShopper,
  placeOrder,
  readOrderToken,
  type Shopper,
  submit,
  visit,
} from '#tests/shopper.ts';
import { type Attempt, addAttempt, type Diary, recordAnswer } from './attempts.ts';
import { confirmOrder } from './confirm-order.ts';
import type { SoakProduct } from './products.ts';
import type { Rush } from './rush.ts';

export interface ShopperContext {
  readonly url: string;
  readonly products: readonly SoakProduct[];
  readonly chance: Chance;
  readonly diary: Diary;
  readonly rush: Rush;
}

/** Milliseconds for which a shopper repeats a request without an answer. */
const patience = 150_000;
const maxTries = 4;
/** Below the limit of orders per e-mail address and hour. */
const maxRounds = 4;

/** Runs one shopper from the first add to cart to leaving. */
export async function runShopper(context: ShopperContext): Promise<void> {
  const { chance } = context;
  const shopper = newShopper();
  for (let rounds = 0; rounds < maxRounds && (rounds === 0 || chance.happens(0.25)); rounds += 1) {
    await fillCart(context, shopper);
    if (chance.happens(0.1)) return;
    await checkOut(context, shopper);
  }
}

async function fillCart({ url, products, chance, diary }: ShopperContext, shopper: Shopper): Promise<void> {
  for (const { productId, variationId } of chance.shuffle(products).slice(0, chance.whole(1, 4))) {
    const choice = { variation_id: String(variationId) };
    await repeatUntilAnswered(diary, () => addToCart(shopper, url, productId, chance.whole(1, 3), choice));
    await pause(chance);
  }
}

/** Checks out; reduces the cart and tries again when stock is short. */
async function checkOut(context: ShopperContext, shopper: Shopper): Promise<void> {
  const { url, chance, diary, rush } = context;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const form = await repeatUntilAnswered(diary, () => fillInCheckout(shopper, url));
    if (form) {
      await pause(chance);
      if (chance.happens(0.05)) return;
      await rush.wait();
      if (await placeOrderOnce(context, shopper, form)) return;
    }
    if (chance.happens(0.3) || !(await reduceCart(context, shopper))) return;
  }
}

/** @returns whether the shopper is done: the order exists, or the shopper left without an answer */
async function placeOrderOnce(context: ShopperContext, shopper: Shopper, form: Fields): Promise<boolean> {
  const { chance, diary } = context;
  const attempt = addAttempt(diary, form.request_key ?? '');
  const way = chance.pick(['once', 'once', 'once', 'double click', 'double click', 'lost', 'lost', 'leave'] as const);
  if (way === 'lost' || way === 'leave') await sendAndDisconnect(context, shopper, form, attempt, chance.whole(1, 80));
  if (way === 'leave') {
    attempt.isAbandoned = true;
    return true;
  }
  await Promise.all([
    sendUntilAnswered(context, shopper, form, attempt),
    ...(way === 'double click' ? [sendUntilAnswered(context, shopper, form, attempt)] : []),
  ]);
  if (attempt.tokens.size > 0 && chance.happens(0.6)) {
    const { url } = context;
    await confirmOrder(
      { url, chance, diary, repeat: (request) => repeatUntilAnswered(diary, request) },
      shopper,
      attempt,
    );
  }
  return attempt.tokens.size > 0 || attempt.isUnanswered;
}

/** Sends the form and drops the connection after `after` milliseconds. */
async function sendAndDisconnect(
  { url }: ShopperContext,
  shopper: Shopper,
  form: Fields,
  attempt: Attempt,
  after: number,
): Promise<void> {
  attempt.sentCount += 1;
  const answer = await placeOrder(shopper, url, form, AbortSignal.timeout(after)).catch(() => null);
  if (answer && answer.status < 500) recordAnswer(attempt, answer);
}

/** Sends the form until it is answered. */
async function sendUntilAnswered(
  { url, diary }: ShopperContext,
  shopper: Shopper,
  form: Fields,
  attempt: Attempt,
): Promise<void> {
  try {
    const answer = await repeatUntilAnswered(diary, () => {
      attempt.sentCount += 1;
      return placeOrder(shopper, url, form);
    });
    if (attempt.tokens.size > 0 && readOrderToken(answer) === null)
      diary.unexpectedAnswers.push(`a form that had made an order was answered ${answer.status} ${answer.location}`);
    recordAnswer(attempt, answer);
    if (answer.status !== 303 && answer.status !== 409)
      diary.unexpectedAnswers.push(`ordering answered ${answer.status}`);
  } catch (error) {
    attempt.isUnanswered = true;
    diary.unexpectedAnswers.push(String(error));
  }
}

/** Sets each line to 1, or removes one. @returns false when the cart is empty */
async function reduceCart({ url, chance, diary }: ShopperContext, shopper: Shopper): Promise<boolean> {
  const cart = await repeatUntilAnswered(diary, () => visit(shopper, `${url}/cart`));
  const lines = [...new Set(Array.from(cart.body.matchAll(/name="(quantity\[[^"\]]+\])"/g), ([, name = '']) => name))];
  if (lines.length === 0) return false;
  const dropped = chance.happens(0.7) ? chance.pick(lines) : null;
  const fields = Object.fromEntries(lines.map((name) => [name, name === dropped ? '0' : '1']));
  await repeatUntilAnswered(diary, () => submit(shopper, `${url}/cart/quantity`, fields));
  return true;
}

/** Repeats a request until it gets an answer other than 5xx. */
async function repeatUntilAnswered<Result>(diary: Diary, request: () => Promise<Result>): Promise<Result> {
  const limit = Date.now() + patience;
  for (;;) {
    try {
      const result = await request();
      if (!isFailure(result)) return result;
    } catch (error) {
      if (Date.now() > limit) throw new Error(`no answer within ${patience / 1000} s`, { cause: error });
    }
    if (Date.now() > limit) throw new Error(`only 5xx answers within ${patience / 1000} s`);
    diary.repeatedRequests += 1;
    await sleep(200);
  }
}

function isFailure(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'body' in result && (result as Answer).status >= 500;
}

const pause = (chance: Chance) => sleep(chance.whole(20, 250));
