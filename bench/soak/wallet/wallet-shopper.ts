import { setTimeout as sleep } from 'node:timers/promises';
import { cartOrderCallPath, expressConfirmCallPath, expressQuoteCallPath } from '#features/checkout/contract.ts';
import { paymentCancelPath, paymentPath } from '#features/payments/contract.ts';
import { defaultWireNames } from '#platform/config/wire-names.ts';
import { type Answer, type Fields, newShopper } from '#tests/support/shopper.ts';
import { payByCards } from './card-shopper.ts';
import { ask, type BegunPayment, patience, payers, readCode, type Visit, type WalletShopperContext } from './visit.ts';

const { rest } = defaultWireNames;
const maxPayments = 3;
const maxTries = 5;
/** The shop does not ask a wallet that fails again and again for half a minute. */
const maxBeginTries = 14;

/** Buys once with the wallet: by its buttons before the order, or as a method of the checkout. Or by card. */
export async function runWalletShopper(context: WalletShopperContext): Promise<void> {
  const { chance, ordinal } = context;
  const address = `10.${(ordinal >> 16) & 255}.${(ordinal >> 8) & 255}.${ordinal & 255}`;
  const method = chance.happens(context.cards / 100) ? 'wallet-card' : 'wallet';
  const shopper = newShopper(context, { address });
  const visit: Visit = { ...context, method, shopper, payer: chance.pick(payers) };
  for (let items = chance.whole(1, 2); items > 0; items -= 1) await addItem(visit);
  if (method === 'wallet' && chance.happens(0.5)) await buyExpress(visit);
  else await buyByForm(visit);
}

async function addItem(visit: Visit): Promise<void> {
  const { productId, variationId } = visit.chance.pick(visit.products);
  const choice = { variation_id: String(variationId) };
  await ask(() => visit.shopper.addToCart(productId, visit.chance.whole(1, 2), choice));
}

/** Refusals after which a shopper looks again, or leaves. */
const refusals = new Set([
  ...['PRICE_CHANGED', 'CART_CHANGED', 'EMPTY_CART', 'OUT_OF_STOCK', 'INSUFFICIENT_STOCK', 'STOCK_CHANGED'],
  ...['EXPRESS_ENDED', 'EXPRESS_UNANSWERED', 'EXPRESS_UNAVAILABLE', 'TOO_MANY_EXPRESS', 'PAYMENT_IN_PROGRESS'],
]);

/** @returns the reply, or null when the shop has refused */
async function call(visit: Visit, path: string, fields: Fields): Promise<unknown> {
  const answer = await ask(() => visit.shopper.submit(path, fields));
  if (answer.status === 200) return answer.json();
  const code = readCode(answer) ?? String(answer.status);
  visit.count(`${path.split('/').at(-1)} ${code}`);
  if (!refusals.has(code)) visit.unexpected.push(`${path} answered ${answer.status} ${answer.body.slice(0, 300)}`);
  return null;
}

/** @returns the reply, asking again while the wallet does not answer */
async function callUntilDone(visit: Visit, path: string, fields: Fields, most = maxTries): Promise<unknown> {
  for (let tries = 0; tries < most; tries += 1) {
    const reply = await call(visit, path, fields);
    if (reply !== null) return reply;
    await sleep(visit.chance.whole(300, 1500) * (1 + tries / 4));
  }
  return null;
}

interface Begun {
  readonly payment: string;
  readonly client: { readonly orderId: string } | null;
}

async function buyExpress(visit: Visit): Promise<void> {
  for (let payments = 0; payments < maxPayments; payments += 1) {
    const begin = callUntilDone(visit, cartOrderCallPath(rest), { payment_method: 'wallet' }, maxBeginTries);
    const begun = (await begin) as Begun | null;
    if (!begun) return;
    const quoteThis = () => quote(visit, begun.payment);
    if (begun.client && (await payInWindow(visit, begun.client.orderId, quoteThis)) !== 'approved') return;
    if ((await confirm(visit, begun)) !== 'again') return;
  }
}

async function quote(visit: Visit, payment: string): Promise<boolean> {
  const { email: _, ...address } = visit.payer;
  const reply = await callUntilDone(visit, expressQuoteCallPath(rest), { payment, ...address });
  return reply !== null && (reply as { refusal: unknown }).refusal === null;
}

/** `again`: something else was agreed to than the order costs. */
async function confirm(visit: Visit, { payment, client: begun }: Begun): Promise<'done' | 'again' | 'left'> {
  const { chance, shopper } = visit;
  // What the wallet's accounts lack.
  const gaps = { billing_last_name: 'Byrne', billing_phone: '0211234567', terms: '1' };
  const path = expressConfirmCallPath(rest);
  const send = () => call(visit, path, { payment, ...gaps });
  for (let tries = 0; tries < maxTries; tries += 1) {
    if (chance.happens(0.1)) {
      await shopper.submit(path, { payment, ...gaps }, AbortSignal.timeout(chance.whole(1, 300))).catch(() => {});
      visit.count('confirmation without waiting');
      if (chance.happens(0.3)) return 'left';
    }
    const [reply] = await Promise.all([send(), ...(chance.happens(0.2) ? [send()] : [])]);
    const confirmed = reply as { readonly client: unknown } | null;
    if (confirmed && confirmed.client === null) return 'done';
    if (confirmed) {
      visit.count('another instrument');
      if (chance.happens(0.3)) return 'left';
      await approve(visit, (confirmed.client as { orderId: string }).orderId ?? begun?.orderId ?? '', 'visa');
    } else if (chance.happens(0.4)) return 'again';
    await sleep(chance.whole(200, 1500));
  }
  return 'left';
}

async function approve(visit: Visit, orderId: string, instrument: string): Promise<void> {
  await visit.standIn.control('approve', { orderId, email: visit.payer.email, instrument });
}

const instruments = [...Array(14).fill('visa'), 'balance', 'balance', 'bank', 'bank', 'challenge', 'declined'] as const;

/** What the shopper does in the window. `silent`: the browser never comes back. */
async function payInWindow(
  visit: Visit,
  orderId: string,
  onAddress: () => Promise<boolean>,
): Promise<'approved' | 'silent' | 'left'> {
  const { chance, standIn } = visit;
  const { plan } = await standIn.readBook(orderId);
  if (plan.popupClosed) {
    visit.count('window closed');
    if (chance.happens(0.5)) return 'left';
  }
  if (!(await onAddress())) return 'left';
  const changesFirst = chance.happens(0.5);
  if (plan.cartChanged && changesFirst) await addItem(visit);
  await sleep(chance.whole(20, 400));
  await approve(visit, orderId, chance.pick(instruments));
  if (plan.cartChanged && !changesFirst) await addItem(visit);
  if (plan.cartChanged) visit.count('cart changed');
  if (plan.noReturn) visit.count('no return');
  return plan.noReturn ? 'silent' : 'approved';
}

const readToken = ({ status, location }: Answer): string | null =>
  status === 303 ? (/^\/order\/([\w-]{22,100})/.exec(location)?.[1] ?? null) : null;

async function buyByForm(visit: Visit): Promise<void> {
  const { chance, shopper } = visit;
  const token = await placeOrder(visit);
  if (token === null) return;
  for (let payments = 0; payments < maxPayments; payments += 1) {
    const payment = await visit.findPayment(token);
    if (payment?.reference) {
      const begun = payment as BegunPayment & { reference: string };
      const hasPaid = await (visit.method === 'wallet' ? payOrder(visit, begun) : payByCards(visit, begun, token));
      if (hasPaid) return;
    }
    if (chance.happens(0.4)) return;
    // Some change the order instead, and leave the other window open.
    if (chance.happens(0.15)) return void (await placeOrder(visit));
    const answer = await ask(() => shopper.submit(`/order/${token}/pay`, { payment_method: visit.method }));
    visit.count('paid again');
    if (answer.status !== 303) visit.unexpected.push(`paying again answered ${answer.status}`);
  }
}

async function placeOrder(visit: Visit): Promise<string | null> {
  const { shopper, chance } = visit;
  const form = await fillIn(visit);
  if (form === null) return null;
  const sent = { ...form, payment_method: visit.method };
  const send = () => ask(() => shopper.placeOrder(sent));
  const [answer] = await Promise.all([send(), ...(chance.happens(0.2) ? [send()] : [])]);
  const token = answer ? readToken(answer) : null;
  if (token === null) visit.count(`order refused ${answer?.status}`);
  if (answer && answer.status !== 303 && answer.status !== 200)
    visit.unexpected.push(`ordering answered ${answer.status}`);
  return token;
}

async function fillIn({ shopper }: Visit) {
  for (const limit = Date.now() + patience; Date.now() < limit; await sleep(300)) {
    const form = await shopper.fillInCheckout().catch(() => undefined);
    if (form !== undefined) return form;
  }
  throw new Error(`no checkout within ${patience / 1000} s`);
}

/** @returns whether nothing is left to do for the shopper */
async function payOrder(
  visit: Visit,
  { publicId, reference }: { readonly publicId: string; readonly reference: string },
): Promise<boolean> {
  const { chance, shopper } = visit;
  const way = await payInWindow(visit, reference, async () => true);
  if (way === 'silent') return true;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const path = way === 'left' ? paymentCancelPath(publicId) : paymentPath(publicId);
    const back = () => ask(() => shopper.visit(path));
    const [answer] = await Promise.all([back(), ...(chance.happens(0.3) ? [back()] : [])]);
    if (answer?.status !== 303) {
      visit.unexpected.push(`returning answered ${answer?.status}`);
      return true;
    }
    if (way === 'left' || answer.location.endsWith('/pay')) return false;
    if (/^\/order\/[\w-]+$/.test(answer.location)) return true;
    // The wallet waits for another instrument, or has not answered yet.
    visit.count('another instrument');
    if (chance.happens(0.3)) return true;
    await approve(visit, reference, 'visa');
    await sleep(chance.whole(200, 1000));
  }
  return true;
}
