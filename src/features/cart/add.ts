import { getPurchasableVariations, type PurchasableVariation } from '#features/catalog/index.ts';
import type { AddonForm } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type AddFailure, addFailure, refusedLine } from './add-failures.ts';
import { type Addition, toAddition } from './addition.ts';
import { isShort, readHeld, summaryOf, totalsOf } from './cart.ts';
import { type PricedLine, priceLines } from './cart-lines.ts';
import { type CartRow, type CartRows, readCart } from './cart-rows.ts';
import { findVariations, type WantedItem } from './choose.ts';
import { type CartSummary, mostLines } from './contract.ts';
import { getMaxQuantity } from './settings.ts';
import { writeLines } from './write-lines.ts';

export interface AddRequest {
  /** One product with its choices, or several products of a group. */
  readonly items: readonly WantedItem[];
  /** The product's form: its add-on fields are read. */
  readonly form: AddonForm;
}

export interface Added {
  readonly ok: true;
  readonly lines: readonly { readonly key: string; readonly name: string; readonly quantity: number }[];
  readonly cart: CartSummary;
}

/**
 * Puts things into the visitor's open cart, which is made when there is none. The same thing with the same choices adds up. All or none of the
 * items, unless somebody else adds to this cart at the same moment. Four queries at most, one more when something is short.
 */
export async function addToCart(shop: Shop, visitor: string, { items, form }: AddRequest): Promise<Added | AddFailure> {
  const maxQuantity = getMaxQuantity(shop);
  if (items.length === 0 || items.some(({ quantity }) => !isQuantity(quantity, maxQuantity))) {
    return addFailure('QUANTITY_INVALID', null, { max: maxQuantity });
  }
  const rows = await readCart(shop.db, visitor);
  const found = await findVariations(shop.db, items);
  const ids = found.map((item) => item.variationId ?? item.productId);
  const sellables = await getPurchasableVariations(
    shop.db,
    [...rows.lines.map((line) => line.variationId), ...ids],
    shop.clock.now(),
  );
  const additions: Addition[] = [];
  for (const item of found) {
    const addition = toAddition(item, sellables.get(item.variationId ?? item.productId), form);
    if ('ok' in addition) return addition;
    additions.push(addition);
  }
  return addAll(shop, visitor, rows, additions, sellables);
}

export function isQuantity(quantity: number, maxQuantity: number): boolean {
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= maxQuantity;
}

async function addAll(
  shop: Shop,
  visitor: string,
  rows: CartRows,
  additions: readonly Addition[],
  sellables: ReadonlyMap<number, PurchasableVariation>,
): Promise<Added | AddFailure> {
  const before = rows.lines.filter((row) => row.removedAt === null);
  const wanted = mergeRows(before, additions);
  if (wanted.length > mostLines) return addFailure('CART_FULL', null, { max: mostLines });
  const lines = await priceWanted(shop, rows.id, wanted, sellables);
  const lineOf = ({ fingerprint }: Addition) => lines[wanted.findIndex((row) => row.fingerprint === fingerprint)];
  for (const addition of additions) {
    const line = lineOf(addition);
    const refused = line && refusedLine(line, before);
    if (refused) return refused;
  }
  const toWrite = additions.map((addition) => {
    const { sellable: _, ...line } = addition;
    return { ...line, most: lineOf(addition)?.max ?? getMaxQuantity(shop) };
  });
  const { version, keys } = await writeLines(shop, shop.db, visitor, toWrite);
  const missed = additions.find(({ fingerprint }) => !keys.has(fingerprint));
  if (missed) return addFailure('NOT_ENOUGH_STOCK', missed.sellable, { max: 0 });
  const added = additions.map(({ fingerprint, sellable, quantity }) => ({
    key: keys.get(fingerprint) ?? '',
    name: sellable.name,
    quantity,
  }));
  return {
    ok: true,
    lines: added,
    cart: summaryOf({ version, currency: shop.choices.currency, lines, ...totalsOf(lines) }),
  };
}

/** The cart's lines as they would be. */
function mergeRows(before: readonly CartRow[], additions: readonly Addition[]): CartRow[] {
  const merged = new Map(before.map((row) => [row.fingerprint, row]));
  for (const { sellable: _, ...addition } of additions) {
    const known = merged.get(addition.fingerprint);
    const quantity = (known?.quantity ?? 0) + addition.quantity;
    merged.set(
      addition.fingerprint,
      known ? { ...known, quantity } : { ...addition, quantity, key: '', removedAt: null },
    );
  }
  return [...merged.values()];
}

async function priceWanted(
  shop: Shop,
  cartId: string | null,
  wanted: readonly CartRow[],
  sellables: ReadonlyMap<number, PurchasableVariation>,
): Promise<PricedLine[]> {
  const maxQuantity = getMaxQuantity(shop);
  const lines = priceLines(wanted, sellables, { maxQuantity });
  if (cartId === null || !lines.some(isShort)) return lines;
  const held = await readHeld(shop, shop.db, cartId);
  return held.size > 0 ? priceLines(wanted, sellables, { maxQuantity, held }) : lines;
}
