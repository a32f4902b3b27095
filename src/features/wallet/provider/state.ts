import type { CallOptions, RemotePayment, RemoteState, RemoteTransaction } from '#features/payments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import {
  disputesDocument,
  listOrderPayments,
  type WalletAuthorization,
  type WalletCapture,
  type WalletOrder,
  type WalletRefund,
} from '../rest/documents.ts';
import { WalletRefusal } from '../rest/errors.ts';
import { requireWalletClient, type WalletClient } from '../rest/wallet-client.ts';
import { toMinorAmount } from './amounts.ts';
import { fetchOrder } from './orders.ts';
import { toPayer } from './payer.ts';

/** Milliseconds after which an order that nobody has approved can't be approved any more, with a margin. */
const orderLifetime = 6.2 * 60 * 60 * 1000;

/** Asks for everything that the provider knows of a payment. */
export async function fetchWalletState(
  shop: Shop,
  { reference }: RemotePayment,
  { signal }: CallOptions,
): Promise<RemoteState | null> {
  // Nothing finds an order by our id: it is asked for with the key of `begin`.
  if (reference === null) return null;
  const client = requireWalletClient(shop);
  try {
    const order = await fetchOrder(client, reference, signal);
    const state = toState(order, shop.clock.now());
    const disputes = await fetchDisputes(shop, client, order, signal);
    return { ...state, transactions: [...state.transactions, ...disputes] };
  } catch (error) {
    if (!(error instanceof WalletRefusal) || error.status !== 404) throw error;
    // It forgets what nobody has paid.
    return { reference, status: 'expired', isApproved: false, authorizedUntil: null, transactions: [] };
  }
}

export function toState(order: WalletOrder, now: Date): RemoteState {
  const { authorizations, captures, refunds } = listOrderPayments(order);
  const original = findOriginal(authorizations);
  const amount = order.purchase_units?.[0]?.amount;
  const hasAgreed = order.status === 'APPROVED' || order.status === 'COMPLETED';
  return {
    reference: order.id,
    status: chooseStatus(order, now),
    ...(amount ? { amount: toMinorAmount(amount) } : {}),
    isApproved: order.status === 'APPROVED' && authorizations.length + captures.length === 0,
    payer: hasAgreed ? toPayer(order) : null,
    authorizedUntil: original?.expiration_time ?? null,
    transactions: [
      ...(original ? listAuthorized(original, captures) : []),
      ...captures.map(toCapture),
      ...refunds.map(toRefund),
    ],
  };
}

/** The one that the shopper has agreed to. Renewals are the same money. */
export function findOriginal(authorizations: readonly WalletAuthorization[]): WalletAuthorization | null {
  return authorizations.toSorted((a, b) => a.create_time.getTime() - b.create_time.getTime())[0] ?? null;
}

function chooseStatus(order: WalletOrder, now: Date): RemoteState['status'] {
  const { authorizations, captures } = listOrderPayments(order);
  const original = findOriginal(authorizations);
  if (order.status === 'VOIDED') return 'cancelled';
  if (original && captures.length === 0) {
    if (original.status === 'DENIED') return 'failed';
    if (original.status === 'PENDING') return 'pending';
    if (original.status === 'CREATED' && original.expiration_time && original.expiration_time < now) return 'expired';
  }
  if (original && !captures.some(isMoney) && original.status === 'VOIDED') return 'cancelled';
  if (order.status === 'APPROVED' || order.status === 'COMPLETED') return 'open';
  const age = order.create_time ? now.getTime() - order.create_time.getTime() : 0;
  return age > orderLifetime ? 'expired' : 'requires_action';
}

const isMoney = ({ status }: WalletCapture): boolean =>
  status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED' || status === 'REFUNDED';

/** What was authorized, and what of it was given up. */
function listAuthorized(
  { id: reference, status, amount, create_time: at, status_details }: WalletAuthorization,
  captures: readonly WalletCapture[],
): RemoteTransaction[] {
  const authorized = toMinorAmount(amount);
  const result = status === 'DENIED' ? 'failed' : status === 'PENDING' ? 'pending' : 'succeeded';
  const failure = status_details?.reason ?? null;
  const authorize = { kind: 'authorize', reference, requestKey: null, amount: authorized, status: result, failure, at };
  const taken = captures
    .filter(({ status: each }) => each !== 'DECLINED' && each !== 'FAILED')
    .reduce((sum, capture) => sum + toMinorAmount(capture.amount), 0);
  const isGivenUp = (status === 'VOIDED' || status === 'CAPTURED') && taken < authorized;
  const left = { kind: 'void', reference, requestKey: null, amount: authorized - taken, status: 'succeeded', at };
  return (isGivenUp ? [authorize, left] : [authorize]) as RemoteTransaction[];
}

function toCapture(capture: WalletCapture): RemoteTransaction {
  const { id: reference, status, amount, create_time: at, status_details } = capture;
  const result = isMoney(capture) ? 'succeeded' : status === 'PENDING' ? 'pending' : 'failed';
  const failure = status_details?.reason ?? status;
  return {
    ...{ kind: 'capture', reference, requestKey: null, amount: toMinorAmount(amount), at },
    ...(result === 'failed' ? { status: result, failure } : { status: result }),
  };
}

/** Our refunds have their request's key as invoice number: one of the same amount from elsewhere is not mistaken. */
function toRefund({
  id: reference,
  status,
  amount,
  invoice_id,
  create_time: at,
  ...more
}: WalletRefund): RemoteTransaction {
  const result = status === 'COMPLETED' ? 'succeeded' : status === 'PENDING' ? 'pending' : 'failed';
  const failure = more.status_details?.reason ?? status;
  return {
    ...{ kind: 'refund', reference, requestKey: invoice_id ?? reference, amount: toMinorAmount(amount), at },
    ...(result === 'failed' ? { status: result, failure } : { status: result }),
  };
}

/** Disputes change no sum, so that who can't read them settles all the same. */
async function fetchDisputes(
  { log }: Shop,
  client: WalletClient,
  order: WalletOrder,
  signal: AbortSignal,
): Promise<RemoteTransaction[]> {
  const captures = listOrderPayments(order).captures.filter(isMoney);
  const found = await Promise.all(
    captures.map(async ({ id, amount }) => {
      const path = `/v1/customer/disputes?disputed_transaction_id=${encodeURIComponent(id)}`;
      const call = { operation: 'listDisputes', method: 'GET', path, schema: disputesDocument, signal } as const;
      const { items } = await client.call(call).catch((error: unknown) => {
        log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'disputes could not be read');
        return { items: [] };
      });
      return (items ?? []).map(({ dispute_id: reference, create_time: at, dispute_amount }): RemoteTransaction => {
        const disputed = dispute_amount?.currency_code === amount.currency_code ? dispute_amount : amount;
        return {
          kind: 'dispute',
          reference,
          requestKey: null,
          amount: toMinorAmount(disputed),
          status: 'succeeded',
          at,
        };
      });
    }),
  );
  return found.flat();
}
