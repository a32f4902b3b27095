import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { publishStockChanges } from '../publish-stock-changes.ts';
import { releaseStock } from '../release-stock.ts';
import { type ReservedStock, reserveStock } from '../reserve-stock.ts';

/** A line of an order. `position` is unique within the order. */
export interface ReservationLine {
  readonly position: number;
  readonly variationId: number;
  readonly quantity: number;
}

/** The reservation of a line. `backordered`: the units of it that are not on hand yet. */
export interface LineReservation extends ReservedStock {
  readonly position: number;
}

/** `available`: quantity that the shopper can order. */
export interface StockShortage {
  readonly variationId: number;
  readonly available: number;
}

export type ReserveResult =
  | { readonly ok: true; readonly reservations: readonly LineReservation[] }
  | { readonly ok: false; readonly code: 'OUT_OF_STOCK'; readonly shortages: readonly StockShortage[] };

/**
 * Reserves stock for all lines, or for none. Keeps existing reservations, reserves only the missing quantity and
 * releases only the surplus, so that no other order can take the rest. The caller records the result with
 * `addReservations`.
 * @param lines several lines may have the same variation
 * @param existing reservations of the orders that this order supersedes
 * @returns reservations of managed stock only
 */
export async function reserveLines(
  shop: Shop,
  tx: Tx,
  lines: readonly ReservationLine[],
  existing: readonly ReservedStock[],
  reference: string,
): Promise<ReserveResult> {
  const { kept, surplus, missing } = compareReservations(lines, existing);
  const result =
    missing.length > 0 ? await reserveStock(tx, missing, reference) : { ok: true as const, reserved: [], changes: [] };
  if (!result.ok) return { ok: false, code: 'OUT_OF_STOCK', shortages: addKeptQuantities(result.shortages, kept) };
  const released = surplus.length > 0 ? await releaseStock(tx, surplus, reference) : [];
  await publishStockChanges(shop, tx, [...result.changes, ...released]);
  return { ok: true, reservations: divideAmongLines(lines, [...kept, ...result.reserved]) };
}

/** Adds the shopper's existing reservations to the available quantity. */
function addKeptQuantities(shortages: readonly StockShortage[], kept: readonly ReservedStock[]): StockShortage[] {
  return shortages.map(({ variationId, available }) => ({
    variationId,
    available:
      available +
      kept
        .filter((reservation) => reservation.variationId === variationId)
        .reduce((sum, reservation) => sum + reservation.quantity, 0),
  }));
}

interface Comparison {
  readonly kept: ReservedStock[];
  readonly surplus: ReservedStock[];
  readonly missing: { readonly variationId: number; readonly quantity: number }[];
}

function compareReservations(lines: readonly ReservationLine[], existing: readonly ReservedStock[]): Comparison {
  const wanted = new Map<number, number>();
  for (const { variationId, quantity } of lines) wanted.set(variationId, (wanted.get(variationId) ?? 0) + quantity);
  const kept: ReservedStock[] = [];
  const surplus: ReservedStock[] = [];
  for (const reservation of existing) {
    const keep = Math.min(reservation.quantity, wanted.get(reservation.variationId) ?? 0);
    wanted.set(reservation.variationId, (wanted.get(reservation.variationId) ?? 0) - keep);
    const excess = reservation.quantity - keep;
    // Release backordered items first.
    const backordered = Math.min(excess, reservation.backordered);
    if (keep > 0) kept.push({ ...reservation, quantity: keep, backordered: reservation.backordered - backordered });
    if (excess > 0) surplus.push({ ...reservation, quantity: excess, backordered });
  }
  const missing = [...wanted]
    .filter(([, quantity]) => quantity > 0)
    .map(([variationId, quantity]) => ({ variationId, quantity }));
  return { kept, surplus, missing };
}

/** Divides the reserved quantity among the lines. The first lines get the units on hand. */
function divideAmongLines(
  lines: readonly ReservationLine[],
  reserved: readonly ReservedStock[],
): readonly LineReservation[] {
  const units = new Map<number, { readonly stockId: number; onHand: number }>();
  for (const { variationId, stockId, quantity, backordered } of reserved) {
    const onHand = (units.get(variationId)?.onHand ?? 0) + quantity - backordered;
    units.set(variationId, { stockId, onHand });
  }
  return lines.flatMap(({ position, variationId, quantity }) => {
    const unit = units.get(variationId);
    if (!unit) return [];
    const onHand = Math.min(unit.onHand, quantity);
    unit.onHand -= onHand;
    return [{ position, stockId: unit.stockId, variationId, quantity, backordered: quantity - onHand }];
  });
}
