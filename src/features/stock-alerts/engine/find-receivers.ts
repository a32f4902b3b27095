import { sqlQuery, type Tx } from '#platform/database/database.ts';
import { isSold } from '../find-target.ts';

export interface Receiver {
  /** Of the alert. */
  readonly id: number;
  readonly emailKey: string;
  /** What the mail is about. */
  readonly variationId: number;
}

interface ReceiverSearch {
  readonly riseId: number;
  readonly stockId: number;
  readonly now: Date;
  readonly max: number;
}

/** Who got a mail of the rise gets no second one, and only what can be bought is offered. Of each queue, the oldest. */
const selectReceivers = sqlQuery<Receiver>(
  'stock-alerts.find-receivers',
  `with offers as materialized (
    select v.product_id, v.id as variation_id, v.position from variations v join published_products p on p.id = v.product_id
    join product_offers o on o.product_id = v.product_id and o.variation_id = v.id and o.is_available where v.stock_id = $1
  ), firsts as (
    select distinct on (product_id) product_id, variation_id from offers order by product_id, position, variation_id
  )
  select id, email_key as "emailKey", variation_id as "variationId" from (
    (select a.id, a.email_key, a.variation_id from offers f
      join stock_alerts a on a.variation_id = f.variation_id and a.kind = 'stock' and a.state = 'waiting' and a.expires_at > $3
      where not exists (select from stock_alert_mails m where m.rise_id = $2 and m.email_key = a.email_key)
      order by a.id limit $4)
    union all
    (select a.id, a.email_key, f.variation_id from firsts f
      join stock_alerts a on a.product_id = f.product_id and a.variation_id is null and a.kind = 'stock' and a.state = 'waiting' and a.expires_at > $3
      where not exists (select from stock_alert_mails m where m.rise_id = $2 and m.email_key = a.email_key)
      order by a.id limit $4)
  ) waiting order by id limit $4`,
);

/** Whether somebody waits who got no mail of the rise. */
const selectLeft = sqlQuery<{ isLeft: boolean }>(
  'stock-alerts.is-somebody-left',
  `select exists (
    select from variations v join products p on p.id = v.product_id
    join stock_alerts a on a.product_id = v.product_id and (a.variation_id = v.id or (a.variation_id is null and ${isSold}))
    where v.stock_id = $1 and a.kind = 'stock' and a.state = 'waiting' and a.expires_at > $3
      and not exists (select from stock_alert_mails m where m.rise_id = $2 and m.email_key = a.email_key)
  ) as "isLeft"`,
);

/**
 * Finds who is next, the oldest first, each address once. The rows are not locked: the lock on the stock holds back
 * other waves of it and new alerts, but not waves of another variation of the product.
 */
export async function findStockReceivers(
  tx: Tx,
  { riseId, stockId, now, max }: ReceiverSearch,
): Promise<{ readonly receivers: readonly Receiver[]; readonly isSomebodyLeft: boolean }> {
  // An address may wait twice: for one variation and for any.
  const found = await selectReceivers(tx, [stockId, riseId, now, 2 * max]);
  const byAddress = new Map(found.toReversed().map((receiver) => [receiver.emailKey, receiver]));
  const receivers = [...byAddress.values()].sort((one, other) => one.id - other.id).slice(0, max);
  if (receivers.length > 0) return { receivers, isSomebodyLeft: true };
  return { receivers, isSomebodyLeft: (await selectLeft(tx, [stockId, riseId, now]))[0]?.isLeft ?? false };
}
