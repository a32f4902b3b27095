import type { RemotePayment } from '#features/payments/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { cardIds } from '../contract.ts';
import { cardSettings } from '../settings.ts';
import { warnOfCardTests } from './warn-owner.ts';

/**
 * Counts attempts since $3 from the network that started a payment, or of the customer if they have paid for an order
 * before $5. Amounts up to $4 are small.
 */
const countTries = sqlQuery<{ declines: number; paid: number }>(
  'cards.count-tries',
  `with own as (
    select p.network_hash, (
      select o.customer_id from orders o where o.id = p.order_id and exists (
        select from orders earlier where earlier.customer_id = o.customer_id
          and earlier.paid_at < $5 and earlier.captured_total > earlier.refunded_total
      )
    ) as customer_id from payments p where p.public_id = $2
  ), tried as (
    select p.id, p.amount, p.captured from own join payments p on p.network_hash = own.network_hash
    where own.customer_id is null and p.created_at > $3 and p.provider = any($1)
    union all
    select p.id, p.amount, p.captured from own join orders o on o.customer_id = own.customer_id join payments p on p.order_id = o.id
    where p.created_at > $3 and p.provider = any($1)
  )
  select coalesce(sum(declines), 0)::integer as declines, count(*) filter (where captured > 0)::integer as paid
  from (
    select captured, case when amount <= $4 then (
      select count(*) from payment_transactions t
      where t.payment_id = tried.id and t.kind in ('authorize', 'capture') and t.status = 'failed'
    ) else 0 end as declines
    from tried
  ) tries`,
);

const hour = 60 * 60 * 1000;
/** Milliseconds within which the fraud is likely to be noticed when a stolen card has paid for an order. */
const proofTime = 24 * hour;

/**
 * Whether a network seems to test stolen cards: many small payments were declined, and few succeeded. An office whose
 * people pay successfully stays able to pay. A customer who has paid before is judged by their own attempts only. The
 * owner is notified.
 * @param publicId id of a payment of the network
 * @param isDeclined whether the payment was declined just now, which the ledger does not contain yet
 */
export async function looksLikeCardTest(
  shop: Shop,
  { publicId, amount }: Pick<RemotePayment, 'publicId' | 'amount'>,
  isDeclined = false,
): Promise<boolean> {
  const { testDeclines, smallAmount } = shop.settings(cardSettings);
  if (testDeclines === null) return false;
  const now = shop.clock.now().getTime();
  const times = { since: new Date(now - hour), provenBefore: new Date(now - proofTime) };
  const values = [cardIds, publicId, times.since, smallAmount, times.provenBefore];
  const [known = { declines: 0, paid: 0 }] = await countTries(shop.db, values);
  const declines = known.declines + (isDeclined && amount <= smallAmount ? 1 : 0);
  if (declines < testDeclines || known.paid * 2 > declines) return false;
  await warnOfCardTests(shop);
  return true;
}
