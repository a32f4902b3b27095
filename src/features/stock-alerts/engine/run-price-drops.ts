import { inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { queueMails } from './run-wave.ts';

interface CheaperAlert {
  readonly id: number;
  readonly emailKey: string;
  readonly variationId: number;
}

/**
 * For each target with waiting alerts, finds the cheapest variation that can be bought, and then by index the alerts
 * with a price limit above its price. Other alerts are not read, whatever has changed the prices. Returns each email
 * address once per variation.
 */
const selectCheaper = sqlQuery<CheaperAlert>(
  'stock-alerts.find-cheaper',
  `with recursive targets as (
    (select product_id, coalesce(variation_id, 0) as variation_id from stock_alerts
      where kind = 'price' and state = 'waiting' order by 1, 2 limit 1)
    union all
    select n.product_id, n.variation_id from targets t cross join lateral (
      select product_id, coalesce(variation_id, 0) as variation_id from stock_alerts
      where kind = 'price' and state = 'waiting' and (product_id, coalesce(variation_id, 0)) > (t.product_id, t.variation_id)
      order by 1, 2 limit 1) n
  )
  select distinct on (o.variation_id, a.email_key) a.id, a.email_key as "emailKey", o.variation_id as "variationId"
  from targets t join published_products p on p.id = t.product_id
  cross join lateral (
    select o.variation_id, price_at(o.regular_price, o.sale_price, o.sale_from, o.sale_to, $1) as price from product_offers o
    where o.product_id = t.product_id and (t.variation_id = 0 or o.variation_id = t.variation_id) and o.is_available
    order by price, o.variation_id limit 1
  ) o
  join stock_alerts a on a.product_id = t.product_id and coalesce(a.variation_id, 0) = t.variation_id
    and a.kind = 'price' and a.state = 'waiting' and a.price_below > o.price and a.expires_at > $1
  order by o.variation_id, a.email_key, a.id limit $2`,
);

const lockAlerts = sqlQuery<{ id: number }>(
  'stock-alerts.lock-cheaper',
  `select id from stock_alerts where id = any($1::bigint[]) and state = 'waiting' order by id for update`,
);

const insertRise = sqlQuery<{ id: number }>(
  'stock-alerts.insert-price-rise',
  `insert into stock_alert_rises (kind, stock_id, opened_at, due_at, counted_at, waves, ended_at) values ('price', $1, $2, $2, $2, 1, $2) returning id`,
);

const batchSize = 200;

/** Mails the alerts for prices that have fallen. No unit is held for these mails, so all are sent at once. */
export async function runPriceDrops(shop: Shop): Promise<void> {
  for (;;) {
    const found = await selectCheaper(shop.db, [shop.clock.now(), batchSize]);
    const byVariation = Map.groupBy(found, ({ variationId }) => variationId);
    let mailed = 0;
    for (const [variationId, alerts] of byVariation)
      mailed += await inTransaction(shop.db, (tx) => mailPriceDrop(shop, tx, variationId, alerts));
    if (found.length < batchSize || mailed === 0) return;
  }
}

/** @returns number of mails; 0 when another process was faster */
async function mailPriceDrop(
  shop: Shop,
  tx: Tx,
  variationId: number,
  alerts: readonly CheaperAlert[],
): Promise<number> {
  const locked = await lockAlerts(tx, [alerts.map(({ id }) => id)]);
  const ids = new Set(locked.map(({ id }) => id));
  const receivers = alerts.filter(({ id }) => ids.has(id));
  if (receivers.length === 0) return 0;
  const [rise] = await insertRise(tx, [variationId, shop.clock.now()]);
  if (!rise) throw new Error('the fall of a price was not stored');
  await queueMails(shop, tx, { riseId: rise.id, stockId: variationId, number: 1, kind: 'price' }, receivers);
  return receivers.length;
}

export const runPriceDropsJob = defineJob({
  name: 'stock-alerts:run-price-drops',
  every: '*/10 * * * *',
  run: (shop) => runPriceDrops(shop),
});
