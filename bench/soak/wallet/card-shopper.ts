import { setTimeout as sleep } from 'node:timers/promises';
import { orderTokenField, paymentDoneField, paymentStatusCallPath } from '#features/order-pay/contract.ts';
import { paymentPath } from '#features/payments/contract.ts';
import { defaultWireNames } from '#platform/config/wire-names.ts';
import { ask, type BegunPayment, type Visit } from './visit.ts';

const maxTries = 5;
const asks = '4000000000003220';

/** Cards of the test wallet, with what the bank of one that asks is told. Some are drawn more often. */
const cards: readonly (readonly [number: string, answer?: string])[] = [
  ...Array<readonly [string]>(8).fill(['4111111111111111']),
  ...Array<readonly [string]>(3).fill(['5555555555554444']),
  ...Array<readonly [string, string]>(4).fill([asks, 'confirm']),
  ...([
    [asks, 'attempt'],
    [asks, 'refuse'],
    [asks, 'reject'],
    [asks, 'unavailable'],
    [asks, 'close'],
  ] as const),
  ...([['4000000000003055'], ['4000000000003063'], ['4000000000003097']] as const),
  ...([['4000000000000002'], ['4000000000000002'], ['4000000000009995'], ['4000000000000069']] as const),
];

/**
 * Types cards into the fields of the page until one has paid, as a shopper who now and then leaves. Each declined try goes on
 * with another order of the provider.
 * @returns whether nothing is left to do for the shopper
 */
export async function payByCards(visit: Visit, begun: BegunPayment, token: string): Promise<boolean> {
  const { chance, standIn, shopper } = visit;
  let { reference } = begun;
  for (let tries = 0; tries < maxTries && reference !== null; tries += 1) {
    const { plan } = await standIn.readBook(reference);
    if (plan.popupClosed && chance.happens(0.5)) {
      visit.count('page left before the card was typed');
      return false;
    }
    await sleep(chance.whole(20, 400));
    const [number, answer] = chance.pick(cards);
    await standIn.control('payByCard', { orderId: reference, number, answer });
    if (plan.noReturn) {
      visit.count('page left after the card was typed');
      return true;
    }
    const back = () => ask(() => askShop(visit, begun, token));
    const [reply] = await Promise.all([back(), ...(chance.happens(0.3) ? [back()] : [])]);
    if (reply?.status !== 200 && reply?.status !== 303)
      visit.unexpected.push(`asking how a card has paid answered ${reply?.status} ${reply?.body.slice(0, 300)}`);
    const newest = await visit.findPayment(token);
    if (!newest || newest.publicId !== begun.publicId) return false;
    if (newest.reference === reference) {
      // It has paid, has ended, or waits for an answer that was lost: the page of the order says which.
      const answered = await ask(() => shopper.visit(paymentPath(begun.publicId)));
      if (/^\/order\/[\w-]+$/.test(answered.location)) return true;
      if (answered.location.endsWith('/pay')) return false;
    } else visit.count('another card');
    if (chance.happens(0.15)) return true;
    reference = (await visit.findPayment(token))?.reference ?? null;
  }
  return false;
}

/** As the script of the page does, or as a page that was opened anew. */
function askShop({ chance, shopper }: Visit, { publicId }: BegunPayment, token: string) {
  if (chance.happens(0.3)) return shopper.visit(paymentPath(publicId));
  const path = paymentStatusCallPath(defaultWireNames.rest);
  return shopper.submit(path, { [orderTokenField]: token, [paymentDoneField]: '1' });
}
