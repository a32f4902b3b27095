import { z } from 'zod';
import type { CallOptions, MoneyAnswer, MoneyRequest, NextAction, RemoteProvider } from '#features/payments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { WalletClientData } from '../contract.ts';
import {
  findOriginal,
  getResult,
  listMoved,
  type MovedMoney,
  moneyDocument,
  orderDocument,
} from '../rest/documents.ts';
import { WalletRefusal, WalletUnanswered } from '../rest/errors.ts';
import { requireWalletClient, type WalletClient } from '../rest/wallet-client.ts';
import { walletSettings } from '../settings.ts';
import { toMinorAmount, toWalletMoney } from './amounts.ts';
import { checkCurrency, fetchOrder, orderPath, patchOrder } from './orders.ts';

/**
 * Milliseconds for which the provider guarantees an authorization. An older authorization is renewed before its
 * capture.
 */
const honorPeriodMs = 3 * 24 * 60 * 60 * 1000;

interface Work {
  readonly shop: Shop;
  readonly client: WalletClient;
  readonly request: MoneyRequest;
  /** Order id of the provider. */
  readonly orderId: string;
  readonly signal: AbortSignal;
}

type Moved = ReturnType<typeof listMoved>;

interface Operation {
  readonly run: (work: Work) => Promise<MoneyAnswer>;
  readonly find: (moved: Moved, request: MoneyRequest) => MovedMoney | undefined;
}

export const authorizeMoney = defineOperation({
  run: async (work) => toAnswer(work.request, findOriginal((await askOrder(work, 'authorize')).authorizations)),
  find: ({ authorizations }) => findOriginal(authorizations),
});

export const captureMoney = defineOperation({ run: capture, find: ({ captures }) => findTaken(captures) });

export const voidMoney = defineOperation({
  run: async (work) => {
    const original = findOriginal((await fetchMoved(work)).authorizations);
    if (!original) return { status: 'failed', reason: 'nothing_authorized' };
    const path = `/v2/payments/authorizations/${original.id}/void`;
    await post(work, { operation: 'void', path, schema: z.unknown() });
    return { status: 'succeeded', reference: original.id };
  },
  find: ({ authorizations }) =>
    authorizations.find(({ status }) => status === 'VOIDED') && findOriginal(authorizations),
});

export const refundMoney = defineOperation({
  run: refund,
  find: ({ refunds }, { requestKey }) => refunds.find(({ invoice_id }) => invoice_id === requestKey),
});

/** Refusals after which the shopper continues with the same order. */
const shopperRefusals = /^(INSTRUMENT_DECLINED|PAYER_ACTION_REQUIRED)$/;
/** Refusals because of a mistake in the shop's request. No money was moved. */
const requestMistakes = /MISMATCH|DECIMAL|INVALID|MALFORMED|MISSING|REQUIRED/;

function defineOperation({ run, find }: Operation): RemoteProvider['capture'] {
  return async (shop: Shop, request: MoneyRequest, { signal }: CallOptions) => {
    const client = requireWalletClient(shop);
    const { reference: orderId } = request.payment;
    if (orderId === null) throw new WalletUnanswered('a payment', 'its id is unknown');
    const work = { shop, client, request, orderId, signal };
    try {
      return await run(work);
    } catch (error) {
      // After any other error the result is unknown, so the caller must ask again.
      if (!(error instanceof WalletRefusal) || error.refusal.issue === 'ORDER_NOT_APPROVED') throw error;
      const { issue: reason, debugId, shopperUrl } = error.refusal;
      if (shopperRefusals.test(reason))
        return { status: 'needs_shopper', reason, action: toClientAction(client, orderId, shopperUrl) };
      // Look at the order whatever the reason: the reply to an earlier request may have been lost, or the money was
      // moved elsewhere.
      const found = find(await fetchMoved(work).catch(treatMissingOrderAsEmpty), request);
      if (found) return toAnswer(request, found);
      if (requestMistakes.test(reason)) shop.log.error({ reason, debugId }, 'the wallet found a mistake in a request');
      return { status: 'failed', reason };
    }
  };
}

/** Returns the data with which the page's script continues the payment, and the link for browsers without script. */
export function toClientAction(client: WalletClient, orderId: string, url: string | null): NextAction {
  const approveUrl = url ?? `${client.endpoints.webUrl}/checkoutnow?token=${encodeURIComponent(orderId)}`;
  const data: WalletClientData = { orderId, approveUrl };
  return { kind: 'client', data: { ...data } };
}

const fetchMoved = async ({ client, orderId, request: { payment }, signal }: Work): Promise<Moved> =>
  listMoved(await fetchOrder(client, orderId, payment, signal));

/** Treats an order that the provider no longer knows as one without moved money. */
function treatMissingOrderAsEmpty(error: unknown): Moved {
  if (error instanceof WalletRefusal && error.refusal.status === 404) return listMoved({});
  throw error;
}

/**
 * Finds the capture that took the money. A declined one may precede it, before the shopper chose another instrument.
 */
const findTaken = (captures: readonly MovedMoney[]): MovedMoney | undefined =>
  captures.find((each) => getResult(each) !== 'failed');

interface Post<Result> {
  readonly operation: string;
  readonly path: string;
  readonly body?: object;
  /** Default: the key of the money request. */
  readonly requestKey?: string;
  readonly schema: z.ZodType<Result>;
}

const post = <Result>({ client, request: { requestKey }, signal }: Work, call: Post<Result>): Promise<Result> =>
  client.call({ method: 'POST', requestKey, signal, ...call });

/**
 * Authorizes or captures an approved order. When the order was created with the other intent, changes the intent
 * first.
 */
async function askOrder(work: Work, action: 'authorize' | 'capture'): Promise<Moved> {
  const { client, orderId, signal } = work;
  const call = {
    operation: `${action}Order`,
    path: `${orderPath(orderId)}/${action}`,
    body: {},
    schema: orderDocument,
  };
  const order = await post(work, call).catch(async (error: unknown) => {
    if (!(error instanceof WalletRefusal) || error.refusal.issue !== 'ACTION_DOES_NOT_MATCH_INTENT') throw error;
    await patchOrder(client, orderId, { path: '/intent', value: action.toUpperCase() }, signal);
    return post(work, call);
  });
  return listMoved(order);
}

async function capture(work: Work): Promise<MoneyAnswer> {
  const { amount, payment } = work.request;
  const isAuthorized = work.shop.settings(walletSettings).intent === 'authorize';
  const { authorizations } = isAuthorized ? await fetchMoved(work) : { authorizations: [] };
  if (authorizations.length > 0) return captureAuthorization(work, authorizations);
  // The provider captures an order only as a whole.
  if (amount !== payment.amount) return { status: 'failed', reason: 'amount_differs' };
  try {
    const { captures } = await askOrder(work, 'capture');
    return toAnswer(work.request, findTaken(captures) ?? captures[0]);
  } catch (error) {
    if (!(error instanceof WalletRefusal) || isAuthorized) throw error;
    // The setting may have changed since the money was reserved.
    const reserved = (await fetchMoved(work).catch(treatMissingOrderAsEmpty)).authorizations;
    if (reserved.length === 0) throw error;
    return captureAuthorization(work, reserved);
  }
}

async function captureAuthorization(work: Work, known: readonly MovedMoney[]): Promise<MoneyAnswer> {
  const { payment, amount } = work.request;
  const { id, amount: authorized } = await renewAuthorization(work, known);
  const body = {
    amount: toWalletMoney({ amount, currency: payment.currency }),
    final_capture: amount === toMinorAmount(authorized),
  };
  const path = `/v2/payments/authorizations/${id}/capture`;
  const call = { operation: 'captureAuthorization', path, body, schema: moneyDocument };
  return toAnswer(work.request, await post(work, call));
}

/**
 * Renews an authorization once, when the provider no longer guarantees it.
 * @returns the authorization to capture
 */
async function renewAuthorization(work: Work, known: readonly MovedMoney[]): Promise<MovedMoney> {
  const newest = known.toSorted((a, b) => b.create_time.getTime() - a.create_time.getTime())[0];
  if (!newest) throw new WalletUnanswered('captureAuthorization', 'nothing is authorized');
  const age = work.shop.clock.now().getTime() - newest.create_time.getTime();
  if (known.length > 1 || age < honorPeriodMs) return newest;
  const { id, amount } = newest;
  const call = { operation: 'reauthorize', path: `/v2/payments/authorizations/${id}/reauthorize`, body: { amount } };
  const requestKey = `${work.request.requestKey}-renew`;
  return post(work, { ...call, requestKey, schema: moneyDocument }).catch((error: unknown) => {
    // When the renewal is refused, the money may still be available.
    if (error instanceof WalletRefusal && error.refusal.issue.startsWith('REAUTHORIZATION_')) return newest;
    throw error;
  });
}

async function refund(work: Work): Promise<MoneyAnswer> {
  const { payment, amount, requestKey, captureReferences } = work.request;
  const captureId = captureReferences[0] ?? (await fetchMoved(work)).captures[0]?.id;
  if (captureId === undefined) return { status: 'failed', reason: 'nothing_captured' };
  const body = {
    amount: toWalletMoney({ amount, currency: payment.currency }),
    // `fetchWalletState` finds the shop's own refund by this key.
    invoice_id: requestKey,
    custom_id: payment.publicId,
  };
  const path = `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`;
  return toAnswer(work.request, await post(work, { operation: 'refund', path, body, schema: moneyDocument }));
}

export const toCardReason = (code: string): string => `CARD_DECLINED_${code}`;

export function describeDecline({ status, status_details, processor_response }: MovedMoney): string {
  const code = processor_response?.response_code;
  return code ? toCardReason(code) : (status_details?.reason ?? status);
}

function toAnswer({ amount, payment }: MoneyRequest, moved: MovedMoney | undefined): MoneyAnswer {
  if (!moved) throw new WalletUnanswered('a payment', 'the reply has no money');
  checkCurrency(moved.amount, payment);
  if (toMinorAmount(moved.amount) !== amount) throw new WalletUnanswered('a payment', 'another amount was moved');
  const { id: reference } = moved;
  const result = getResult(moved);
  if (result === 'failed') return { status: result, reason: describeDecline(moved), declinedReference: reference };
  return result === 'pending' ? { status: result } : { status: result, reference };
}
