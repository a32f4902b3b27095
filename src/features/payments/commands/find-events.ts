import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Payment } from '../ledger/payment.ts';

interface PaymentEvent {
  readonly eventId: string;
  readonly receivedAt: Date;
  /** Null while it waits to be settled. */
  readonly settledAt: Date | null;
}

/** Those that wait have no payment yet. */
const selectEvents = sqlQuery<PaymentEvent>(
  'payments.list-events-of-payment',
  `select event_id as "eventId", received_at as "receivedAt", settled_at as "settledAt" from provider_events where payment_id = $1
  union all
  select event_id, received_at, settled_at from provider_events
  where settled_at is null and payment_id is null and provider = $2 and (public_id = $3 or reference = $4)
  order by "receivedAt"`,
);

/** Lists the provider's events about a payment, in the order in which they came. */
export const listPaymentEvents = (shop: Shop, { id, provider, publicId, reference }: Payment) =>
  selectEvents(shop.db, [id, provider, publicId, reference]);
