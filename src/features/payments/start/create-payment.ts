import type { InitialStatus, LockedOrder } from '#features/orders/index.ts';
import { calculateAmountDue } from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import { hashNetwork } from '../ledger/failed-payments.ts';
import type { OfflineDecision, PaymentProvider } from '../providers/provider.ts';

/** How an order starts with its payment; `pending` waits for a remote provider. */
export type PaymentStart = { readonly status: 'pending' } | OfflineDecision;

export function decidePaymentStart(shop: Shop, order: LockedOrder, provider: PaymentProvider): PaymentStart {
  return provider.kind === 'offline' ? provider.decide(shop, order) : { status: 'pending' };
}

export function toInitialStatus(start: PaymentStart): InitialStatus {
  switch (start.status) {
    case 'pending':
      return { to: 'pending' };
    case 'on-hold':
      return { to: 'on-hold', dueAt: start.dueAt, instructions: start.instructions };
    case 'processing':
      return { to: 'processing', instructions: start.instructions };
  }
}

/**
 * Stores the payment of a new order, in the transaction that creates the order. A remote provider is asked after the
 * commit, by `beginPayment`.
 * @param network network of the request; null without a request
 */
export async function createPayment(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  { id, kind }: PaymentProvider,
  network: string | null = null,
): Promise<void> {
  const status = kind === 'offline' ? 'open' : 'created';
  await insertPayment(shop, tx, order, { provider: id, status, network });
}

interface PaymentValues extends Pick<LockedOrder, 'currency'>, Pick<NewPaymentRow, 'provider' | 'status'> {
  readonly orderId: number;
  readonly amount: number;
  readonly now: Date;
  readonly networkHash: string | null;
}

const insertPaymentRow = namedQuery<PaymentValues, { id: number }>(
  'payments.insert-payment',
  `insert into payments (order_id, provider, amount, currency, status, created_at, updated_at, network_hash) values ($orderId, $provider, $amount, $currency, $status, $now, $now, $networkHash) returning id`,
);

interface NewPaymentRow {
  readonly provider: string;
  readonly status: 'created' | 'open';
  /** Network of the request; null without a request. */
  readonly network?: string | null;
}

/**
 * Stores a payment of the amount that a locked order still needs.
 * @returns its id
 */
export async function insertPayment(
  { clock, config }: Shop,
  tx: Tx,
  order: LockedOrder,
  { provider, status, network = null }: NewPaymentRow,
): Promise<number> {
  const [payment] = await insertPaymentRow(tx, {
    ...{ orderId: order.id, provider, status, amount: calculateAmountDue(order), currency: order.currency },
    ...{ now: clock.now(), networkHash: hashNetwork({ config }, network) },
  });
  if (!payment) throw new Error('the payment was not written');
  return payment.id;
}
