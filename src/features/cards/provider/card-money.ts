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

/** How the data of a card comes to the provider. */
export interface CardWay {
  /** Who pays, in an order for the next try; null where the page tells. */
  readonly createSource: (shop: Shop) => object | null;
}

/** `failure` of a payment whose bank did not confirm it, and of one whose bank could not be asked. */
export const refusedByBank = 'CARD_NOT_CONFIRMED';
export const bankUnavailable = 'CARD_BANK_UNAVAILABLE';
/** `failure` of one whose network seems to test cards. */
export const networkClosed = 'CARD_NETWORK_CLOSED';

/**
 * Asks for the money of a card only when 3-D Secure lets the shop take it. After a decline the shopper goes on with
 * the same payment and another order of the provider: the provider declines a card for an order once and for all.
 * @param ask how the wallet asks for the money
 */
export function askCard(ask: AskForMoney, way: CardWay): AskForMoney {
  return async (shop, request, options) => {
    const { payment } = request;
    const client = requireWalletClient(shop);
    if (payment.reference === null) return ask(shop, request, options);
    const order = await fetchOrder(client, payment.reference, payment, options.signal);
    const card = findCard(order);
    // The provider's own form for cards has judged it.
    if (!card) return ask(shop, request, options);
    const { authorizations, captures } = listMoved(order);
    const moved = [...authorizations, ...captures];
    if (moved.length === 0) {
      // The page sends the card to the provider, so that any card may come for any method: by the card it is judged. A device
      // that has asked its owner is not asked about again.
      const isOfDevice = card === order.payment_source?.apple_pay?.card;
      const isRequired = !isOfDevice && shop.settings(walletSettings).threeDSecure === 'always';
      const judgement = judgeCard(card.authentication_result, isRequired);
      if (judgement !== 'pay')
        return tryAgain(shop, request, options, way, {
          reason: judgement === 'retry' ? bankUnavailable : refusedByBank,
        });
      // Payments that were begun at one moment, before the first of them was declined.
      if (await looksLikeCardTest(shop, payment)) return { status: 'failed', reason: networkClosed };
    }
    const answer = moved.some(isDeclined) ? toDecline(moved) : await ask(shop, request, options);
    return answer.status === 'failed' && answer.reason.startsWith(toCardReason(''))
      ? tryAgain(shop, request, options, way, answer)
      : answer;
  };
}

type Moved = ReturnType<typeof listMoved>['captures'];

const isDeclined = (moved: Moved[number]): boolean => getResult(moved) === 'failed';

/** The answer that was lost. */
function toDecline(moved: Moved): FailedAnswer {
  const { id: declinedReference, processor_response } = moved.find(isDeclined) ?? {};
  return { status: 'failed', reason: toCardReason(processor_response?.response_code ?? ''), declinedReference };
}

/**
 * The state without cards that were declined at once: only the answer to the request tells of them, since it brings the order
 * of the next try. Whoever asks for the state meanwhile must not end the payment. What was declined after hours of work is told.
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

/** What was bought, as it was told to the provider. */
const boughtDocument = z.object({
  purchase_units: z.tuple([
    z.object({ amount: z.looseObject({}), custom_id: z.string(), shipping: z.looseObject({}).nullish() }),
  ]),
});

/** Creates another order at the provider, of the same content. A repeated request has the same one. */
async function tryAgain(
  shop: Shop,
  { payment, requestKey }: Parameters<AskForMoney>[1],
  { signal }: Parameters<AskForMoney>[2],
  { createSource }: CardWay,
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
