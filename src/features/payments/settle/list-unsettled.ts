import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { paymentProviders } from '../providers/provider.ts';

/**
 * Selects payments that need to be settled: payments that the provider may still change, payments with open requests,
 * and captured money of cancelled orders, of unpaid orders and without an order. The older a payment or a request is,
 * the longer the pause between two questions: at most 6 hours. A request of the last hour is asked about each time,
 * money of a cancelled order every hour. Captured money is asked about for half a year, at pauses of 6 hours to 18
 * days: the provider may refund it without the shop, and the event about that may be lost. $4: true selects all of
 * these payments except captured money of paid orders, whenever they were last asked about.
 */
const selectUnsettled = sqlQuery<{ id: number }>(
  'payments.list-unsettled',
  `with found as (
    select p.id, p.settled_at, false as is_urgent, least(greatest((($2::timestamptz - p.created_at) / 10), interval '4 minutes'), interval '6 hours') as pause
    from payments p where p.provider = any($1::text[])
      and (p.status in ('created', 'requires_action', 'pending') or p.status = 'open' and p.captured + p.voided < p.authorized)
    union all
    select p.id, p.settled_at, false, interval '1 hour' from orders o join payments p on p.order_id = o.id
    where o.status = 'cancelled' and o.captured_total > o.refunded_total and p.captured > p.refunded and p.provider = any($1::text[])
    union all
    select p.id, p.settled_at, false, interval '4 minutes' from orders o join payments p on p.order_id = o.id
    where o.status in ('pending', 'failed') and o.captured_total > o.refunded_total and p.captured > p.refunded and p.provider = any($1::text[])
    union all
    select p.id, p.settled_at, false, interval '1 hour' from payments p
    where p.order_id is null and p.captured > p.refunded and p.provider = any($1::text[])
    union all
    select p.id, p.settled_at, false, greatest(($2::timestamptz - p.created_at) / 10, interval '6 hours')
    from payments p where p.captured > p.refunded and p.created_at > $2::timestamptz - interval '180 days' and not $4::boolean and p.provider = any($1::text[])
    union all
    select t.payment_id, p.settled_at, t.requested_at > $2::timestamptz - interval '1 hour', least(($2::timestamptz - t.requested_at) / 10, interval '6 hours')
    from payment_transactions t join payments p on p.id = t.payment_id
    where t.status = 'requested' and p.provider = any($1::text[])
  )
  select id from found where $4::boolean or is_urgent or settled_at is null or settled_at < $2::timestamptz - pause
  group by id order by bool_or(is_urgent) desc, min(settled_at) nulls first limit $3`,
);

interface UnsettledOptions {
  /**
   * True lists the payments that are due to be asked about, also captured money of the last half year. False lists
   * all payments that wait for something.
   */
  readonly isDue: boolean;
  readonly limit: number;
}

/** Lists remote payments whose provider should be asked, the most urgent ones first. */
export async function listUnsettledPayments(shop: Shop, { isDue, limit }: UnsettledOptions): Promise<number[]> {
  const remote = shop.implementations(paymentProviders).filter(({ kind }) => kind === 'remote');
  if (remote.length === 0) return [];
  const found = await selectUnsettled(shop.db, [remote.map(({ id }) => id), shop.clock.now(), limit, !isDue]);
  return found.map(({ id }) => id);
}
