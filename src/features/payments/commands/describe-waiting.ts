import {
  getUncaptured,
  hasEnded,
  isAwaitingShopper,
  type Payment,
  type PaymentTransaction,
} from '../ledger/payment.ts';

/** Says to staff what has to happen before a payment goes on; null when it waits for nothing. */
export function describeWaiting(payment: Payment, transactions: readonly PaymentTransaction[]): string | null {
  const { provider, status, orderId, captured, refunded } = payment;
  const waiting = transactions.filter((each) => each.status === 'requested');
  const requested = waiting.filter(({ kind }) => kind !== 'dispute');
  if (requested.length > 0) return `the answer of ${provider} to: ${requested.map(({ kind }) => kind).join(', ')}`;
  if (isAwaitingShopper(payment, transactions)) return 'the shopper to choose another way to pay';
  if (status === 'created') return `${provider} to begin it`;
  if (status === 'requires_action') return 'the shopper to agree';
  if (status === 'pending') return `${provider} to decide`;
  if (orderId === null && captured > refunded) return 'its order, and is given back two hours after it began';
  if (waiting.length > 0) return 'its dispute to be decided';
  if (hasEnded(payment) || getUncaptured(payment) === 0) return null;
  return 'its authorized money to be captured or given up';
}
