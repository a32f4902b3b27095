import { type LockedStock, lockStock } from '#features/inventory/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { OrderInput } from '../create/order-input.ts';
import { orderSettings } from '../settings.ts';
import type { Reservation } from './reservations.ts';

/** Which cap: pieces of one visitor in all, share of a stock for one visitor, or for all orders that are not confirmed. */
export type ReservationCap = 'visitor-pieces' | 'visitor-share' | 'unconfirmed-share';

export interface ReservationRefused {
  readonly ok: false;
  readonly code: 'RESERVATION_LIMIT';
  readonly cap: ReservationCap;
  /** Pieces that could be ordered: of the variation's stock, or of all products together. */
  readonly max: number;
  /** The variation whose stock is meant; null for `visitor-pieces`. */
  readonly variationId: number | null;
}

/** Of each stock so many pieces can be reserved whatever its share: sets of six and of twelve are usual. */
const minimumLimit = 12;

interface StockUse {
  readonly stockId: number;
  /** Pieces that unpaid orders keep of this stock, without those that are owed. */
  readonly reserved: number;
  readonly ofVisitor: number;
  readonly unconfirmed: number;
}

interface ReservedRow {
  /** Pieces in the visitor's unpaid orders, counted stock or not. */
  readonly visitorPieces: number;
  readonly stocks: readonly StockUse[];
}

const selectReserved = sqlQuery<ReservedRow>(
  'orders.reserved',
  `select
    (select coalesce(sum(l.quantity), 0)::integer from orders o join order_lines l on l.order_id = o.id
      where o.visitor_id = $1 and o.status in ('pending', 'on-hold') and o.id is distinct from $2) as "visitorPieces",
    (select coalesce(json_agg(s), '[]') from (
      select h.stock_id as "stockId", sum(h.quantity - h.backordered)::integer as reserved,
        coalesce(sum(h.quantity - h.backordered) filter (
          where o.visitor_id = $1 and o.id is distinct from $2), 0)::integer as "ofVisitor",
        coalesce(sum(h.quantity - h.backordered) filter (
          where o.confirmed_at is null and o.id is distinct from $2), 0)::integer as unconfirmed
      from stock_holds h join orders o on o.id = h.order_id
      where h.stock_id = any($3::integer[]) and h.state = 'held' group by h.stock_id) s) as stocks`,
);

interface PreviousOrder {
  readonly id: number | null;
  readonly reservations: readonly Reservation[];
}

/**
 * Whether the order may reserve its pieces. Locks the stock of its lines first: whoever asks for the same stock waits, and counts this order
 * too. The order that it supersedes is not counted. Two statements, none when all caps are off.
 */
export async function checkReservationLimits(
  shop: Shop,
  tx: Tx,
  input: OrderInput,
  previous: PreviousOrder,
): Promise<ReservationRefused | null> {
  const caps = shop.settings(orderSettings).maxReserved;
  if (Object.values(caps).every((cap) => cap === null)) return null;
  const stocks = await lockStock(tx, [...new Set(input.lines.map(({ variationId }) => variationId))]);
  const stockIds = stocks.map(({ stockId }) => stockId);
  const [found] = await selectReserved(tx, [input.visitorId, previous.id, stockIds]);
  if (!found) throw new Error('the reserved pieces were not counted');
  const { visitorPieces, visitorPercent, unconfirmedPercent } = caps;
  if (visitorPieces !== null && found.visitorPieces + sumQuantities(input.lines) > visitorPieces) {
    const max = Math.max(visitorPieces - found.visitorPieces, 0);
    return { ok: false, code: 'RESERVATION_LIMIT', cap: 'visitor-pieces', max, variationId: null };
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
  { reserved, ofVisitor, unconfirmed }: Omit<StockUse, 'stockId'> = { reserved: 0, ofVisitor: 0, unconfirmed: 0 },
  reservations: readonly Reservation[],
  { visitorPercent, unconfirmedPercent }: Shares,
): ReservationRefused | null {
  const own = reservations.filter((reservation) => reservation.stockId === stockId);
  const ownPieces = own.reduce((sum, { quantity, backordered }) => sum + quantity - backordered, 0);
  // What is sold before it is there takes nothing from anybody.
  const wanted = Math.min(
    sumQuantities(lines.filter((line) => variationIds.includes(line.variationId))),
    onHand + ownPieces,
  );
  if (wanted <= ownPieces) return null;
  const whole = onHand + reserved;
  const caps = [
    { cap: 'visitor-share', percent: visitorPercent, taken: ofVisitor },
    { cap: 'unconfirmed-share', percent: unconfirmedPercent, taken: unconfirmed },
  ] as const;
  for (const { cap, percent, taken } of caps) {
    if (percent === null) continue;
    const limit = Math.max(Math.floor((whole * percent) / 100), minimumLimit);
    if (taken + wanted <= limit) continue;
    const [variationId = null] = variationIds;
    return { ok: false, code: 'RESERVATION_LIMIT', cap, max: Math.max(limit - taken, 0), variationId };
  }
  return null;
}

function sumQuantities(lines: readonly { readonly quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
