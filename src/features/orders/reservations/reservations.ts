import { and, eq } from 'drizzle-orm';
import { publishStockChanges, type ReservedStock, releaseStock, reserveStock } from '#features/inventory/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { stockReservations } from '../tables.ts';

export interface ReservationLine {
  readonly variationId: number;
  readonly quantity: number;
}

export type Reservation = ReservedStock;

/** `available`: quantity that the shopper can order. */
export interface StockShortage {
  readonly variationId: number;
  readonly available: number;
}

export type ReserveResult =
  | { readonly ok: true; readonly reservations: readonly Reservation[] }
  | { readonly ok: false; readonly code: 'OUT_OF_STOCK'; readonly shortages: readonly StockShortage[] };

/** Finds what an order has reserved. The caller must hold the lock on the order's row. */
export async function findReservations(tx: Tx, orderId: number): Promise<Reservation[]> {
  return tx
    .select({
      stockId: stockReservations.stockId,
      variationId: stockReservations.variationId,
      quantity: stockReservations.quantity,
      backordered: stockReservations.backordered,
    })
    .from(stockReservations)
    .where(and(eq(stockReservations.orderId, orderId), eq(stockReservations.state, 'reserved')));
}

/**
 * Reserves stock for all lines, or for none. Keeps existing reservations, reserves only the missing
 * quantity and releases only the surplus, so that no other order can take the rest.
 * @param lines several lines may be for one variation
 * @param existing reservations of the order that this one supersedes
 */
export async function reserveOrderStock(
  shop: Shop,
  tx: Tx,
  lines: readonly ReservationLine[],
  existing: readonly Reservation[],
  reference: string,
): Promise<ReserveResult> {
  const { kept, surplus, missing } = compareReservations(lines, existing);
  const result =
    missing.length > 0 ? await reserveStock(tx, missing, reference) : { ok: true as const, reserved: [], changes: [] };
  if (!result.ok) return { ok: false, code: 'OUT_OF_STOCK', shortages: addKeptQuantities(result.shortages, kept) };
  const released = surplus.length > 0 ? await releaseStock(tx, surplus, reference) : [];
  await publishStockChanges(shop, tx, [...result.changes, ...released]);
  return { ok: true, reservations: sumReservations([...kept, ...result.reserved]) };
}

/** Adds what the shopper has reserved already to the available quantity. */
function addKeptQuantities(shortages: readonly StockShortage[], kept: readonly Reservation[]): StockShortage[] {
  return shortages.map(({ variationId, available }) => ({
    variationId,
    available:
      available +
      kept
        .filter((reservation) => reservation.variationId === variationId)
        .reduce((sum, reservation) => sum + reservation.quantity, 0),
  }));
}

function compareReservations(
  lines: readonly ReservationLine[],
  existing: readonly Reservation[],
): { kept: Reservation[]; surplus: Reservation[]; missing: ReservationLine[] } {
  const wanted = new Map<number, number>();
  for (const { variationId, quantity } of lines) wanted.set(variationId, (wanted.get(variationId) ?? 0) + quantity);
  const kept: Reservation[] = [];
  const surplus: Reservation[] = [];
  for (const reservation of existing) {
    const keep = Math.min(reservation.quantity, wanted.get(reservation.variationId) ?? 0);
    wanted.set(reservation.variationId, (wanted.get(reservation.variationId) ?? 0) - keep);
    const excess = reservation.quantity - keep;
    // Backordered items are released first.
    const backordered = Math.min(excess, reservation.backordered);
    if (keep > 0) kept.push({ ...reservation, quantity: keep, backordered: reservation.backordered - backordered });
    if (excess > 0) surplus.push({ ...reservation, quantity: excess, backordered });
  }
  const missing = [...wanted]
    .filter(([, quantity]) => quantity > 0)
    .map(([variationId, quantity]) => ({ variationId, quantity }));
  return { kept, surplus, missing };
}

function sumReservations(reservations: readonly Reservation[]): Reservation[] {
  const sum = (group: readonly Reservation[], field: 'quantity' | 'backordered') =>
    group.reduce((total, reservation) => total + reservation[field], 0);
  const groups = Map.groupBy(reservations, ({ stockId, variationId }) => `${stockId} ${variationId}`);
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((reservation) => ({
      ...reservation,
      quantity: sum(group, 'quantity'),
      backordered: sum(group, 'backordered'),
    })),
  );
}

/** Deletes an order's reservations without releasing stock: another order has taken them over. */
export async function deleteReservations(tx: Tx, orderId: number): Promise<void> {
  await tx
    .delete(stockReservations)
    .where(and(eq(stockReservations.orderId, orderId), eq(stockReservations.state, 'reserved')));
}

/** Marks an order's reservations as sold, when it is paid. */
export async function commitReservations(tx: Tx, orderId: number): Promise<void> {
  await tx
    .update(stockReservations)
    .set({ state: 'committed' })
    .where(and(eq(stockReservations.orderId, orderId), eq(stockReservations.state, 'reserved')));
}

/** Releases the stock of reservations in `state`, once: released reservations are skipped. */
export async function releaseReservations(
  shop: Shop,
  tx: Tx,
  orderId: number,
  state: 'reserved' | 'committed',
  reference: string,
): Promise<void> {
  const released = await tx
    .update(stockReservations)
    .set({ state: 'released' })
    .where(and(eq(stockReservations.orderId, orderId), eq(stockReservations.state, state)))
    .returning({
      stockId: stockReservations.stockId,
      quantity: stockReservations.quantity,
      backordered: stockReservations.backordered,
    });
  if (released.length > 0) await publishStockChanges(shop, tx, await releaseStock(tx, released, reference));
}
