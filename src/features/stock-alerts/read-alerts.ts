import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { AlertKind, AlertState } from './contract.ts';

export interface AlertEntry {
  readonly id: number;
  readonly kind: AlertKind;
  readonly state: AlertState;
  readonly productId: number;
  readonly variationId: number | null;
  readonly email: string;
  readonly locale: string;
  readonly createdAt: Date;
  readonly priceBelow: number | null;
  /** Name of the product, even when the product is no longer published. */
  readonly name: string;
  /** Null when the product has no page. */
  readonly slug: string | null;
  readonly choice: string;
  readonly isAvailable: boolean;
  /** Time until which a unit is held for the alert's mail; null when none is held. */
  readonly keptUntil: Date | null;
  /** Time until which a unit is reserved through the mailed link; null when none is reserved. */
  readonly reservedUntil: Date | null;
  /** Place in the queue, counted from 1; null when the alert doesn't wait for stock. */
  readonly place: number | null;
}

/** The oldest alert has the first place. An alert for any variation shares the queues of the variations. */
const columns = `a.id, a.kind, a.state, a.product_id as "productId", a.variation_id as "variationId", a.email, a.locale, a.created_at as "createdAt",
    a.price_below as "priceBelow", p.name, published.slug,
    coalesce((select string_agg(t.name, ', ' order by vt.attribute_id)
      from variation_terms vt join attribute_terms t on t.id = vt.term_id where vt.variation_id = a.variation_id), '') as choice,
    exists (select from published_products pp join product_offers o on o.product_id = pp.id where o.product_id = a.product_id and (a.variation_id is null or o.variation_id = a.variation_id)
      and o.is_available) as "isAvailable",
    (select max(m.hold_until) from stock_alert_mails m
      where m.alert_id = a.id and a.kind = 'stock' and a.state = 'mailed' and m.sent_at is not null and m.ordered_at is null and m.hold_until > $2) as "keptUntil",
    (select max(r.until) from stock_alert_mails m join stock_alert_reservations r on r.mail_id = m.id
      where m.alert_id = a.id and a.state = 'mailed' and m.ordered_at is null and r.until > $2) as "reservedUntil",
    case when a.state = 'waiting' and a.kind = 'stock' then (select count(*)::integer from stock_alerts b
      where b.product_id = a.product_id and b.kind = 'stock' and b.state = 'waiting' and b.id <= a.id
        and (a.variation_id is null or b.variation_id is null or b.variation_id = a.variation_id)) end as place
  from stock_alerts a join products p on p.id = a.product_id
  left join published_products published on published.id = a.product_id`;

const selectAlert = sqlQuery<AlertEntry>('stock-alerts.find-alert', `select ${columns} where a.id = $1`);

export async function findAlert({ db, clock }: Shop, id: number): Promise<AlertEntry | null> {
  return (await selectAlert(db, [id, clock.now()]))[0] ?? null;
}

const selectOwn = sqlQuery<AlertEntry>(
  'stock-alerts.list-own',
  `select ${columns} where a.customer_id = $1 and a.state <> 'ended' order by a.id desc limit 200`,
);

/** Lists the alerts of a customer that have not ended, newest first; at most 200. */
export const listAlerts = ({ db, clock }: Shop, customerId: number): Promise<AlertEntry[]> =>
  selectOwn(db, [customerId, clock.now()]);
