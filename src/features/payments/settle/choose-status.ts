import {
  amountDiffers,
  hasEnded,
  hasReturned,
  isAwaitingShopper,
  isDeclined,
  type Payment,
  type PaymentTransaction,
} from '../ledger/payment.ts';
import { getKeySeconds, type RemoteProvider, type RemoteState } from '../providers/remote-provider.ts';
import type { PaymentStatus } from '../tables.ts';

export interface FetchedState {
  readonly provider: RemoteProvider;
  /** Null when the provider does not know the payment. */
  readonly state: RemoteState | null;
  readonly fetchedAt: Date;
  /** Like `returnedAt` of `settle`. */
  readonly returnedAt: Date | null;
  /**
   * The other payments of the shop that are one payment at the provider: first the source payment, then its parts.
   */
  readonly others: readonly Payment[];
}

/** Seconds after the lifetime of a request key in which a request may still be on its way. */
export const graceSeconds = 120;

const ranks: Readonly<Record<PaymentStatus, number>> = {
  ...{ created: 0, requires_action: 1, pending: 2, failed: 3, cancelled: 3, expired: 3, open: 4 },
};

/**
 * Chooses the status of a payment after its transactions were recorded.
 * @param current all transactions of the payment
 * @param known its transactions before the recording
 */
export function chooseStatus(
  payment: Payment,
  current: readonly PaymentTransaction[],
  known: readonly PaymentTransaction[],
  { provider, state, fetchedAt, returnedAt }: FetchedState,
): PaymentStatus {
  if (state === null) {
    const age = fetchedAt.getTime() - payment.createdAt.getTime();
    const wasNeverBegun =
      payment.status === 'created' && age > (getKeySeconds(provider, 'begin') + graceSeconds) * 1000;
    return wasNeverBegun ? 'expired' : payment.status;
  }
  // The provider still reports a payment as open whose capture it declined, or that the shop has given up.
  const isGivenUp = payment.failure === amountDiffers || isDeclined(known, 'capture') || isDeclined(known, 'authorize');
  if (payment.status === 'failed' && isGivenUp) return 'failed';
  // Only the shopper can continue such a payment, since the provider would decline the same card again.
  const isCaptured = current.some(({ kind, status }) => kind === 'capture' && status === 'succeeded');
  if (
    state.status === 'open' &&
    !isCaptured &&
    isAwaitingShopper(payment, current) &&
    !hasReturned(returnedAt, current)
  )
    return payment.status;
  if (ranks[state.status] >= ranks[payment.status]) return state.status;
  if (!hasEnded(state)) return payment.status;
  // An open payment ends when nothing was captured and the provider's state has all recorded transactions.
  const isOlder = known.some(
    (each) =>
      each.status === 'succeeded' &&
      !state.transactions.some(({ kind, reference }) => kind === each.kind && reference === each.providerReference),
  );
  return isOlder || payment.captured > 0 ? payment.status : state.status;
}
