import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { publishStockChanges } from '../publish-stock-changes.ts';
import { releaseStock } from '../release-stock.ts';
import type { ReservedStock } from '../reserve-stock.ts';
import type { LineReservation } from './reserve-lines.ts';

/** All functions of this file require locks on the orders' rows. */

const selectReservations = sqlQuery<ReservedStock>(
  'inventory.find-reservations',
  `select stock_id as "stockId", variation_id as "variationId", quantity - returned as quantity, backordered
  from stock_reservations where order_id = any($1::bigint[]) and state <> 'released' order by id`,
);

/** Finds the reservations of orders. Nothing of the orders may be shipped: shipped units are not subtracted. */
export function findReservations(tx: Tx, orderIds: readonly number[]): Promise<ReservedStock[]> {
  return selectReservations(tx, [orderIds]);
}

const insertReservations = sqlQuery(
  'inventory.insert-reservations',
  `insert into stock_reservations (order_id, line_id, stock_id, variation_id, quantity, backordered)
  select l.order_id, l.id, "stockId", "variationId", r.quantity, backordered
  from jsonb_to_recordset($2) as r (position integer, "stockId" integer, "variationId" integer, quantity integer, backordered integer)
  join order_lines l on l.order_id = $1 and l.position = r.position order by l.id
  on conflict (line_id, location_id) do update
    set quantity = excluded.quantity, backordered = excluded.backordered, shipped = 0, returned = 0, state = 'reserved'
    where stock_reservations.state = 'released'`,
);

/** Records what the lines of an order have reserved. Released reservations of the same lines are replaced. */
export async function addReservations(
  tx: Tx,
  orderId: number,
  reservations: readonly LineReservation[],
): Promise<void> {
  if (reservations.length > 0) await insertReservations(tx, [orderId, JSON.stringify(reservations)]);
}

const deleteReserved = sqlQuery(
  'inventory.delete-reservations',
  `delete from stock_reservations where order_id = $1 and state <> 'released'`,
);

/** Deletes an order's reservations without releasing stock, because another order has taken them over. */
export async function deleteReservations(tx: Tx, orderId: number): Promise<void> {
  await deleteReserved(tx, [orderId]);
}

const commitReserved = sqlQuery(
  'inventory.commit-reservations',
  `update stock_reservations set state = 'committed' where order_id = $1 and state = 'reserved'`,
);

/** Commits an order's reservations when it is paid or may be prepared. */
export async function commitReservations(tx: Tx, orderId: number): Promise<void> {
  await commitReserved(tx, [orderId]);
}

interface ReturnedUnits {
  readonly stockId: number;
  readonly quantity: number;
}

const returnUnshipped = sqlQuery<ReturnedUnits>(
  'inventory.return-unshipped-units',
  `with open as (
    select id, stock_id, quantity - shipped - returned as units, backordered from stock_reservations
    where order_id = $1 and state <> 'released' and shipped + returned < quantity for update
  ), changed as (
    update stock_reservations r set returned = r.returned + open.units, backordered = r.backordered - least(open.units, open.backordered),
      state = case when r.shipped = 0 then 'released' else r.state end
    from open where r.id = open.id
  )
  select stock_id as "stockId", units as quantity from open`,
);

/** Releases reserved units of an order that were not shipped. Idempotent. */
export async function releaseReservations(shop: Shop, tx: Tx, orderId: number, reference: string): Promise<void> {
  await addToStock(shop, tx, await returnUnshipped(tx, [orderId]), reference);
}

export interface LineUnits {
  readonly lineId: number;
  readonly quantity: number;
}

/**
 * The refund or delivery with which units came back. `isShipped`: the units were exchanged, so they had been shipped.
 */
export type ReturnSource = { readonly refundId: number; readonly isShipped?: true } | { readonly deliveryId: number };

/**
 * Units that come back with a parcel or an exchange had been shipped. A refund takes units that were not shipped
 * first.
 */
const returnUnits = sqlQuery<ReturnedUnits>(
  'inventory.return-units',
  `with asked as (
    select "lineId", sum(quantity)::integer as quantity
    from jsonb_to_recordset($2) as units("lineId" bigint, quantity integer) group by 1
  ), told as (
    select l.id as line_id, least(a.quantity, l.quantity - back.units) as units
    from asked a join order_lines l on l.id = a."lineId" and l.order_id = $1
    cross join lateral (select coalesce(sum(quantity), 0)::integer as units from returned_units where line_id = l.id) back
  ), written as (
    insert into returned_units (order_id, line_id, quantity, delivery_id, refund_id, returned_at)
    select $1, line_id, units, $3, $4, $5 from told where units > 0
  ), open as (
    select r.id, r.stock_id, house.units as in_house, least(told.units, house.units + r.shipped) as units
    from told join stock_reservations r on r.line_id = told.line_id
    cross join lateral (select case when not $6::boolean then r.quantity - r.shipped - r.returned else 0 end as units) house
    where r.state <> 'released' and told.units > 0 for update of r
  ), changed as (
    update stock_reservations r set returned = r.returned + open.units, shipped = r.shipped - greatest(open.units - open.in_house, 0),
      backordered = least(r.backordered - least(open.units, open.in_house, r.backordered), r.quantity - r.returned - open.units),
      state = case when r.returned + open.units = r.quantity then 'released' else r.state end
    from open where r.id = open.id and open.units > 0
  )
  select stock_id as "stockId", units as quantity from open where units > 0`,
);

/**
 * Records units of a locked order that came back, and returns each of them to stock at most once. Lines without
 * managed stock are recorded only.
 */
export async function returnToStock(
  shop: Shop,
  tx: Tx,
  order: { readonly id: number; readonly number: number },
  units: readonly LineUnits[],
  source: ReturnSource,
): Promise<void> {
  const [deliveryId, refundId] = 'refundId' in source ? [null, source.refundId] : [source.deliveryId, null];
  const isShipped = 'deliveryId' in source || source.isShipped === true;
  const values = [order.id, JSON.stringify(units), deliveryId, refundId, shop.clock.now(), isShipped];
  const reference = refundId === null ? `order:${order.number}` : `refund:${refundId}`;
  await addToStock(shop, tx, await returnUnits(tx, values), reference);
}

async function addToStock(shop: Shop, tx: Tx, units: readonly ReturnedUnits[], reference: string): Promise<void> {
  if (units.length > 0) await publishStockChanges(shop, tx, await releaseStock(tx, units, reference));
}

const shipUnits = sqlQuery(
  'inventory.ship-units',
  `update stock_reservations r set shipped = least(r.shipped + w.quantity, r.quantity - r.returned)
  from jsonb_to_recordset($2) as w("lineId" bigint, quantity integer)
  where r.order_id = $1 and r.line_id = w."lineId" and r.state <> 'released'`,
);

/** Records that units were shipped. Lines without managed stock are skipped. */
export async function recordShippedUnits(tx: Tx, orderId: number, units: readonly LineUnits[]): Promise<void> {
  await shipUnits(tx, [orderId, JSON.stringify(units)]);
}
