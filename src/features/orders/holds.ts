import { and, eq } from 'drizzle-orm';
import { publishStockChanges, type ReservedStock, releaseStock, reserveStock } from '#features/inventory/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { stockHolds } from './tables.ts';

export interface HoldLine {
  readonly variationId: number;
  readonly quantity: number;
}

export type Hold = ReservedStock;

/** `available`: how many the shopper could have. */
export interface ShortHold {
  readonly variationId: number;
  readonly available: number;
}

export type HoldResult =
  | { readonly ok: true; readonly holds: readonly Hold[] }
  | { readonly ok: false; readonly code: 'OUT_OF_STOCK'; readonly short: readonly ShortHold[] };

/** Held by an order that its own successor may take over; locked by the lock on the order's row. */
export async function heldBy(tx: Tx, orderId: number): Promise<Hold[]> {
  return tx
    .select({
      stockId: stockHolds.stockId,
      variationId: stockHolds.variationId,
      quantity: stockHolds.quantity,
      backordered: stockHolds.backordered,
    })
    .from(stockHolds)
    .where(and(eq(stockHolds.orderId, orderId), eq(stockHolds.state, 'held')));
}

/**
 * Gets the pieces for all lines, or none. Pieces that are held already stay held: only what is missing is taken and what is over is given
 * back, so there is no moment at which somebody else could have them.
 * @param lines several may be of one variation
 */
export async function takeHolds(
  shop: Shop,
  tx: Tx,
  lines: readonly HoldLine[],
  held: readonly Hold[],
  reference: string,
): Promise<HoldResult> {
  const { kept, surplus, missing } = compareHolds(lines, held);
  const taken =
    missing.length > 0 ? await reserveStock(tx, missing, reference) : { ok: true as const, reserved: [], changes: [] };
  if (!taken.ok) return { ok: false, code: 'OUT_OF_STOCK', short: countOwn(taken.shortages, kept) };
  const returned = surplus.length > 0 ? await releaseStock(tx, surplus, reference) : [];
  await publishStockChanges(shop, tx, [...taken.changes, ...returned]);
  return { ok: true, holds: addUp([...kept, ...taken.reserved]) };
}

/** How many the shopper could have: those that are free and those that they hold already. */
function countOwn(short: readonly ShortHold[], kept: readonly Hold[]): ShortHold[] {
  return short.map(({ variationId, available }) => ({
    variationId,
    available:
      available + kept.filter((hold) => hold.variationId === variationId).reduce((sum, hold) => sum + hold.quantity, 0),
  }));
}

function compareHolds(
  lines: readonly HoldLine[],
  held: readonly Hold[],
): { kept: Hold[]; surplus: Hold[]; missing: HoldLine[] } {
  const wanted = new Map<number, number>();
  for (const { variationId, quantity } of lines) wanted.set(variationId, (wanted.get(variationId) ?? 0) + quantity);
  const kept: Hold[] = [];
  const surplus: Hold[] = [];
  for (const hold of held) {
    const keep = Math.min(hold.quantity, wanted.get(hold.variationId) ?? 0);
    wanted.set(hold.variationId, (wanted.get(hold.variationId) ?? 0) - keep);
    const back = hold.quantity - keep;
    // Pieces that are still owed go back first.
    const owed = Math.min(back, hold.backordered);
    if (keep > 0) kept.push({ ...hold, quantity: keep, backordered: hold.backordered - owed });
    if (back > 0) surplus.push({ ...hold, quantity: back, backordered: owed });
  }
  const missing = [...wanted]
    .filter(([, quantity]) => quantity > 0)
    .map(([variationId, quantity]) => ({ variationId, quantity }));
  return { kept, surplus, missing };
}

function addUp(holds: readonly Hold[]): Hold[] {
  const sum = (group: readonly Hold[], of: 'quantity' | 'backordered') =>
    group.reduce((total, hold) => total + hold[of], 0);
  const groups = Map.groupBy(holds, ({ stockId, variationId }) => `${stockId} ${variationId}`);
  return [...groups.values()].flatMap((group) =>
    group
      .slice(0, 1)
      .map((hold) => ({ ...hold, quantity: sum(group, 'quantity'), backordered: sum(group, 'backordered') })),
  );
}

/** What was held is another order's now. */
export async function dropHolds(tx: Tx, orderId: number): Promise<void> {
  await tx.delete(stockHolds).where(and(eq(stockHolds.orderId, orderId), eq(stockHolds.state, 'held')));
}

export async function sellHolds(tx: Tx, orderId: number): Promise<void> {
  await tx
    .update(stockHolds)
    .set({ state: 'sold' })
    .where(and(eq(stockHolds.orderId, orderId), eq(stockHolds.state, 'held')));
}

/** Gives everything back, once: what was given back before is left alone. */
export async function releaseHolds(
  shop: Shop,
  tx: Tx,
  orderId: number,
  state: 'held' | 'sold',
  reference: string,
): Promise<void> {
  const released = await tx
    .update(stockHolds)
    .set({ state: 'released' })
    .where(and(eq(stockHolds.orderId, orderId), eq(stockHolds.state, state)))
    .returning({ stockId: stockHolds.stockId, quantity: stockHolds.quantity, backordered: stockHolds.backordered });
  if (released.length > 0) await publishStockChanges(shop, tx, await releaseStock(tx, released, reference));
}
