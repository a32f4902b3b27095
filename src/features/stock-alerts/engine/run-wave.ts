import { lockStockLevels, type StockLevel, toStockDisplay } from '#features/inventory/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { AlertKind } from '../contract.ts';
import { countUnits } from '../count-units.ts';
import { isSold } from '../find-target.ts';
import { stockAlertSettings } from '../settings.ts';
import { sendAlertJob } from './send-alert.ts';

interface Receiver {
  /** Id of the alert. */
  readonly id: number;
  readonly emailKey: string;
  readonly variationId: number;
}

interface ReceiverSearch {
  readonly riseId: number;
  readonly stockId: number;
  readonly now: Date;
  readonly max: number;
}

/**
 * Selects the oldest alerts of each queue. Leaves out email addresses that already got a mail of the rise, and offers
 * only variations that can be bought.
 */
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

/** Whether a waiting alert is left that got no mail of the rise. */
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
 * Finds the next receivers, the oldest alerts first, each email address once. The rows are not locked: the lock on
 * the stock blocks other waves of this stock and new alerts, but not waves of other variations of the product.
 */
async function findStockReceivers(
  tx: Tx,
  { riseId, stockId, now, max }: ReceiverSearch,
): Promise<{ readonly receivers: readonly Receiver[]; readonly isSomebodyLeft: boolean }> {
  // An email address may have two alerts: for one variation and for any.
  const found = await selectReceivers(tx, [stockId, riseId, now, 2 * max]);
  const byAddress = new Map(found.toReversed().map((receiver) => [receiver.emailKey, receiver]));
  const receivers = [...byAddress.values()].sort((one, other) => one.id - other.id).slice(0, max);
  if (receivers.length > 0) return { receivers, isSomebodyLeft: true };
  return { receivers, isSomebodyLeft: (await selectLeft(tx, [stockId, riseId, now]))[0]?.isLeft ?? false };
}

interface LockedRise {
  readonly id: number;
  readonly kind: AlertKind;
  readonly waves: number;
}

const lockRise = sqlQuery<LockedRise>(
  'stock-alerts.lock-rise',
  'select id, kind, waves from stock_alert_rises where id = $1 and ended_at is null and due_at <= $2 for update',
);

const countHolds = sqlQuery<{ held: number; until: Date | null }>(
  'stock-alerts.count-holds',
  `select count(*)::integer as held, min(hold_until) as until from stock_alert_mails
  where stock_id = $1 and hold_until > $2 and ordered_at is null`,
);

const openNextRise = sqlQuery(
  'stock-alerts.open-next-rise',
  // Ignores expired alerts, which a nightly job ends: the rise would again find nobody to mail.
  `select open_stock_alert_rise($1, null) where exists (
    select from variations v join products p on p.id = v.product_id
    join stock_alerts a on a.product_id = v.product_id and (a.variation_id = v.id or (a.variation_id is null and ${isSold}))
    where v.stock_id = $1 and a.kind = 'stock' and a.state = 'waiting' and a.expires_at > $2)`,
);

interface RiseChange {
  readonly id: number;
  readonly dueAt: Date | null;
  readonly waves: number;
  readonly now: Date;
  readonly endedAt: Date | null;
  readonly isBlocked: boolean;
}

const updateRise = namedQuery<RiseChange>(
  'stock-alerts.update-rise',
  `update stock_alert_rises set due_at = coalesce($dueAt, due_at), waves = $waves, counted_at = $now, ended_at = $endedAt,
    blocked_at = case when $isBlocked then coalesce(blocked_at, $now) end where id = $id`,
);

interface WaveMails extends Pick<Wave, 'riseId' | 'stockId' | 'number'> {
  readonly alertIds: readonly number[];
  readonly variationIds: readonly number[];
  readonly keys: readonly string[];
  readonly now: Date;
  readonly holdUntil: Date;
}

const insertMails = namedQuery<WaveMails, { id: number }>(
  'stock-alerts.insert-mails',
  `with chosen as (
    select * from unnest($alertIds::bigint[], $variationIds::integer[], $keys::text[]) as c (alert_id, variation_id, email_key)
  ), mailed as (
    update stock_alerts a set state = 'mailed' from chosen c where a.id = c.alert_id and a.state = 'waiting'
  )
  insert into stock_alert_mails (alert_id, rise_id, stock_id, variation_id, email_key, wave, queued_at, hold_until)
  select alert_id, $riseId, $stockId, variation_id, email_key, $number, $now, $holdUntil from chosen order by alert_id returning id`,
);

/**
 * Locks all waiting alerts of some email addresses for a stock. Since an alert for any variation is in the queues of
 * several stocks, another wave may have mailed it meanwhile; its owner may also have ended it.
 */
const lockWaiting = sqlQuery<{ id: number }>(
  'stock-alerts.lock-waiting',
  `select a.id from stock_alerts a
  where a.kind = 'stock' and a.state = 'waiting' and a.email_key = any($2::text[])
    and exists (select from variations v where v.stock_id = $1 and v.product_id = a.product_id and (a.variation_id = v.id or a.variation_id is null))
  order by a.id for update of a`,
);

/**
 * Marks further alerts of the receivers as mailed. An address with several alerts, such as for one variation and for
 * any, gets a single mail.
 */
const markOthers = sqlQuery(
  'stock-alerts.mark-others-mailed',
  `update stock_alerts a set state = 'mailed', expires_at = $3 from variations v
  where v.stock_id = $1 and a.product_id = v.product_id and (a.variation_id = v.id or a.variation_id is null)
    and a.kind = 'stock' and a.state = 'waiting' and a.email_key = any($2::text[])`,
);

/** Most mails per transaction. A larger wave continues in the next transaction at once. */
const maxMails = 200;
const minuteMs = 60_000;
/** Minutes until a blocked rise is checked again: there is stock, but nobody can buy it. */
const blockedMinutes = 15;

export interface DueRise {
  readonly id: number;
  readonly stockId: number;
}

/**
 * Counts a rise again and mails its next wave: the oldest alerts, one for each unit that is not held for an earlier
 * mail. Lock order: the stock, the rise, alerts.
 */
export async function runWave(shop: Shop, tx: Tx, { id, stockId }: DueRise): Promise<void> {
  const now = shop.clock.now();
  // Lock the stock first: orders and imports lock the stock before their stock movements open rises.
  const [stock] = await lockStockLevels(tx, [stockId]);
  const [rise] = await lockRise(tx, [id, now]);
  if (!stock || !rise) return;
  const end = () => updateRise(tx, { id, dueAt: null, waves: rise.waves, now, endedAt: now, isBlocked: false });
  const countAt = (time: Date, { waves = rise.waves, isBlocked = false } = {}) =>
    updateRise(tx, { id, dueAt: time, waves, now, endedAt: null, isBlocked });
  if (isNothingLeft(shop, stock)) return void (await end());
  const { held = 0, until = null } = (await countHolds(tx, [stockId, now]))[0] ?? {};
  const units = (countUnits(stock) ?? shop.settings(stockAlertSettings).maxUncounted) - held;
  if (units <= 0) return void (await countAt(until ?? addMinutes(now, 1)));
  const max = Math.min(units, maxMails);
  const { receivers: found, isSomebodyLeft } = await findStockReceivers(tx, { riseId: id, stockId, now, max });
  const receivers = await lockReceivers(tx, stockId, found);
  // All found alerts were mailed or ended meanwhile, so look for the next receivers at once.
  if (found.length > 0 && receivers.length === 0) return void (await countAt(now));
  if (receivers.length === 0) {
    if (isSomebodyLeft) return void (await countAt(addMinutes(now, blockedMinutes), { isBlocked: true }));
    await end();
    // Shoppers who got a mail of this rise and subscribed again take part in the next rise.
    return void (await openNextRise(tx, [stockId, now]));
  }
  const wave = { riseId: id, stockId, number: rise.waves + 1, kind: rise.kind };
  await queueMails(shop, tx, wave, receivers);
  const { answerMinutes } = shop.settings(stockAlertSettings);
  const isCut = (found.length === maxMails && units > maxMails) || receivers.length < found.length;
  await countAt(isCut ? now : addMinutes(now, answerMinutes), { waves: wave.number });
}

/** @returns the receivers whose alerts are still waiting */
async function lockReceivers(tx: Tx, stockId: number, found: readonly Receiver[]): Promise<readonly Receiver[]> {
  if (found.length === 0) return found;
  const locked = await lockWaiting(tx, [stockId, found.map(({ emailKey }) => emailKey)]);
  const ids = new Set(locked.map(({ id }) => id));
  return found.filter(({ id }) => ids.has(id));
}

/** With the setting `onBackorder`, shoppers wait for real stock, so units on backorder don't count. */
const isNothingLeft = (shop: Shop, stock: StockLevel): boolean =>
  countUnits(stock) === 0 ||
  (toStockDisplay(stock).state === 'backorder' && shop.settings(stockAlertSettings).onBackorder);

interface Wave {
  readonly riseId: number;
  readonly stockId: number;
  readonly number: number;
  readonly kind: AlertKind;
}

export async function queueMails(
  shop: Shop,
  tx: Tx,
  { riseId, stockId, number, kind }: Wave,
  receivers: readonly Receiver[],
): Promise<void> {
  const now = shop.clock.now();
  const keys = receivers.map(({ emailKey }) => emailKey);
  // No unit is held for a mail about a price: everybody can buy at the lower price.
  const holdMinutes = kind === 'stock' ? shop.settings(stockAlertSettings).answerMinutes : 0;
  const alertIds = receivers.map((receiver) => receiver.id);
  const variationIds = receivers.map(({ variationId }) => variationId);
  const holdUntil = addMinutes(now, holdMinutes);
  const mails = await insertMails(tx, { riseId, stockId, number, alertIds, variationIds, keys, now, holdUntil });
  if (kind === 'stock') await markOthers(tx, [stockId, keys, now]);
  for (const { id: mail } of mails) await shop.jobs.add(tx, sendAlertJob, { mail });
}

const addMinutes = (time: Date, minutes: number): Date => new Date(time.getTime() + minutes * minuteMs);
