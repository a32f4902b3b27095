import { z } from 'zod';
import type { CallOptions, MoneyAnswer, MoneyRequest, NextAction, RemoteProvider } from '#features/payments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { WalletClientData } from '../contract.ts';
import {
  authorizationDocument,
  captureDocument,
  listOrderPayments,
  orderDocument,
  refundDocument,
  type WalletAuthorization,
  type WalletCapture,
  type WalletOrder,
  type WalletRefund,
} from '../rest/documents.ts';
import { WalletRefusal, WalletUnanswered } from '../rest/errors.ts';
import { requireWalletClient, type WalletClient } from '../rest/wallet-client.ts';
import { walletSettings } from '../settings.ts';
import { toMinorAmount, toWalletMoney } from './amounts.ts';
import { fetchOrder, orderPath, patchOrder } from './orders.ts';
import { findOriginal } from './state.ts';

/** Milliseconds in which the provider vouches for an authorization; then it is renewed before its capture. */
const honoured = 3 * 24 * 60 * 60 * 1000;

interface Work {
  readonly shop: Shop;
  readonly client: WalletClient;
  readonly request: MoneyRequest;
  /** The provider's id of the order. */
  readonly orderId: string;
  readonly signal: AbortSignal;
}

export const authorizeMoney: NonNullable<RemoteProvider['authorize']> = (...input) =>
  answer(input, { run: authorizeOrder, find: ({ authorizations }) => toAuthorizeAnswer(findOriginal(authorizations)) });

export const captureMoney: RemoteProvider['capture'] = (...input) =>
  answer(input, { run: capture, find: ({ captures }) => captures[0] && toCaptureAnswer(captures[0]) });

export const voidMoney: RemoteProvider['void'] = (...input) =>
  answer(input, {
    run: voidAuthorization,
    find: ({ authorizations }) => {
      const original = findOriginal(authorizations);
      return original?.status === 'VOIDED' ? { status: 'succeeded', reference: original.id } : null;
    },
  });

export const refundMoney: RemoteProvider['refund'] = (...input) =>
  answer(input, {
    run: refund,
    find: ({ refunds }, { requestKey }) => {
      const own = refunds.find(({ invoice_id }) => invoice_id === requestKey);
      return own && toRefundAnswer(own);
    },
  });

interface Operation {
  readonly run: (work: Work) => Promise<MoneyAnswer>;
  /** What an earlier request has moved, if it has. */
  readonly find: (
    payments: ReturnType<typeof listOrderPayments>,
    request: MoneyRequest,
  ) => MoneyAnswer | null | undefined;
}

/** It was done before: the answer was lost, or somebody else did it. */
const done =
  /^(ORDER_ALREADY_(CAPTURED|AUTHORIZED|COMPLETED)|AUTHORIZATION_ALREADY_CAPTURED|PREVIOUSLY_(VOIDED|CAPTURED)|CAPTURE_FULLY_REFUNDED|DUPLICATE_INVOICE_ID|MAX_CAPTURE_AMOUNT_EXCEEDED|REFUND_AMOUNT_EXCEEDED)$/;
/** The shopper goes on with the same order. */
const forShopper = /^(INSTRUMENT_DECLINED|PAYER_ACTION_REQUIRED)$/;
/** Our mistakes, which the log shows. Money that was not moved is none of the shopper's either way. */
const ownMistake = /MISMATCH|DECIMAL|INVALID|MALFORMED|MISSING|REQUIRED/;

async function answer(
  [shop, request, { signal }]: [Shop, MoneyRequest, CallOptions],
  { run, find }: Operation,
): Promise<MoneyAnswer> {
  const client = requireWalletClient(shop);
  const { reference } = request.payment;
  if (reference === null) throw new WalletUnanswered('a payment', 'its id is unknown');
  const work = { shop, client, request, orderId: reference, signal };
  try {
    return await run(work);
  } catch (error) {
    // Any other error leaves it unknown what happened.
    if (!(error instanceof WalletRefusal) || error.issue === 'ORDER_NOT_APPROVED') throw error;
    const { issue, debugId } = error;
    if (forShopper.test(issue))
      return { status: 'needs_shopper', reason: issue, action: toClientAction(client, reference, error.shopperUrl) };
    if (done.test(issue)) {
      const found = find(listOrderPayments(await fetchOrder(client, reference, signal)), request);
      if (found) return found;
    }
    if (ownMistake.test(issue)) shop.log.error({ issue, debugId }, 'the wallet found a mistake in a request');
    return { status: 'failed', reason: issue };
  }
}

/** What the script in the page goes on with, or a link for browsers without it. */
export function toClientAction(client: WalletClient, orderId: string, url: string | null): NextAction {
  const approveUrl = url ?? `${client.endpoints.webUrl}/checkoutnow?token=${encodeURIComponent(orderId)}`;
  const data: WalletClientData = { orderId, approveUrl };
  return { kind: 'client', data: { ...data } };
}

async function authorizeOrder(work: Work): Promise<MoneyAnswer> {
  const ask = () => askOrder(work, 'authorize');
  const order = await ask().catch(async (error: unknown) => {
    if (!hasOtherIntent(error)) throw error;
    await changeIntent(work, 'AUTHORIZE');
    return ask();
  });
  return toAuthorizeAnswer(findOriginal(listOrderPayments(order).authorizations)) ?? unreadable('authorizeOrder');
}

/** An order that was authorized is captured by its authorization, whatever the setting says today. */
async function capture(work: Work): Promise<MoneyAnswer> {
  const { client, orderId, signal, shop } = work;
  const isAuthorized = shop.settings(walletSettings).intent === 'authorize';
  try {
    if (!isAuthorized) return await captureOrder(work);
  } catch (error) {
    if (!hasOtherIntent(error)) throw error;
  }
  const { authorizations } = listOrderPayments(await fetchOrder(client, orderId, signal));
  if (authorizations.length > 0) return captureAuthorization(work, authorizations);
  await changeIntent(work, 'CAPTURE');
  return captureOrder(work);
}

async function captureOrder(work: Work): Promise<MoneyAnswer> {
  const { amount, payment } = work.request;
  // The provider captures an order as a whole.
  if (amount !== payment.amount) return { status: 'failed', reason: 'amount_differs' };
  const [captured] = listOrderPayments(await askOrder(work, 'capture')).captures;
  if (!captured) return unreadable('captureOrder');
  if (toMinorAmount(captured.amount) !== amount) {
    work.shop.log.error({ order: work.orderId }, 'the wallet captured another amount');
    throw new WalletUnanswered('captureOrder', 'another amount was captured');
  }
  return toCaptureAnswer(captured);
}

const hasOtherIntent = (error: unknown): boolean =>
  error instanceof WalletRefusal && error.issue === 'ACTION_DOES_NOT_MATCH_INTENT';

/** Asks for the money of an approved order. */
function askOrder({ client, orderId, request, signal }: Work, action: 'authorize' | 'capture'): Promise<WalletOrder> {
  return client.call({
    ...{ operation: `${action}Order`, method: 'POST', path: `${orderPath(orderId)}/${action}`, body: {} },
    ...{ requestKey: request.requestKey, schema: orderDocument, signal },
  });
}

/** The payment began while the setting was another one. */
async function changeIntent({ client, orderId, signal }: Work, value: 'AUTHORIZE' | 'CAPTURE'): Promise<void> {
  await patchOrder(client, orderId, { path: '/intent', value }, signal);
}

async function captureAuthorization(work: Work, known: readonly WalletAuthorization[]): Promise<MoneyAnswer> {
  const { client, request, signal } = work;
  const { payment, amount, requestKey } = request;
  const authorization = await renewAuthorization(work, known);
  const captured = await client.call({
    operation: 'captureAuthorization',
    method: 'POST',
    path: `/v2/payments/authorizations/${authorization.id}/capture`,
    body: {
      amount: toWalletMoney({ amount, currency: payment.currency }),
      final_capture: amount === toMinorAmount(authorization.amount),
    },
    requestKey,
    schema: captureDocument,
    signal,
  });
  return toCaptureAnswer(captured);
}

/** Renews an authorization that the provider no longer vouches for, once. @returns the one to capture */
async function renewAuthorization(
  { shop, client, request, signal }: Work,
  known: readonly WalletAuthorization[],
): Promise<WalletAuthorization> {
  const newest = known.toSorted((a, b) => b.create_time.getTime() - a.create_time.getTime())[0];
  if (!newest) throw new WalletUnanswered('captureAuthorization', 'nothing is authorized');
  if (known.length > 1 || shop.clock.now().getTime() - newest.create_time.getTime() < honoured) return newest;
  try {
    return await client.call({
      ...{ operation: 'reauthorize', method: 'POST', path: `/v2/payments/authorizations/${newest.id}/reauthorize` },
      ...{ body: { amount: newest.amount }, requestKey: `${request.requestKey}-renew` },
      ...{ schema: authorizationDocument, signal },
    });
  } catch (error) {
    // Where it can't be renewed, the money may still be there.
    if (error instanceof WalletRefusal && /^REAUTHORIZATION_/.test(error.issue)) return newest;
    throw error;
  }
}

async function voidAuthorization({ client, orderId, request, signal }: Work): Promise<MoneyAnswer> {
  const { authorizations } = listOrderPayments(await fetchOrder(client, orderId, signal));
  const original = findOriginal(authorizations);
  if (!original) return { status: 'failed', reason: 'nothing_authorized' };
  await client.call({
    ...{ operation: 'void', method: 'POST', path: `/v2/payments/authorizations/${original.id}/void` },
    ...{ requestKey: request.requestKey, schema: z.unknown(), signal },
  });
  return { status: 'succeeded', reference: original.id };
}

async function refund({ client, orderId, request, signal }: Work): Promise<MoneyAnswer> {
  const { payment, amount, requestKey, captureReferences } = request;
  const captureId =
    captureReferences[0] ?? listOrderPayments(await fetchOrder(client, orderId, signal)).captures[0]?.id;
  if (captureId === undefined) return { status: 'failed', reason: 'nothing_captured' };
  const refunded = await client.call({
    operation: 'refund',
    method: 'POST',
    path: `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`,
    body: {
      amount: toWalletMoney({ amount, currency: payment.currency }),
      // By it the state tells whose refund it is.
      invoice_id: requestKey,
      custom_id: payment.publicId,
    },
    requestKey,
    schema: refundDocument,
    signal,
  });
  return toRefundAnswer(refunded);
}

function toAuthorizeAnswer(authorization: WalletAuthorization | null): MoneyAnswer | null {
  if (!authorization) return null;
  const { id: reference, status, status_details } = authorization;
  if (status === 'PENDING') return { status: 'pending' };
  if (status === 'DENIED') return { status: 'failed', reason: status_details?.reason ?? status };
  return { status: 'succeeded', reference };
}

function toCaptureAnswer({ id: reference, status, status_details }: WalletCapture): MoneyAnswer {
  if (status === 'PENDING') return { status: 'pending' };
  if (status === 'DECLINED' || status === 'FAILED')
    return { status: 'failed', reason: status_details?.reason ?? `CAPTURE_${status}` };
  return { status: 'succeeded', reference };
}

function toRefundAnswer({ id: reference, status, status_details }: WalletRefund): MoneyAnswer {
  if (status === 'PENDING') return { status: 'pending' };
  if (status === 'COMPLETED') return { status: 'succeeded', reference };
  return { status: 'failed', reason: status_details?.reason ?? `REFUND_${status}` };
}

function unreadable(operation: string): never {
  throw new WalletUnanswered(operation, 'the reply has no payment');
}
