import type { RemotePayment } from '#features/payments/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { cardId } from '../contract.ts';
import { cardSettings } from '../settings.ts';
import { warnOfCardTests } from './warn-owner.ts';

/** Tries of the network that started a payment, in the time since $3. Amounts up to $4 are small. */
const countTries = sqlQuery<{ declines: number; paid: number }>(
  'cards.count-tries-of-network',
  `select coalesce(sum(declines), 0)::integer as declines, count(*) filter (where captured > 0)::integer as paid
  from (
    select p.captured, case when p.amount <= $4 then (
      select count(*) from payment_transactions t
      where t.payment_id = p.id and t.kind in ('authorize', 'capture') and t.status = 'failed'
    ) else 0 end as declines
    from payments p
    where p.network_hash = (select network_hash from payments where public_id = $2) and p.created_at > $3 and p.provider = $1
  ) tries`,
);

const hour = 60 * 60 * 1000;

/**
 * Whether a network seems to test stolen cards: many small payments were declined, and few succeeded. An office whose people
 * pay goes on paying. The owner is told of it.
 * @param publicId of a payment that the network has started
 * @param isDeclined whether it was declined just now, and the ledger does not say so yet
 */
export async function looksLikeCardTest(
  shop: Shop,
  { publicId, amount }: Pick<RemotePayment, 'publicId' | 'amount'>,
  isDeclined = false,
): Promise<boolean> {
  const { testDeclines, smallAmount } = shop.settings(cardSettings);
  if (testDeclines === null) return false;
  const since = new Date(shop.clock.now().getTime() - hour);
  const [known = { declines: 0, paid: 0 }] = await countTries(shop.db, [cardId, publicId, since, smallAmount]);
  const declines = known.declines + (isDeclined && amount <= smallAmount ? 1 : 0);
  if (declines < testDeclines || known.paid * 2 > declines) return false;
  await warnOfCardTests(shop);
  return true;
}
