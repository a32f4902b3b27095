import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { findSourcePayment, listTransactions, type Payment, type PaymentTransaction } from '../ledger/payment.ts';
import type {
  CallOptions,
  MoneyAnswer,
  MoneyRequest,
  RemotePayment,
  RemoteProvider,
} from '../providers/remote-provider.ts';

/** Milliseconds that a provider has for an answer. */
const callTimeout = 15_000;

export function createCallOptions(): CallOptions {
  return { signal: AbortSignal.timeout(callTimeout) };
}

const selectOrderNumber = sqlQuery<{ number: number }>(
  'payments.find-order-number',
  'select number from orders where id = $1',
);

export async function toRemotePayment(shop: Shop, payment: Payment): Promise<RemotePayment> {
  const { publicId, reference, amount, currency, orderId } = payment;
  const [order] = orderId === null ? [] : await selectOrderNumber(shop.db, [orderId]);
  return { publicId, reference, amount, currency, orderNumber: order?.number ?? null };
}

/**
 * Sends a requested transaction to a provider, with its key. The caller must hold no locks.
 * @returns null when it is unknown whether the provider carried the request out
 */
export async function callProvider(
  shop: Shop,
  provider: RemoteProvider,
  payment: Payment,
  transaction: PaymentTransaction,
): Promise<MoneyAnswer | null> {
  const { kind, amount, requestKey } = transaction;
  const call = kind === 'dispute' ? undefined : provider[kind];
  if (!call) throw new Error(`the payment provider ${provider.id} can't ${kind}`);
  const source = await findSourcePayment(shop.db, payment);
  const known = await listTransactions(shop.db, source.id);
  const captures = known.filter((each) => each.kind === 'capture' && each.status === 'succeeded').reverse();
  const captureReferences = captures.flatMap(({ providerReference }) => providerReference ?? []);
  const remotePayment = await toRemotePayment(shop, source);
  const request: MoneyRequest = { payment: remotePayment, amount, requestKey, captureReferences };
  try {
    return await call(shop, request, createCallOptions());
  } catch (error) {
    shop.log.warn({ err: error, payment: payment.id, kind }, 'a payment provider did not answer');
    return null;
  }
}
