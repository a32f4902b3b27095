import { getPurchasableVariations } from '#features/catalog/index.ts';
import type { TaxAddress } from '#features/pricing/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { type CartRows, readCartRows } from './lines/cart-rows.ts';
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
export interface Cart {
  /** Null when the owner has no open cart. */
  readonly id: string | null;
  readonly version: number;
  /** Null for a guest's cart. */
  readonly customerId: number | null;
  /** The shop has freed its customer from taxes. */
  readonly isTaxExempt: boolean;
  /** Of a business, as its owner has said at the checkout. Null without one. */
  readonly vatNumber: string | null;
  /** Codes in the order in which they were added, also those that don't apply at the moment. */
  readonly coupons: readonly string[];
  readonly currency: string;
  readonly lines: readonly PricedLine[];
  /** Set aside by "buy now": in no sums, and not ordered. */
  readonly aside: readonly PricedLine[];
  /** The last removed line, while it can be restored. */
  readonly removed: PricedLine | null;
  /** Total quantity of all lines. */
  readonly count: number;
  /** Of the lines that can be ordered. */
  readonly needsShipping: boolean;
  /** Where it is sent, as far as its owner has said. Null when they have not. */
  readonly destination: TaxAddress | null;
  /** Of the invoice, as far as its owner has said. Null when it is the destination. */
  readonly billingAddress: TaxAddress | null;
  /** Id of the chosen shipping option. It may not exist any more. */
  readonly shippingMethod: string | null;
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
export async function priceCart(shop: Shop, db: Db, rows: CartRows): Promise<Cart> {
  const now = shop.clock.now();
  const variations = await getPurchasableVariations(
    db,
    [...rows.lines, ...rows.aside].map((line) => line.variationId),
    now,
  );
  const activeRows = rows.lines.filter((row) => row.removedAt === null);
  const maxQuantity = getMaxQuantity(shop);
  let lines = priceLines(activeRows, variations, { t: shop.t, choices: shop.choices, maxQuantity });
  if (rows.id !== null && lines.some((line) => line.isBackordered || isShortOfStock(line))) {
    const reserved = await readReservations(shop, db, rows.id, null);
    if (reserved.size > 0)
      lines = priceLines(activeRows, variations, { t: shop.t, choices: shop.choices, maxQuantity, reserved });
  }
  const restorable = rows.lines.filter(
    (row) => row.removedAt && now.getTime() - row.removedAt.getTime() < restorePeriod,
  );
  const [removed = null] = priceLines(restorable.slice(-1), variations, {
    t: shop.t,
    choices: shop.choices,
    maxQuantity,
  });
  return {
    id: rows.id,
    version: rows.version,
    customerId: rows.customerId,
    isTaxExempt: rows.isTaxExempt,
    vatNumber: rows.vatNumber,
    coupons: rows.coupons,
    currency: shop.choices.currency,
    lines,
    aside: priceLines(rows.aside, variations, { t: shop.t, choices: shop.choices, maxQuantity }),
    removed,
    ...countLines(lines),
    destination: rows.destination,
    billingAddress: rows.billingAddress,
    shippingMethod: rows.shippingMethod,
  };
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
