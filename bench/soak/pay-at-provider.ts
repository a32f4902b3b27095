import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '#tests/support/chance.ts';
import { type Answer, readOrderToken, type Shopper } from '#tests/support/shopper.ts';
import { type Attempt, type Diary, readPaymentReference } from './attempts.ts';
import type { SoakProvider } from './payment-provider.ts';

interface PaymentContext {
  readonly chance: Chance;
  readonly diary: Diary;
  readonly provider: SoakProvider;
  /** Repeats a request until it is answered. */
  repeat(request: () => Promise<Answer>): Promise<Answer>;
}

const maxPayments = 3;

/**
 * Approves or cancels the payment on the provider's page, returns to the shop once, twice at the
 * same time or never, and may pay again from the page of the order. Some decide only long after.
 */
export async function payAtProvider(context: PaymentContext, shopper: Shopper, attempt: Attempt): Promise<void> {
  const { chance, provider } = context;
  let publicId = await findStartedPayment(context, shopper, attempt);
  for (let times = 0; publicId && times < maxPayments; times += 1) {
    await sleep(chance.whole(20, 400));
    const decision = chance.pick(['approve', 'approve', 'approve', 'approve', 'cancel', 'late', 'leave'] as const);
    if (decision === 'late')
      provider.decide(publicId, chance.pick(['approve', 'approve', 'cancel']), chance.whole(500, 9000));
    else if (decision !== 'leave') provider.decide(publicId, decision);
    if (decision === 'leave' || chance.happens(0.15)) return;
    await returnToShop(context, shopper, attempt, publicId);
    const [token] = [...attempt.tokens].slice(-1);
    const isRepeated = decision !== 'approve' && token !== undefined && chance.happens(0.6);
    publicId = isRepeated ? await payAgain(context, shopper, token) : null;
  }
}

const findPayment = ({ server, findPayment: find }: SoakProvider, reference: string) =>
  find(`${server.url}/pay/${reference}`);

/** When the provider did not answer the checkout, the page of the order offers to pay. */
async function findStartedPayment(
  context: PaymentContext,
  shopper: Shopper,
  { payments, tokens }: Attempt,
): Promise<string | null> {
  for (const reference of payments) return findPayment(context.provider, reference);
  for (const token of tokens) {
    const { body } = await context.repeat(() => shopper.visit(`/order/${token}`));
    return body.includes(`href="/order/${token}/pay"`) ? payAgain(context, shopper, token) : null;
  }
  return null;
}

async function returnToShop(
  { chance, diary, repeat }: PaymentContext,
  shopper: Shopper,
  attempt: Attempt,
  publicId: string,
): Promise<void> {
  const back = () => repeat(() => shopper.visit(`/checkout/payment/${publicId}`));
  for (const answer of await Promise.all([back(), ...(chance.happens(0.3) ? [back()] : [])])) {
    const token = readOrderToken(answer);
    if (token === null) diary.unexpectedAnswers.push(`returning from the provider answered ${answer.status}`);
    else attempt.tokens.add(token);
  }
}

/** Pays on the page that the order's page leads to. @returns the public id of the payment to decide about */
async function payAgain(
  { diary, provider, repeat }: PaymentContext,
  shopper: Shopper,
  token: string,
): Promise<string | null> {
  const fields = { payment_method: 'test_card' };
  const answer = await repeat(() => shopper.submit(`/order/${token}/pay`, fields));
  const reference = readPaymentReference(answer);
  if (reference === null && readOrderToken(answer) === null)
    diary.unexpectedAnswers.push(`paying again answered ${answer.status}`);
  return reference === null ? null : findPayment(provider, reference);
}
