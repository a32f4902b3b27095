import { getPurchasableVariations, type PurchasableVariation } from '#features/catalog/index.ts';
import { type AddonForm, addonFieldName } from '#features/pricing/index.ts';
import { claimUploads } from '#features/uploads/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Cart, countLines, getCart, isShortOfStock, readReservations } from '../cart.ts';
import { maxCartLines } from '../contract.ts';
import { type CartRow, type CartRows, readCartRows, writeCartLines } from '../lines/cart-rows.ts';
import { type PricedLine, priceLines } from '../lines/price-lines.ts';
import { findRecentAdd, forgetRecentAdd, hashItems, type RecentAdd } from '../lines/recent-adds.ts';
import type { CartOwner } from '../owner.ts';
import { getMaxQuantity } from '../settings.ts';
import { type AddFailure, createAddFailure, findLineFailure } from './add-failures.ts';
import {
  type NewCartLine,
  type RequestedItem,
  type ResolvedItem,
  resolveVariations,
  toNewCartLine,
} from './new-cart-line.ts';

export interface AddRequest {
  /** One product with its choices, or several products of a group. */
  readonly items: readonly RequestedItem[];
  /** The submitted product form, for its add-on fields. */
  readonly form: AddonForm;
  /** Made by the client for this request. One that is repeated with its key adds nothing again. */
  readonly requestKey?: string | null;
  /** Items that can't be added are left out, instead of all. Default: no. */
  readonly availableOnly?: boolean;
}

export interface AddSuccess {
  readonly ok: true;
  readonly lines: readonly { readonly key: string; readonly name: string; readonly quantity: number }[];
  /** The cart with these items. Keys of new lines are their fingerprints. */
  readonly cart: Omit<Cart, 'removed'>;
  /** Why items of a request with `availableOnly` were left out. */
  readonly leftOut: readonly AddFailure[];
}

/**
 * Adds items to the owner's open cart, or to a new one. Equal lines are merged. Adds all items or
 * none, except with `availableOnly`, or when another request changes the same cart at the same time.
 * A request key that the cart remembers adds nothing and has the answer of the first request, with
 * the cart as it is now. Carts remember their last ten keys for a day.
 * At most four queries, one more when stock is short, one more with files, and three more for a
 * repeated request.
 */
export async function addToCart(shop: Shop, owner: CartOwner, request: AddRequest): Promise<AddSuccess | AddFailure> {
  const result = await tryToAdd(shop, owner, request);
  if (result !== 'repeated' && (result.ok || !request.requestKey)) return result;
  // What it added may be the reason why it is refused now, such as the last item in stock.
  const earlier = await answerRepeatedAdd(shop, owner, request);
  if (earlier) return earlier;
  if (result !== 'repeated') return result;
  // Its items were removed since.
  await forgetRecentAdd(shop.db, owner, request.requestKey ?? '');
  return addToCart(shop, owner, request);
}

/** @returns null when the cart has none of the items of the earlier request, if there was one */
async function answerRepeatedAdd(
  shop: Shop,
  owner: CartOwner,
  { items, requestKey }: AddRequest,
): Promise<AddSuccess | AddFailure | null> {
  const earlier = await findRecentAdd(shop.db, owner, requestKey ?? '', shop.clock.now());
  if (!earlier) return null;
  if (earlier.hash !== hashItems(items)) return createAddFailure('ADD_KEY_USED', null);
  const cart = await getCart(shop, owner);
  const lines = cart.lines.flatMap(({ key, name }) => {
    const quantity = earlier.quantities[key];
    return quantity === undefined ? [] : [{ key, name, quantity }];
  });
  return lines.length === 0 ? null : { ok: true, lines, cart, leftOut: [] };
}

/** @returns 'repeated' when the cart remembers the request's key */
async function tryToAdd(
  shop: Shop,
  owner: CartOwner,
  request: AddRequest,
): Promise<AddSuccess | AddFailure | 'repeated'> {
  const { items, form } = request;
  const maxQuantity = getMaxQuantity(shop);
  if (items.length === 0 || items.some(({ quantity }) => !isValidQuantity(quantity, maxQuantity))) {
    return createAddFailure('QUANTITY_INVALID', null, { max: maxQuantity });
  }
  const rows = await readCartRows(shop.db, owner);
  const resolved = await resolveVariations(shop.db, items);
  const variationIds = resolved.map((item) => item.variationId ?? item.productId);
  const variations = await getPurchasableVariations(
    shop.db,
    [...rows.lines.map((line) => line.variationId), ...variationIds],
    shop.clock.now(),
  );
  const files = await claimUploads(shop, shop.db, owner, listFileIds(resolved, variations, form));
  const newLines: NewCartLine[] = [];
  const leftOut: AddFailure[] = [];
  for (const item of resolved) {
    const newLine = toNewCartLine(item, variations.get(item.variationId ?? item.productId), form, files);
    if (!('ok' in newLine)) newLines.push(newLine);
    else if (request.availableOnly) leftOut.push(newLine);
    else return newLine;
  }
  return addLines(shop, owner, rows, { request, newLines, leftOut, variations });
}

/** Ids that the form names in file fields of the products. */
function listFileIds(
  items: readonly ResolvedItem[],
  variations: ReadonlyMap<number, PurchasableVariation>,
  form: AddonForm,
): string[] {
  const fields = items
    .flatMap((item) => variations.get(item.variationId ?? item.productId)?.addons ?? [])
    .filter(({ kind }) => kind === 'file')
    .map(addonFieldName);
  return fields.flatMap((field) => (Object.hasOwn(form, field) ? (form[field] ?? []) : []));
}

export function isValidQuantity(quantity: number, maxQuantity: number): boolean {
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= maxQuantity;
}

interface AddedLines {
  readonly request: AddRequest;
  readonly newLines: readonly NewCartLine[];
  readonly leftOut: readonly AddFailure[];
  readonly variations: ReadonlyMap<number, PurchasableVariation>;
}

async function addLines(
  shop: Shop,
  owner: CartOwner,
  rows: CartRows,
  { request, newLines, leftOut, variations }: AddedLines,
): Promise<AddSuccess | AddFailure | 'repeated'> {
  const [firstLeftOut] = leftOut;
  if (newLines.length === 0 && firstLeftOut) return firstLeftOut;
  const before = rows.lines.filter((row) => row.removedAt === null);
  const mergedRows = mergeNewLines(before, newLines);
  if (mergedRows.length > maxCartLines) return createAddFailure('CART_FULL', null, { max: maxCartLines });
  const lines = await priceMergedLines(shop, rows.id, mergedRows, variations);
  const findLine = ({ fingerprint }: NewCartLine) =>
    lines[mergedRows.findIndex((row) => row.fingerprint === fingerprint)];
  const failures = new Map<NewCartLine, AddFailure>();
  for (const newLine of newLines) {
    const line = findLine(newLine);
    const failure = line && findLineFailure(line, before);
    if (failure && !request.availableOnly) return failure;
    if (failure) failures.set(newLine, failure);
  }
  if (failures.size > 0) {
    const available = newLines.filter((newLine) => !failures.has(newLine));
    const refused = [...leftOut, ...failures.values()];
    return addLines(shop, owner, rows, { request, newLines: available, leftOut: refused, variations });
  }
  const linesToWrite = newLines.map((newLine) => {
    const { variation: _, files: __, ...line } = newLine;
    const priced = findLine(newLine);
    return {
      ...line,
      maxQuantity: priced?.max ?? getMaxQuantity(shop),
      seenUnitPrice: priced?.unitPrice ?? null,
    };
  });
  const add = toRecentAdd(shop, request, newLines);
  const written = await writeCartLines(shop, shop.db, owner, linesToWrite, add);
  if (!written) return 'repeated';
  const { version, keys } = written;
  const unwritten = newLines.find(({ fingerprint }) => !keys.has(fingerprint));
  if (unwritten) {
    if (add) await forgetRecentAdd(shop.db, owner, add.key);
    return createAddFailure('NOT_ENOUGH_STOCK', unwritten.variation, { max: 0 });
  }
  const added = newLines.map(({ fingerprint, variation, quantity }) => ({
    key: keys.get(fingerprint) ?? '',
    name: variation.name,
    quantity,
  }));
  const customerId = 'customerId' in owner ? owner.customerId : null;
  const { isTaxExempt, coupons, destination, billingAddress, shippingMethod } = rows;
  const kept = { id: rows.id, version, customerId, isTaxExempt, coupons, destination, billingAddress, shippingMethod };
  return {
    ...{ ok: true, lines: added, leftOut },
    cart: { ...kept, currency: shop.choices.currency, lines, ...countLines(lines) },
  };
}

function toRecentAdd(
  { clock }: Shop,
  { requestKey, items }: AddRequest,
  newLines: readonly NewCartLine[],
): RecentAdd | null {
  if (!requestKey) return null;
  const lines = Object.fromEntries(newLines.map(({ fingerprint, quantity }) => [fingerprint, quantity]));
  return { key: requestKey, hash: hashItems(items), at: clock.now().getTime(), lines };
}

/** Returns the cart's lines with the new lines merged in. */
function mergeNewLines(before: readonly CartRow[], newLines: readonly NewCartLine[]): CartRow[] {
  const merged = new Map(before.map((row) => [row.fingerprint, row]));
  for (const { variation: _, ...newLine } of newLines) {
    const existing = merged.get(newLine.fingerprint);
    const quantity = (existing?.quantity ?? 0) + newLine.quantity;
    merged.set(
      newLine.fingerprint,
      existing
        ? { ...existing, quantity }
        : { ...newLine, quantity, key: newLine.fingerprint, removedAt: null, seenUnitPrice: null, seenStock: null },
    );
  }
  return [...merged.values()];
}

async function priceMergedLines(
  shop: Shop,
  cartId: string | null,
  mergedRows: readonly CartRow[],
  variations: ReadonlyMap<number, PurchasableVariation>,
): Promise<PricedLine[]> {
  const maxQuantity = getMaxQuantity(shop);
  const lines = priceLines(mergedRows, variations, { t: shop.t, maxQuantity });
  if (cartId === null || !lines.some(isShortOfStock)) return lines;
  const reserved = await readReservations(shop, shop.db, cartId);
  return reserved.size > 0 ? priceLines(mergedRows, variations, { t: shop.t, maxQuantity, reserved }) : lines;
}
