import { getPurchasableVariations } from '#features/catalog/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { type CartRow, type CartRows, readCartRows, type StoredCart } from './lines/cart-rows.ts';
import {
  isOrderable,
  type PricedLine,
  priceLines,
  type ReservedQuantities,
  sumQuantities,
} from './lines/price-lines.ts';
import { cartReservations } from './ports.ts';
import { getMaxQuantity } from './settings.ts';

/** A cart with current names, prices and stock. Amounts in minor units. */
export interface Cart extends StoredCart {
  readonly currency: string;
  readonly lines: readonly PricedLine[];
  /** Lines that "buy now" has set aside. They are in no totals and are not ordered. */
  readonly aside: readonly PricedLine[];
  /** The last removed line, while it can be restored. */
  readonly removed: PricedLine | null;
  readonly count: number;
  /** Whether any line that can be ordered needs shipping. */
  readonly needsShipping: boolean;
}

/** Milliseconds in which a removed line can be restored. */
const restorePeriod = 10 * 60 * 1000;

/** Reads and prices the owner's open cart. Two queries, and a third when stock is short. */
export async function getCart(shop: Shop, owner: Owner | null): Promise<Cart> {
  return priceCart(shop, shop.db, await readCartRows(shop.db, owner));
}

/**
 * Prices the rows of a cart.
 * @param db the transaction that holds the cart's lock, if any
 */
export async function priceCart(
  shop: Shop,
  db: Db,
  { lines: rows, aside: asideRows, ...stored }: CartRows,
): Promise<Cart> {
  const now = shop.clock.now();
  const ids = [...rows, ...asideRows].map((line) => line.variationId);
  const variations = await getPurchasableVariations(db, ids, now);
  const { t, choices } = shop;
  const maxQuantity = getMaxQuantity(shop);
  const price = (priced: readonly CartRow[], reserved: ReservedQuantities = new Map()) =>
    priceLines(priced, variations, { t, choices, maxQuantity, reserved });
  const activeRows = rows.filter((row) => row.removedAt === null);
  let lines = price(activeRows);
  if (stored.id !== null && lines.some((line) => line.isBackordered || isShortOfStock(line))) {
    const reserved = await readReservations(shop, db, stored.id, null);
    if (reserved.size > 0) lines = price(activeRows, reserved);
  }
  const restorable = rows.filter(({ removedAt }) => removedAt && now.getTime() - removedAt.getTime() < restorePeriod);
  const [removed = null] = price(restorable.slice(-1));
  return { ...stored, currency: choices.currency, lines, aside: price(asideRows), removed, ...countLines(lines) };
}

export function isShortOfStock({ problem }: PricedLine): boolean {
  return problem?.code === 'OUT_OF_STOCK' || problem?.code === 'NOT_ENOUGH_STOCK';
}

export async function readReservations(
  shop: Shop,
  db: Db,
  ...cart: [cartId: string | null, owner: Owner | null]
): Promise<ReservedQuantities> {
  const quantities = new Map<number, number>();
  for (const findReservations of shop.implementations(cartReservations)) {
    for (const { variationId, quantity } of await findReservations(shop, db, ...cart))
      quantities.set(variationId, (quantities.get(variationId) ?? 0) + quantity);
  }
  return quantities;
}

export function countLines(lines: readonly PricedLine[]): Pick<Cart, 'count' | 'needsShipping'> {
  return {
    count: sumQuantities(lines),
    needsShipping: lines.some((line) => isOrderable(line) && line.variation !== null && !line.variation.virtual),
  };
}
