import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '#tests/support/chance.ts';
import { type Answer, type FormFields, newShopper, readOrderToken, type Shopper } from '#tests/support/shopper.ts';
import {
  type Attempt,
  addAttempt,
  type BoughtAlone,
  type Diary,
  isAccepted,
  readPaymentReference,
  recordAnswer,
} from './attempts.ts';
import { buyNow, expectCart } from './buy-now.ts';
import { changeCart, fillCart, reduceCart, removeCoupons, setDestination } from './change-cart.ts';
import { confirmOrder } from './confirm-order.ts';
import { fillInCheckout } from './fill-in-checkout.ts';
import { payAtProvider } from './pay-at-provider.ts';
import type { SoakProvider } from './payment-provider.ts';
import type { SoakProduct } from './products.ts';
import { repeatUntilAnswered } from './repeat-request.ts';
import { postcodes } from './rules.ts';
import type { Rush } from './rush.ts';
import { withdraw } from './withdraw.ts';

export interface ShopperContext {
  readonly url: string;
  readonly products: readonly SoakProduct[];
  readonly chance: Chance;
  readonly diary: Diary;
  readonly rush: Rush;
  readonly provider: SoakProvider;
}

const maxTries = 4;
/** Orders of a shopper, on all devices: below the limit per email address and hour. */
const maxRounds = 4;

/**
 * Runs one shopper from the first add to cart to leaving. Some sign in on the way, some of these
 * shop on a second device at the same time.
 */
export async function runShopper(context: ShopperContext): Promise<void> {
  const { chance } = context;
  const shopper = newShopper(context);
  const signsInAfter = chance.happens(0.35) ? chance.whole(0, 2) : null;
  if (signsInAfter !== null && chance.happens(0.3)) {
    const other = newShopper(context, { email: shopper.email });
    const rounds = maxRounds / 2;
    await Promise.all([runRounds(context, shopper, signsInAfter, rounds), runRounds(context, other, 0, rounds)]);
  } else await runRounds({ ...context, hasOneDevice: true }, shopper, signsInAfter, maxRounds);
}

interface DeviceContext extends ShopperContext {
  /** Nobody else changes the cart. */
  readonly hasOneDevice?: boolean;
}

/** @param signsInAfter number of carts filled before; null: stays a guest */
async function runRounds(
  context: DeviceContext,
  shopper: Shopper,
  signsInAfter: number | null,
  rounds: number,
): Promise<void> {
  const { chance } = context;
  let filled = 0;
  const goesOn = () => filled < rounds && (filled === 0 || chance.happens(signsInAfter === null ? 0.3 : 0.7));
  if (signsInAfter === 0) await signIn(context, shopper);
  while (goesOn()) {
    await fillCart(context, shopper, () => pause(chance));
    filled += 1;
    if (chance.happens(0.85)) await changeCart(context, shopper);
    const isCartKnown = context.hasOneDevice && !hasOrdered(context.diary, shopper);
    const boughtAlone = isCartKnown && chance.happens(0.25) ? await buyNow(context, shopper) : null;
    if (signsInAfter === filled) await signIn(context, shopper);
    if (chance.happens(0.1)) return;
    if ((await checkOut(context, shopper, boughtAlone)) === 'left') return;
  }
}

/** Signs in with the test session of the soak's shop. */
async function signIn({ diary }: ShopperContext, shopper: Shopper): Promise<void> {
  const answer = await repeatUntilAnswered(diary, () => shopper.submit('/test/sign-in', { email: shopper.email }));
  if (answer.status !== 200) diary.unexpectedAnswers.push(`signing in answered ${answer.status}`);
  diary.signedIn.add(shopper);
}

/** Checks out; reduces the cart and tries again when stock is short. */
async function checkOut(
  context: ShopperContext,
  shopper: Shopper,
  boughtAlone: BoughtAlone | null,
): Promise<'done' | 'left'> {
  const { chance, diary, rush } = context;
  const isFirst = !hasOrdered(diary, shopper);
  const postcode = chance.pick(postcodes);
  if (chance.happens(0.5)) await setDestination(context, shopper, chance.happens(0.8) ? postcode : postcodes[0]);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const form = await fillInCheckout(context, shopper, postcode);
    if (form) {
      await pause(chance);
      if (chance.happens(0.05)) return 'left';
      await rush.wait();
      const sent = { ...form, payment_method: chooseMethod(chance) };
      const outcome = await placeOrderOnce(context, shopper, sent);
      if (outcome !== 'refused')
        return boughtAlone && isFirst ? finishAlone(context, shopper, sent, boughtAlone) : outcome;
      if (chance.happens(0.3)) await removeCoupons(context, shopper);
    }
    if (chance.happens(0.3) || !(await reduceCart(context, shopper))) return 'done';
  }
  return 'done';
}

/** Whether the shopper may have an order. Its payment may come late, and takes what was ordered out of the cart. */
const hasOrdered = (diary: Diary, shopper: Shopper) =>
  diary.attempts.some((attempt) => attempt.shopper === shopper && !isRefused(attempt));

const isRefused = (attempt: Attempt) =>
  !isAccepted(attempt) && attempt.refusal !== null && !attempt.isAbandoned && !attempt.isUnanswered;

/** After an order of "buy now" the others are in the cart again, which some order then. */
async function finishAlone(
  { chance, diary }: ShopperContext,
  shopper: Shopper,
  { request_key: requestKey = '', payment_method: method }: FormFields,
  boughtAlone: BoughtAlone,
): Promise<'done' | 'left'> {
  const attempt = diary.attempts.find((each) => each.requestKey === requestKey);
  if (attempt && attempt.tokens.size > 0 && method !== 'test_card') {
    await expectCart(diary, shopper, boughtAlone.waiting, 'an order of "buy now"');
    diary.buyNow.returned += 1;
    if (boughtAlone.waiting.size > 0 && chance.happens(0.4)) return 'done';
  }
  diary.orderedAlone.push({ requestKey, ...boughtAlone });
  return 'left';
}

const chooseMethod = (chance: Chance) =>
  chance.pick(['bank_transfer', 'bank_transfer', 'cash_on_delivery', 'test_card', 'test_card', 'test_card'] as const);

/** `left`: without an answer */
type Outcome = 'done' | 'refused' | 'left';

async function placeOrderOnce(context: ShopperContext, shopper: Shopper, form: FormFields): Promise<Outcome> {
  const { chance, diary } = context;
  const attempt = addAttempt(diary, form.request_key ?? '', shopper);
  const way = chance.pick(['once', 'once', 'once', 'double click', 'double click', 'lost', 'lost', 'leave'] as const);
  if (way === 'lost' || way === 'leave') await sendAndDisconnect(shopper, form, attempt, chance.whole(1, 80));
  if (way === 'leave') {
    attempt.isAbandoned = true;
    return 'left';
  }
  await Promise.all([
    sendUntilAnswered(context, shopper, form, attempt),
    ...(way === 'double click' ? [sendUntilAnswered(context, shopper, form, attempt)] : []),
  ]);
  const means = {
    ...{ chance, diary, provider: context.provider },
    repeat: (request: () => Promise<Answer>) => repeatUntilAnswered(diary, request),
  };
  if (form.payment_method === 'test_card') await payAtProvider(means, shopper, attempt);
  else if (isAccepted(attempt) && chance.happens(0.6)) await confirmOrder(means, shopper, attempt);
  const [token] = attempt.tokens;
  if (token !== undefined && chance.happens(0.15)) await withdraw(context, shopper, token);
  return isAccepted(attempt) || attempt.isUnanswered ? 'done' : 'refused';
}

/** Sends the form and drops the connection after `after` milliseconds. */
async function sendAndDisconnect(shopper: Shopper, form: FormFields, attempt: Attempt, after: number): Promise<void> {
  attempt.sentCount += 1;
  const answer = await shopper.placeOrder(form, AbortSignal.timeout(after)).catch(() => null);
  if (answer && answer.status < 500) recordAnswer(attempt, answer);
}

/** Sends the form until it is answered. */
async function sendUntilAnswered(
  { diary }: ShopperContext,
  shopper: Shopper,
  form: FormFields,
  attempt: Attempt,
): Promise<void> {
  try {
    let wasAccepted = false;
    const answer = await repeatUntilAnswered(diary, () => {
      attempt.sentCount += 1;
      // Of two at once, the first may be refused, and its answer come after that of the second.
      wasAccepted = isAccepted(attempt);
      return shopper.placeOrder(form);
    });
    recordAnswer(attempt, answer);
    const tellsOrder = readOrderToken(answer) !== null || readPaymentReference(answer) !== null;
    if (wasAccepted && !tellsOrder && attempt.linked.size === 0)
      diary.unexpectedAnswers.push(
        `a form that had made an order was answered ${answer.status} ${answer.location}: ${readNotices(answer)}`,
      );
    if (answer.status !== 303 && answer.status !== 200)
      diary.unexpectedAnswers.push(`ordering answered ${answer.status}`);
  } catch (error) {
    attempt.isUnanswered = true;
    diary.unexpectedAnswers.push(String(error));
  }
}

const readNotices = ({ body }: Answer): string =>
  Array.from(body.matchAll(/class="notice__body">(.*?)<\/div>/gs), ([, html = '']) =>
    html.replace(/<[^>]+>/g, ' '),
  ).join();

const pause = (chance: Chance) => sleep(chance.whole(20, 250));
