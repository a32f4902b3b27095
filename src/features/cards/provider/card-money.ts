import { z } from 'zod';
import type { MoneyAnswer, RemoteProvider } from '#features/payments/index.ts';
import {
  chooseIntent,
  fetchOrder,
  fetchWalletState,
  findCard,
  getResult,
  listMoved,
  orderDocument,
  orderPath,
  requireWalletClient,
  toCardReason,
  walletSettings,
} from '#features/wallet/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { looksLikeCardTest } from '../defence/card-tests.ts';
import { judgeCard } from './judge-card.ts';

type AskForMoney = RemoteProvider['capture'];
type FailedAnswer = Extract<MoneyAnswer, { status: 'failed' }>;

/** How the provider receives the data of a card. */
export interface CardSource {
  /**
   * Creates the `payment_source` of the provider's order for the next attempt. Null where the page sends the source.
   */
  readonly createSource: (shop: Shop) => object | null;
}

/** Values of `failure`: the bank did not confirm the payment, or the bank could not be asked. */
export const refusedByBank = 'CARD_NOT_CONFIRMED';
export const bankUnavailable = 'CARD_BANK_UNAVAILABLE';
/** Value of `failure`: the payment's network seems to test cards. */
export const networkClosed = 'CARD_NETWORK_CLOSED';

/**
 * Takes the money of a card only when 3-D Secure lets the shop take it. After a decline the shopper continues with
 * the same payment and another order of the provider, because the provider never accepts another attempt for an
 * order.
 * @param ask the wallet's function that takes the money
 */
export function withCardChecks(ask: AskForMoney, source: CardSource): AskForMoney {
  return async (shop, request, options) => {
    const { payment } = request;
    const client = requireWalletClient(shop);
    if (payment.reference === null) return ask(shop, request, options);
    const order = await fetchOrder(client, payment.reference, payment, options.signal);
    const card = findCard(order);
    // The provider's own card form has checked the card.
    if (!card) return ask(shop, request, options);
    const { authorizations, captures } = listMoved(order);
    const moved = [...authorizations, ...captures];
    if (moved.length === 0) {
      // The page sends the card to the provider, so that any card may arrive for any method. The checks depend on the
      // card instead. A card whose device has verified its owner needs no further verification.
      const isOfDevice = card === order.payment_source?.apple_pay?.card;
      const isRequired = !isOfDevice && shop.settings(walletSettings).threeDSecure === 'always';
      const judgement = judgeCard(card.authentication_result, isRequired);
      if (judgement !== 'pay')
        return tryAgain(shop, request, options, source, {
          reason: judgement === 'retry' ? bankUnavailable : refusedByBank,
        });
      // Refuses payments that were begun at the same time, before the first of them was declined.
      if (await looksLikeCardTest(shop, payment)) return { status: 'failed', reason: networkClosed };
    }
    const answer = moved.some(isDeclined) ? toDecline(moved) : await ask(shop, request, options);
    return answer.status === 'failed' && answer.reason.startsWith(toCardReason(''))
      ? tryAgain(shop, request, options, source, answer)
      : answer;
  };
}

type Moved = ReturnType<typeof listMoved>['captures'];

const isDeclined = (moved: Moved[number]): boolean => getResult(moved) === 'failed';

/** Restores the answer about a decline that the shop did not receive. */
function toDecline(moved: Moved): FailedAnswer {
  const { id: declinedReference, processor_response } = moved.find(isDeclined) ?? {};
  return { status: 'failed', reason: toCardReason(processor_response?.response_code ?? ''), declinedReference };
}

/**
 * Returns the provider's state without cards that were declined at once. Only the answer to the capture request
 * reports such a decline, together with the order of the next attempt, so a concurrent request for the state must not
 * end the payment. Declines after hours of processing are reported.
 */
export async function fetchCardState(
  ...call: Parameters<RemoteProvider['fetchState']>
): ReturnType<RemoteProvider['fetchState']> {
  const state = await fetchWalletState(...call);
  const transactions = state?.transactions.filter(
    ({ status, failure }) => status !== 'failed' || !failure?.startsWith(toCardReason('')),
  );
  return state && { ...state, transactions: transactions ?? [] };
}

/** Purchase units as they were sent to the provider. */
const boughtDocument = z.object({
  purchase_units: z.tuple([
    z.object({ amount: z.looseObject({}), custom_id: z.string(), shipping: z.looseObject({}).nullish() }),
  ]),
});

/** Creates another order with the same content at the provider. A repeated request returns the same order. */
async function tryAgain(
  shop: Shop,
  { payment, requestKey }: Parameters<AskForMoney>[1],
  { signal }: Parameters<AskForMoney>[2],
  { createSource }: CardSource,
  { reason, declinedReference }: Pick<FailedAnswer, 'reason' | 'declinedReference'>,
): Promise<MoneyAnswer> {
  if (await looksLikeCardTest(shop, payment, true))
    return { status: 'failed', reason: networkClosed, declinedReference };
  const client = requireWalletClient(shop);
  const path = orderPath(payment.reference ?? '');
  const bought = await client.call({ operation: 'getOrder', method: 'GET', path, schema: boughtDocument, signal });
  const [{ amount, custom_id, shipping }] = bought.purchase_units;
  const unit = {
    ...{ reference_id: 'default', amount, custom_id, invoice_id: `${payment.orderNumber}-${requestKey}` },
    ...(shipping ? { shipping } : {}),
  };
  const source = createSource(shop);
  const { id } = await client.call({
    ...{ operation: 'createOrder', method: 'POST', path: '/v2/checkout/orders', signal, schema: orderDocument },
    ...{ requestKey: `${requestKey}-again` },
    body: { intent: chooseIntent(shop), purchase_units: [unit], ...(source ? { payment_source: source } : {}) },
  });
  const data = { orderId: id, amount: String(payment.amount), currency: payment.currency };
  const action = { kind: 'client', data } as const;
  return { status: 'needs_shopper', reason, declinedReference, reference: id, action };
}
