import { lockStockLevels } from '#features/inventory/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { countUnits } from './count-units.ts';
import { isSold } from './find-target.ts';
import { stockAlertSettings } from './settings.ts';
import { getConsentText } from './subscribe/rules.ts';

const selectStocks = sqlQuery<{ stockId: number }>(
  'stock-alerts.find-stocks',
  `select distinct v.stock_id as "stockId" from stock_alerts a
  join products p on p.id = a.product_id
  join variations v on v.product_id = a.product_id and (a.variation_id = v.id or (a.variation_id is null and ${isSold}))
  where a.id = $1 and a.kind = 'stock'`,
);

const updateToWaiting = sqlQuery<{ id: number }>(
  'stock-alerts.start-waiting',
  `update stock_alerts a set state = 'waiting', end_reason = null, ended_at = null, confirmed_at = coalesce(confirmed_at, $2), expires_at = $3,
    customer_id = coalesce(a.customer_id, $4::bigint, (
      select c.id from customers c where lower(c.email) = a.email_key and c.email_verified_at is not null and c.erased_at is null))
  where a.id = $1 and (a.state = 'unconfirmed' or (a.state = 'mailed' and not $5)) and not exists (
    select from stock_alert_mails m join stock_alert_reservations r on r.mail_id = m.id where m.alert_id = a.id
  ) and not exists (
    select from stock_alerts other where other.id <> a.id and other.email_key = a.email_key and other.product_id = a.product_id
      and coalesce(other.variation_id, 0) = coalesce(a.variation_id, 0) and other.kind = a.kind and other.state in ('unconfirmed', 'waiting'))
  returning id`,
);

const endRise = sqlQuery(
  'stock-alerts.end-rise',
  'update stock_alert_rises set ended_at = $2, counted_at = $2 where stock_id = $1 and ended_at is null',
);

export const openRise = sqlQuery('stock-alerts.open-rise', 'select open_stock_alert_rise($1, null)');

/** Releases the unit held for an earlier mail of the alert. */
const freeUnits = sqlQuery(
  'stock-alerts.free-units',
  'update stock_alert_mails set hold_until = $2 where alert_id = $1 and hold_until > $2',
);

const insertWaiting = sqlQuery(
  'stock-alerts.insert-waiting',
  `insert into stock_alerts (product_id, name, email, locale, consent_text, state, created_at, confirmed_at, expires_at)
  select product_id, name, email, $5, $6, 'waiting', since, since, $7
  from unnest($1::integer[], $2::text[], $3::text[], $4::timestamptz[]) with ordinality as a(product_id, name, email, since, position) order by position
  on conflict do nothing`,
);

/** An alert that is already confirmed, as in example data. */
export interface WaitingAlert {
  readonly productId: number;
  readonly name: string;
  readonly email: string;
  readonly since: Date;
}

/** Adds alerts for sold-out products in the given order. No mail is sent. */
export async function addWaitingAlerts(shop: Shop, tx: Tx, alerts: readonly WaitingAlert[]): Promise<void> {
  if (alerts.length === 0) return;
  const columns = (['productId', 'name', 'email', 'since'] as const).map((key) => alerts.map((alert) => alert[key]));
  const expiresAt = new Date(shop.clock.now().getTime() + shop.settings(stockAlertSettings).expiryDays * dayMs);
  await insertWaiting(tx, [...columns, shop.choices.locale, getConsentText(shop), expiresAt]);
}

const dayMs = 24 * 60 * 60_000;

/**
 * Puts an alert into the queue, at the place of its id: after its confirmation, or again after a mail when the
 * product is sold out. An alert with a reserved unit does not wait for another unit. When stock has come back before
 * the confirmation, a rise is opened, because no alert was waiting when the stock rose. Lock order: the stock by
 * `variation_id`, the rise, alerts.
 * @param customerId customer whose session has proved the email address; null assigns the alert to the customer with
 * this verified address, if there is one
 * @returns whether the alert is now waiting
 */
export async function startWaiting(shop: Shop, tx: Tx, alertId: number, customerId: number | null): Promise<boolean> {
  const now = shop.clock.now();
  const stockIds = (await selectStocks(tx, [alertId])).map(({ stockId }) => stockId);
  const stocks = (await lockStockLevels(tx, stockIds)).map((level) => ({
    stockId: level.stockId,
    isAvailable: countUnits(level) !== 0,
  }));
  const expiresAt = new Date(now.getTime() + shop.settings(stockAlertSettings).expiryDays * dayMs);
  const canBuy = stocks.some(({ isAvailable }) => isAvailable);
  const isWaiting = (await updateToWaiting(tx, [alertId, now, expiresAt, customerId, canBuy])).length > 0;
  if (!isWaiting) return false;
  await freeUnits(tx, [alertId, now]);
  // A rise without units left ends: shoppers who got a mail of it take part in the next rise.
  for (const { stockId, isAvailable } of stocks)
    await (isAvailable ? openRise(tx, [stockId]) : endRise(tx, [stockId, now]));
  return true;
}
