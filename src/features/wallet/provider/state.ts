import type {
  CallOptions,
  PaymentInstrument,
  RemotePayment,
  RemoteState,
  RemoteTransaction,
} from '#features/payments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import {
  disputeDocument,
  disputesDocument,
  findCard,
  findOriginal,
  getResult,
  listMoved,
  type MovedMoney,
  type WalletDispute,
  type WalletOrder,
} from '../rest/documents.ts';
import { WalletRefusal } from '../rest/errors.ts';
import { requireWalletClient, type WalletClient } from '../rest/wallet-client.ts';
import { toMinorAmount } from './amounts.ts';
import { describeDecline } from './move-money.ts';
import { fetchOrder } from './orders.ts';
import { toPayer } from './payer.ts';

/** Milliseconds, with a margin, after which an order that the shopper has not approved can't be approved any more. */
const orderLifetime = 6.2 * 60 * 60 * 1000;

export async function fetchWalletState(
  shop: Shop,
  payment: RemotePayment,
  { signal }: CallOptions,
): Promise<RemoteState | null> {
  const { reference } = payment;
  // The provider can't find an order by the shop's id. The caller repeats `begin` with its key instead.
  if (reference === null) return null;
  const client = requireWalletClient(shop);
  try {
    const order = await fetchOrder(client, reference, payment, signal);
    const state = toState(order, shop.clock.now());
    const captures = listMoved(order).captures.filter((each) => getResult(each) === 'succeeded');
    const disputes = await Promise.all(captures.map((capture) => fetchDisputes(shop, client, capture, signal)));
    return { ...state, transactions: [...state.transactions, ...disputes.flat()] };
  } catch (error) {
    if (!(error instanceof WalletRefusal) || error.refusal.status !== 404) throw error;
    // The provider deletes orders that nobody has paid.
    return { reference, status: 'expired', isApproved: false, authorizedUntil: null, transactions: [] };
  }
}

function toState(order: WalletOrder, now: Date): RemoteState {
  const { authorizations, captures, refunds } = listMoved(order);
  const original = findOriginal(authorizations);
  const amount = order.purchase_units?.[0]?.amount;
  const isApproved = order.status === 'APPROVED';
  return {
    reference: order.id,
    status: chooseStatus(order, now),
    ...(amount ? { amount: toMinorAmount(amount) } : {}),
    isApproved: isApproved && authorizations.length + captures.length === 0,
    payer: isApproved || order.status === 'COMPLETED' ? toPayer(order) : null,
    instrument: toInstrument(order),
    authorizedUntil: original?.expiration_time ?? null,
    transactions: [
      ...(original ? listAuthorized(original, captures) : []),
      ...captures.map((capture) => toTransaction('capture', capture)),
      // The shop's own refunds have the request key as invoice number, so that a refund of the same amount made
      // elsewhere is not taken for one of them.
      ...refunds.map((refund) => toTransaction('refund', refund, refund.invoice_id ?? refund.id)),
    ],
  };
}

/** Reads the card data that the ledger keeps: brand, last digits and the result of 3-D Secure. */
function toInstrument(order: WalletOrder): PaymentInstrument | null {
  const { brand, last_digits: lastDigits, authentication_result: result } = findCard(order) ?? {};
  if (!brand || !/^[A-Z_]{1,30}$/.test(brand) || !lastDigits || !/^\d{2,4}$/.test(lastDigits)) return null;
  const { enrollment_status, authentication_status } = result?.three_d_secure ?? {};
  const told = [result?.liability_shift, enrollment_status, authentication_status].filter((each) => each);
  return { brand, lastDigits, authentication: told.length === 0 ? null : told.join(' ').slice(0, 40) };
}

function chooseStatus(order: WalletOrder, now: Date): RemoteState['status'] {
  const { authorizations, captures } = listMoved(order);
  const original = findOriginal(authorizations);
  if (order.status === 'VOIDED') return 'cancelled';
  if (original && !captures.some((each) => getResult(each) !== 'failed')) {
    const { status, expiration_time } = original;
    if (status === 'DENIED') return 'failed';
    if (status === 'PENDING') return 'pending';
    if (status === 'VOIDED') return 'cancelled';
    if (expiration_time && expiration_time < now) return 'expired';
  }
  if (order.status === 'APPROVED' || order.status === 'COMPLETED') return 'open';
  const age = order.create_time ? now.getTime() - order.create_time.getTime() : 0;
  return age > orderLifetime ? 'expired' : 'requires_action';
}

function toTransaction(
  kind: RemoteTransaction['kind'],
  moved: MovedMoney,
  requestKey: string | null = null,
): RemoteTransaction {
  const { id: reference, amount, create_time: at } = moved;
  const result = getResult(moved);
  const failure = result === 'failed' ? describeDecline(moved) : null;
  return { kind, reference, requestKey, amount: toMinorAmount(amount), status: result, failure, at };
}

/** Lists the authorization, and the part of it that was released without capture. */
function listAuthorized(original: MovedMoney, captures: readonly MovedMoney[]): RemoteTransaction[] {
  const authorize = toTransaction('authorize', original);
  const taken = captures.filter((each) => getResult(each) !== 'failed').map(({ amount }) => toMinorAmount(amount));
  const left = taken.reduce((rest, amount) => rest - amount, authorize.amount);
  const isGivenUp = (original.status === 'VOIDED' || original.status === 'CAPTURED') && left > 0;
  return isGivenUp ? [authorize, { ...authorize, kind: 'void', amount: left }] : [authorize];
}

/**
 * Lists the disputes of a capture. They do not change totals, so a failure is only logged and settlement continues.
 */
async function fetchDisputes(
  { log }: Shop,
  client: WalletClient,
  capture: MovedMoney,
  signal: AbortSignal,
): Promise<RemoteTransaction[]> {
  const path = `${disputesPath}?disputed_transaction_id=${encodeURIComponent(capture.id)}`;
  const call = { operation: 'listDisputes', method: 'GET', path, schema: disputesDocument, signal } as const;
  try {
    const { items } = await client.call(call);
    return await Promise.all((items ?? []).map((dispute) => toDispute(client, capture, dispute, signal)));
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'disputes could not be read');
    return [];
  }
}

const disputesPath = '/v1/customer/disputes';

async function toDispute(
  client: WalletClient,
  { amount }: MovedMoney,
  { dispute_id: reference, create_time: at, status, dispute_amount }: WalletDispute,
  signal: AbortSignal,
): Promise<RemoteTransaction> {
  const disputed = dispute_amount?.currency_code === amount.currency_code ? dispute_amount : amount;
  const dispute = { kind: 'dispute', reference, requestKey: null, amount: toMinorAmount(disputed), at } as const;
  if (status !== 'RESOLVED') return { ...dispute, status: 'pending' };
  // The list of disputes lacks their outcomes.
  const path = `${disputesPath}/${encodeURIComponent(reference)}`;
  const call = { operation: 'getDispute', method: 'GET', path, schema: disputeDocument, signal } as const;
  const { dispute_outcome } = await client.call(call);
  // The provider has many codes for who has won. In doubt the dispute counts as lost; a refund then shows its cost.
  const isWon = /SELLER|CANCEL|DENIED|PAYOUT/.test(dispute_outcome?.outcome_code ?? '');
  return { ...dispute, status: isWon ? 'failed' : 'succeeded' };
}
