import type { FindCartReservations } from '#features/cart/index.ts';
import { lockStockLevels, publishStockChanges, releaseStock, reserveStock } from '#features/inventory/index.ts';
import type { HeldUnits } from '#features/orders/index.ts';
import { inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { insertOwnerVisitor, isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import { countUnits } from '../count-units.ts';
import { stockAlertSettings } from '../settings.ts';

/** Lock order: reservations, the stock, the rise, alerts. Orders also lock reservations before their stock. */

interface HeldMail {
  readonly id: number;
  readonly stockId: number;
  readonly variationId: number;
  readonly until: Date;
}

/**
 * Finds the newest mail of an alert whose unit is now held or reserved, unless the variation meanwhile uses another
 * stock.
 */
const selectHeldMail = sqlQuery<HeldMail>(
  'stock-alerts.find-held-mail',
  `select m.id, m.stock_id as "stockId", m.variation_id as "variationId", coalesce(r.until, m.hold_until) as until
  from stock_alerts a join stock_alert_mails m on m.alert_id = a.id
  join variations v on v.id = m.variation_id and v.stock_id = m.stock_id left join stock_alert_reservations r on r.mail_id = m.id
  where a.id = $1 and a.kind = 'stock' and a.state = 'mailed' and m.sent_at is not null and m.ordered_at is null
    and coalesce(r.until, m.hold_until) > $2 order by m.id desc limit 1`,
);

const upsertReservation = sqlQuery<{ id: number; isNew: boolean }>(
  'stock-alerts.upsert-reservation',
  `insert into stock_alert_reservations as r (visitor_id, customer_id, mail_id, stock_id, variation_id, until) values ($1, $2, $3, $4, $5, $6)
  on conflict (mail_id) do update set visitor_id = excluded.visitor_id, customer_id = excluded.customer_id
  returning id, r.xmax = 0 as "isNew"`,
);

const deleteReservations = sqlQuery(
  'stock-alerts.delete-reservations',
  'delete from stock_alert_reservations where id = any($1::bigint[])',
);

const endHold = sqlQuery<{ id: number }>(
  'stock-alerts.end-hold',
  'update stock_alert_mails set hold_until = $2 where id = $1 and hold_until > $2 and ordered_at is null returning id',
);

/**
 * Reserves the unit held for an alert's mail until the hold would end: nobody else can buy the unit. Opening the link
 * in another browser moves the reservation there. The unit is taken from the stock, so the hold ends. Nothing is
 * reserved when stock is not counted or on backorder.
 * @returns the variation's id; null when no unit is held any more, or all units were bought meanwhile
 */
export async function reserveUnit(shop: Shop, tx: Tx, alertId: number, owner: Owner): Promise<number | null> {
  const now = shop.clock.now();
  const [mail] = await selectHeldMail(tx, [alertId, now]);
  if (!mail) return null;
  const { id, stockId, variationId, until } = mail;
  await insertOwnerVisitor(tx, owner);
  const [reservation] = await upsertReservation(tx, [...toOwnerValues(owner), id, stockId, variationId, until]);
  if (!reservation) throw new Error('the reservation was not stored');
  if (!reservation.isNew) return variationId;
  const [stock] = await lockStockLevels(tx, [stockId]);
  // An order may meanwhile have taken over the reservation of the same mail.
  const isKept = (await endHold(tx, [id, now])).length > 0;
  if (isKept && stock?.managed && stock.onHand > 0) {
    const taken = await reserveStock(tx, [{ variationId, quantity: 1 }], `stock-alert:${alertId}`);
    // A unit of another stock must not be taken: the unit would later be returned to the wrong stock.
    if (!taken.ok || taken.reserved[0]?.stockId !== stockId) throw new Error('a unit of locked stock was not reserved');
    await publishStockChanges(shop, tx, taken.changes);
    return variationId;
  }
  await deleteReservations(tx, [[reservation.id]]);
  return isKept && stock !== undefined && countUnits(stock) !== 0 ? variationId : null;
}

const selectOfCart = sqlQuery<{ variationId: number; quantity: number }>(
  'stock-alerts.find-cart-reservations',
  `select max(r.variation_id) as "variationId", count(*)::integer as quantity
  from stock_alert_reservations r left join carts c on c.id = $1::uuid
  where (r.visitor_id in (c.visitor_id, $2::uuid) or r.customer_id in (c.customer_id, $3::bigint)) and r.variation_id is not null
  group by r.variation_id`,
);

/** Provides `cart.reservations`: the units that the cart's owner has reserved through mailed links. */
export const findReservedByLink: FindCartReservations = async (shop, db, cartId, owner) =>
  reserves(shop) ? selectOfCart(db, [cartId, ...toOwnerValues(owner)]) : [];

const lockOwn = sqlQuery<Awaited<ReturnType<HeldUnits['lock']>>[number]>(
  'stock-alerts.lock-own-reservations',
  `select id, stock_id as "stockId", coalesce(variation_id, 0) as "variationId", 1 as quantity, 0 as backordered
  from stock_alert_reservations r where ${isOwnedSql('r')} and variation_id = any($3::integer[]) order by id for update`,
);

/** Provides `orders.held-units`: an order takes over the units that its owner has reserved through mailed links. */
export const unitsReservedByLink: HeldUnits = {
  lock: async (shop, tx, owner, variationIds) =>
    reserves(shop) ? lockOwn(tx, [...toOwnerValues(owner), variationIds]) : [],
  forget: (tx, ids) => deleteReservations(tx, [ids]),
};

const deleteEnded = sqlQuery<{ stockId: number }>(
  'stock-alerts.delete-ended-reservations',
  `delete from stock_alert_reservations where id in (
    select r.id from stock_alert_reservations r
    left join stock_alert_mails m on m.id = r.mail_id left join stock_alerts a on a.id = m.alert_id
    where r.until <= $1 or $2 or m.id is null or m.ordered_at is not null or a.state = 'ended'
    order by r.id limit 100 for update of r skip locked)
  returning stock_id as "stockId"`,
);

/**
 * Whether mailed links reserve units. When the setting is off, carts and orders run no query, and reserved units are
 * returned to the stock.
 */
const reserves = (shop: Shop): boolean => shop.settings(stockAlertSettings).reserves;

/**
 * Returns reserved units to the stock when their time is over, the shopper bought otherwise, or the alert was ended
 * or erased.
 */
export async function releaseEndedReservations(shop: Shop): Promise<void> {
  const release = () =>
    inTransaction(shop.db, async (tx) => {
      const ended = await deleteEnded(tx, [shop.clock.now(), !reserves(shop)]);
      await returnUnits(shop, tx, ended);
      return ended.length;
    });
  while ((await release()) > 0);
}

async function returnUnits(shop: Shop, tx: Tx, rows: readonly { readonly stockId: number }[]): Promise<void> {
  const units = rows.map(({ stockId }) => ({ stockId, quantity: 1 }));
  if (units.length > 0) await publishStockChanges(shop, tx, await releaseStock(tx, units, 'stock-alerts'));
}

const deleteOfAlert = sqlQuery<{ stockId: number }>(
  'stock-alerts.delete-reservations-of-alert',
  `delete from stock_alert_reservations r using stock_alert_mails m where m.id = r.mail_id and m.alert_id = $1 returning r.stock_id as "stockId"`,
);
const selectHeldStock = sqlQuery<{ stockId: number }>(
  'stock-alerts.find-held-stock',
  'select stock_id as "stockId" from stock_alert_mails where alert_id = $1 and hold_until > $2 and ordered_at is null',
);
const endHolds = sqlQuery(
  'stock-alerts.end-holds',
  'update stock_alert_mails set hold_until = $2 where alert_id = $1 and hold_until > $2',
);
const countNow = sqlQuery(
  'stock-alerts.count-rises-now',
  `update stock_alert_rises set due_at = $2 where stock_id = any($1::integer[]) and kind = 'stock' and ended_at is null and due_at > $2`,
);

/**
 * Releases the unit that is held or reserved for an alert, and makes the rise due now, so that the next alert in the
 * queue is mailed at once.
 */
export async function freeUnits(shop: Shop, tx: Tx, alertId: number): Promise<void> {
  const now = shop.clock.now();
  const reserved = await deleteOfAlert(tx, [alertId]);
  const stockIds = [...reserved, ...(await selectHeldStock(tx, [alertId, now]))].map(({ stockId }) => stockId);
  if (stockIds.length === 0) return;
  await lockStockLevels(tx, stockIds);
  await returnUnits(shop, tx, reserved);
  await endHolds(tx, [alertId, now]);
  await countNow(tx, [stockIds, now]);
}

const moveOwn = sqlQuery(
  'stock-alerts.move-reservations',
  'update stock_alert_reservations set customer_id = $1, visitor_id = null where visitor_id = $2',
);

/** Handles sign-ins, when the guest's cart becomes the customer's: moves the guest's reservations to the customer. */
export const moveReservations = (tx: Tx, customerId: number, visitorId: string): Promise<unknown> =>
  moveOwn(tx, [customerId, visitorId]);
