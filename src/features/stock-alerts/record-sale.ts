import type { OrderEvent } from '#features/orders/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import { daysBefore } from '#platform/database/purge.ts';
import type { Shop } from '#platform/features/shop.ts';
import { stockAlertSettings } from './settings.ts';

/**
 * Credits the sale of each variation to the newest mail of the shopper's alerts for it. An alert for any variation
 * counts for all variations of the product.
 */
const updateSold = sqlQuery(
  'stock-alerts.record-sale',
  `update stock_alert_mails m set order_id = $1, ordered_at = $2, quantity = s.quantity, amount = s.amount
  from (
    select distinct on (l.variation_id) m.id, l.quantity, l.amount
    from (select product_id, variation_id, sum(quantity)::integer as quantity, sum(gross)::bigint as amount
      from order_lines where order_id = $1 group by product_id, variation_id) l
    join stock_alerts a on a.product_id = l.product_id and (a.variation_id is null or a.variation_id = l.variation_id)
      and (a.email_key = lower($3) or a.customer_id = $4)
    join stock_alert_mails m on m.alert_id = a.id and m.sent_at > $5
      -- Or by an order that this one supersedes: its cancellation is announced afterwards.
      and (m.ordered_at is null or exists (select from orders o where o.id = m.order_id and o.status = 'cancelled'))
    order by l.variation_id, m.id desc
  ) s where m.id = s.id`,
);

/** Handles new orders: records purchases made after a mail, whose unit is then no longer held. */
export async function recordSale(shop: Shop, tx: Tx, { id, email, customerId }: OrderEvent): Promise<void> {
  const now = shop.clock.now();
  await updateSold(tx, [id, now, email, customerId, daysBefore(now, shop.settings(stockAlertSettings).salesDays)]);
}

const forgetSold = sqlQuery(
  'stock-alerts.forget-sale',
  'update stock_alert_mails set order_id = null, ordered_at = null, quantity = null, amount = null where order_id = $1',
);

/** Handles cancelled orders: removes the recorded sale. */
export async function forgetSale(_shop: Shop, tx: Tx, { id }: OrderEvent): Promise<void> {
  await forgetSold(tx, [id]);
}
