import { type LockedStock, lockStock, type ReservedStock } from '#features/inventory/index.ts';
import { awaitAll, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { orderSettings } from '../settings.ts';
import type { OrderInput } from './order-input.ts';

/**
 * The limit that was exceeded: one owner's total quantity, one owner's share of a stock, or the
 * share of a stock in all unconfirmed orders.
 */
export type ReservationCap = 'visitor-quantity' | 'visitor-share' | 'unconfirmed-share';

export interface ReservationRefused {
  readonly ok: false;
  readonly code: 'RESERVATION_LIMIT';
  readonly cap: ReservationCap;
  /** Quantity that can still be ordered, of the variation or of all products together. */
  readonly max: number;
  /** Null for `visitor-quantity`. */
  readonly variationId: number | null;
}

/** Quantity of each stock that is always allowed. Sets of 6 and of 12 are common. */
const minimumLimit = 12;

/** Quantities reserved by unpaid orders, without backordered items. */
interface StockUse {
  readonly stockId: number;
  readonly reserved: number;
  readonly byOwner: number;
  readonly unconfirmed: number;
}

interface ReservedRow {
  /** Quantity in the owner's unpaid orders, with and without managed stock. */
  readonly visitorQuantity: number;
  readonly stocks: readonly StockUse[];
}

const selectReserved = sqlQuery<ReservedRow>(
  'orders.count-reserved',
  `select
    (select coalesce(sum(l.quantity), 0)::integer from orders o join order_lines l on l.order_id = o.id
      where (o.visitor_id = $1 or o.customer_id = $4) and o.status in ('pending', 'on-hold') and not o.id = any($2::bigint[])) as "visitorQuantity",
    (select coalesce(json_agg(s), '[]') from (
      select r.stock_id as "stockId", sum(r.quantity - r.backordered)::integer as reserved,
        coalesce(sum(r.quantity - r.backordered) filter (
          where (o.visitor_id = $1 or o.customer_id = $4) and not o.id = any($2::bigint[])), 0)::integer as "byOwner",
        coalesce(sum(r.quantity - r.backordered) filter (
          where o.confirmed_at is null and not o.id = any($2::bigint[])), 0)::integer as unconfirmed
      from stock_reservations r join orders o on o.id = r.order_id
      where r.stock_id in (select stock_id from variations where id = any($3::integer[])) and r.state = 'reserved' group by r.stock_id) s) as stocks`,
);

interface PreviousOrders {
  readonly ids: readonly number[];
  readonly reservations: readonly ReservedStock[];
}

/**
 * Checks that an order may reserve its items. Locks the stock rows before it counts, so that
 * concurrent orders for the same stock are counted one after another. Does not count superseded
 * orders. One round trip, none when every limit is off.
 */
export async function checkReservationLimits(
  shop: Shop,
  tx: Tx,
  input: OrderInput,
  previous: PreviousOrders,
): Promise<ReservationRefused | null> {
  const caps = shop.settings(orderSettings).maxReserved;
  if (Object.values(caps).every((cap) => cap === null)) return null;
  const variationIds = [...new Set(input.lines.map(({ variationId }) => variationId))];
  const [stocks, [found]] = await awaitAll([
    lockStock(tx, variationIds),
    selectReserved(tx, [input.visitorId, previous.ids, variationIds, input.customerId]),
  ]);
  if (!found) throw new Error('the reserved quantities were not counted');
  const { visitorQuantity, visitorPercent, unconfirmedPercent } = caps;
  if (visitorQuantity !== null && found.visitorQuantity + sumQuantities(input.lines) > visitorQuantity) {
    const max = Math.max(visitorQuantity - found.visitorQuantity, 0);
    return { ok: false, code: 'RESERVATION_LIMIT', cap: 'visitor-quantity', max, variationId: null };
  }
  const shares = { visitorPercent, unconfirmedPercent: input.confirmedBy === null ? unconfirmedPercent : null };
  for (const stock of stocks) {
    const reserved = found.stocks.find(({ stockId }) => stockId === stock.stockId);
    const refused = checkShares(input, stock, reserved, previous.reservations, shares);
    if (refused) return refused;
  }
  return null;
}

interface Shares {
  readonly visitorPercent: number | null;
  readonly unconfirmedPercent: number | null;
}

function checkShares(
  { lines }: OrderInput,
  { stockId, onHand, variationIds }: LockedStock,
  { reserved, byOwner, unconfirmed }: Omit<StockUse, 'stockId'> = { reserved: 0, byOwner: 0, unconfirmed: 0 },
  reservations: readonly ReservedStock[],
  { visitorPercent, unconfirmedPercent }: Shares,
): ReservationRefused | null {
  const ownReservations = reservations.filter((reservation) => reservation.stockId === stockId);
  const ownReserved = ownReservations.reduce((sum, { quantity, backordered }) => sum + quantity - backordered, 0);
  // Backordered items reserve nothing.
  const wanted = Math.min(
    sumQuantities(lines.filter((line) => variationIds.includes(line.variationId))),
    onHand + ownReserved,
  );
  if (wanted <= ownReserved) return null;
  const stockTotal = onHand + reserved;
  const caps = [
    { cap: 'visitor-share', percent: visitorPercent, used: byOwner },
    { cap: 'unconfirmed-share', percent: unconfirmedPercent, used: unconfirmed },
  ] as const;
  for (const { cap, percent, used } of caps) {
    if (percent === null) continue;
    const limit = Math.max(Math.floor((stockTotal * percent) / 100), minimumLimit);
    if (used + wanted <= limit) continue;
    const [variationId = null] = variationIds;
    return { ok: false, code: 'RESERVATION_LIMIT', cap, max: Math.max(limit - used, 0), variationId };
  }
  return null;
}

function sumQuantities(lines: readonly { readonly quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
