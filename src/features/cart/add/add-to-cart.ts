import { getPurchasableVariations, type PurchasableVariation } from '#features/catalog/index.ts';
import { type AddonForm, addonFieldName } from '#features/pricing/index.ts';
import { claimUploads } from '#features/uploads/index.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import { type Cart, countLines, getCart, isShortOfStock, readReservations } from '../cart.ts';
import { maxCartLines } from '../contract.ts';
import { type CartRow, type CartRows, readCartRows, writeCartLines } from '../lines/cart-rows.ts';
import { type PricedLine, priceLines } from '../lines/price-lines.ts';
import { findRecentAdd, forgetRecentAdd, hashItems, type RecentAdd } from '../lines/recent-adds.ts';
import { putLinesBack, setLinesAside, writeLinesInTransaction } from '../set-aside/set-aside.ts';
import { getMaxQuantity } from '../settings.ts';
import { cartTexts } from '../texts.ts';
import { type AddFailure, createAddFailure, findLineFailure } from './add-failures.ts';
import {
  findSetsOf,
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
  /** Key that the client made for this request. A request that is repeated with its key adds nothing again. */
  readonly requestKey?: string | null;
  /** Whether items that can't be added are left out, instead of refusing all items. Default: no. */
  readonly availableOnly?: boolean;
  /** "Buy now": sets all other lines of the cart aside. */
  readonly isBuyNow?: boolean;
}

export interface AddSuccess {
  readonly ok: true;
  readonly lines: readonly { readonly key: string; readonly name: string; readonly quantity: number }[];
  /** The cart with the added items. Keys of new lines are their fingerprints. */
  readonly cart: Omit<Cart, 'removed' | 'aside'>;
  /** Failures of items that a request with `availableOnly` left out. */
  readonly leftOut: readonly AddFailure[];
}

/**
 * Adds items to the owner's open cart, or to a new one. Equal lines are merged. Adds all items or none, except with
 * `availableOnly`, or when another request changes the same cart at the same time. Lines that "buy now" has set aside
 * are put back. A request whose key the cart remembers adds nothing. It gets the answer of the first request, with
 * the current cart. Carts remember their last ten keys for a day. Runs at most four queries, one more for a set, one
 * more when stock is short, one more with files, and three more for a repeated request.
 */
export async function addToCart(shop: Shop, owner: Owner, request: AddRequest): Promise<AddSuccess | AddFailure> {
  const result = await tryToAdd(shop, owner, request);
  if (result !== 'repeated' && (result.ok || !request.requestKey)) return result;
  // The items of the first request may be the reason why the repeated one is refused, such as the last item in stock.
  const earlier = await answerRepeatedAdd(shop, owner, request);
  if (earlier) return earlier;
  if (result !== 'repeated') return result;
  // The items of the first request were removed since.
  await forgetRecentAdd(shop.db, owner, request.requestKey ?? '');
  return addToCart(shop, owner, request);
}

/** @returns null when there was no earlier request, or the cart has none of its items */
async function answerRepeatedAdd(
  shop: Shop,
  owner: Owner,
  { items, requestKey }: AddRequest,
): Promise<AddSuccess | AddFailure | null> {
  const earlier = await findRecentAdd(shop.db, owner, requestKey ?? '', shop.clock.now());
  if (!earlier) return null;
  if (earlier.hash !== hashItems(items)) return createAddFailure('ADD_KEY_USED', null);
  const cart = await getCart(shop, owner);
  const lines = [...cart.lines, ...cart.aside].flatMap(({ key, name }) => {
    const quantity = earlier.quantities[key];
    return quantity === undefined ? [] : [{ key, name, quantity }];
  });
  return lines.length === 0 ? null : { ok: true, lines, cart, leftOut: [] };
}

/** @returns 'repeated' when the cart remembers the request's key */
async function tryToAdd(shop: Shop, owner: Owner, request: AddRequest): Promise<AddSuccess | AddFailure | 'repeated'> {
  const { items, form } = request;
  const maxQuantity = getMaxQuantity(shop);
  if (items.length === 0) return { ...createAddFailure('QUANTITY_INVALID', null), text: cartTexts.nothingChosen };
  if (items.some(({ quantity }) => !isValidQuantity(quantity, maxQuantity))) {
    return createAddFailure('QUANTITY_INVALID', null, { max: maxQuantity });
  }
  const prepared = await prepareNewLines(
    shop,
    owner,
    items.map((item) => ({ ...item, form })),
    request.isBuyNow,
  );
  const newLines: NewCartLine[] = [];
  const leftOut: AddFailure[] = [];
  for (const newLine of prepared.newLines) {
    if (!('ok' in newLine)) newLines.push(newLine);
    else if (request.availableOnly) leftOut.push(newLine);
    else return newLine;
  }
  return addLines(shop, owner, { ...prepared, newLines }, request, leftOut);
}

export interface PreparedLines<Line = NewCartLine> {
  readonly rows: CartRows;
  readonly owner: Owner;
  readonly isBuyNow: boolean;
  readonly isPutBack: boolean;
  readonly variations: ReadonlyMap<number, PurchasableVariation>;
  readonly newLines: readonly Line[];
}

/** An item with the product form that contains its add-on fields. */
export type ItemWithForm = RequestedItem & { readonly form: AddonForm };

/** Reads the cart and resolves items. Lines and failures are in the order of the items. Runs up to five queries. */
export async function prepareNewLines(
  shop: Shop,
  owner: Owner,
  items: readonly ItemWithForm[],
  isBuyNow = false,
): Promise<PreparedLines<NewCartLine | AddFailure>> {
  const current = await readCartRows(shop.db, owner);
  const isPutBack = !isBuyNow && current.aside.length > 0;
  const rows = isPutBack ? includeAside(current) : current;
  const resolved = await resolveVariations(shop.db, items);
  const toId = (item: ResolvedItem) => item.variationId ?? item.productId;
  const variations = await getPurchasableVariations(
    shop.db,
    [...rows.lines.map((line) => line.variationId), ...resolved.map(toId)],
    shop.clock.now(),
  );
  const withForms = resolved.map((item, index) => ({ item, form: items[index]?.form ?? {} }));
  const fileIds = withForms.flatMap(({ item, form }) => listFileIds(variations.get(toId(item)), form));
  const files = await claimUploads(shop, shop.db, owner, [...new Set(fileIds)]);
  const sets = await findSetsOf(shop.db, items);
  const newLines = withForms.map(({ item, form }, index) =>
    toNewCartLine(item, variations.get(toId(item)), form, files, sets[index]),
  );
  return { rows, owner, isBuyNow, isPutBack, variations, newLines };
}

/** Returns the cart's rows as if all lines that were set aside were put back. */
function includeAside({ aside, ...rows }: CartRows): CartRows {
  const active = new Map(rows.lines.filter(isActive).map((row) => [row.fingerprint, row]));
  for (const row of aside) {
    const equal = active.get(row.fingerprint);
    active.set(
      row.fingerprint,
      equal ? { ...equal, quantity: equal.quantity + row.quantity } : { ...row, removedAt: null },
    );
  }
  return { ...rows, lines: [...active.values(), ...rows.lines.filter((row) => !isActive(row))], aside: [] };
}

const isActive = ({ removedAt }: CartRow) => removedAt === null;

function listFileIds(variation: PurchasableVariation | undefined, form: AddonForm): string[] {
  const fields = (variation?.addons ?? []).filter(({ kind }) => kind === 'file').map(addonFieldName);
  return fields.flatMap((field) => (Object.hasOwn(form, field) ? (form[field] ?? []) : []));
}

export function isValidQuantity(quantity: number, maxQuantity: number): boolean {
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= maxQuantity;
}

async function addLines(
  shop: Shop,
  owner: Owner,
  prepared: PreparedLines,
  request: AddRequest,
  leftOut: readonly AddFailure[],
): Promise<AddSuccess | AddFailure | 'repeated'> {
  const { newLines } = prepared;
  const [firstLeftOut] = leftOut;
  if (newLines.length === 0 && firstLeftOut) return firstLeftOut;
  const result = await priceNewLines(shop, prepared);
  if ('ok' in result) return result;
  const { priced, failures } = result;
  const [firstFailure] = failures.values();
  if (firstFailure && !request.availableOnly) return firstFailure;
  if (firstFailure) {
    const available = newLines.filter((newLine) => !failures.has(newLine));
    return addLines(shop, owner, { ...prepared, newLines: available }, request, [...leftOut, ...failures.values()]);
  }
  const written = await writeNewLines(shop, owner, prepared, priced, request);
  if (written === 'repeated') return 'repeated';
  if (written === 'erased') return createAddFailure('ACCOUNT_DELETED', null);
  const { keys, cart } = written;
  const unwritten = newLines.find(({ fingerprint }) => !keys.has(fingerprint));
  if (unwritten) {
    if (request.requestKey) await forgetRecentAdd(shop.db, owner, request.requestKey);
    return createAddFailure('NOT_ENOUGH_STOCK', unwritten.variation, { max: 0 });
  }
  const added = newLines.map(({ fingerprint, variation, quantity }) => ({
    key: keys.get(fingerprint) ?? '',
    name: variation.name,
    quantity,
  }));
  return { ok: true, lines: added, cart, leftOut };
}

/** Lines of the cart, including the new lines, by fingerprint. */
export type PricedByFingerprint = ReadonlyMap<string, PricedLine>;

interface PricedNewLines {
  readonly priced: PricedByFingerprint;
  /** Reasons why new lines can't be added. */
  readonly failures: ReadonlyMap<NewCartLine, AddFailure>;
}

/** Prices the cart with the new lines. @returns CART_FULL when it would have too many lines */
export async function priceNewLines(
  shop: Shop,
  { rows, owner, isBuyNow, variations, newLines }: PreparedLines,
): Promise<PricedNewLines | AddFailure> {
  const active = rows.lines.filter(isActive);
  const before = isBuyNow ? [] : active;
  const mergedRows = mergeNewLines(before, newLines);
  const asideCount = isBuyNow ? active.length + rows.aside.length : 0;
  if (mergedRows.length + asideCount > maxCartLines) return createAddFailure('CART_FULL', null, { max: maxCartLines });
  const lines = await priceMergedLines(shop, { rows, owner }, mergedRows, variations);
  const priced = new Map(lines.map((line, index) => [mergedRows[index]?.fingerprint ?? '', line]));
  const failures = new Map<NewCartLine, AddFailure>();
  for (const newLine of newLines) {
    const line = priced.get(newLine.fingerprint);
    const failure = line && findLineFailure(line, before);
    if (failure) failures.set(newLine, failure);
  }
  return { priced, failures };
}

/** Result of the write. Lines that another request has meanwhile filled to their maximum have no key. */
interface WrittenLines {
  /** The `cart_item_key` by fingerprint. */
  readonly keys: ReadonlyMap<string, string>;
  readonly cart: AddSuccess['cart'];
}

/** Writes lines that `priceNewLines` has accepted, each fingerprint once. */
export async function writeNewLines(
  shop: Shop,
  owner: Owner,
  { rows, isBuyNow, isPutBack, newLines }: PreparedLines,
  priced: PricedByFingerprint,
  request: Pick<AddRequest, 'items' | 'requestKey'>,
): Promise<WrittenLines | 'repeated' | 'erased'> {
  const linesToWrite = newLines.map((newLine) => {
    const { variation: _, files: __, setName: ___, ...line } = newLine;
    const pricedLine = priced.get(line.fingerprint);
    return {
      ...line,
      maxQuantity: pricedLine?.max ?? getMaxQuantity(shop),
      seenUnitPrice: pricedLine?.unitPrice ?? null,
    };
  });
  const add = toRecentAdd(shop, request, newLines);
  const write = (db: Db) => writeCartLines(shop, db, owner, linesToWrite, add);
  const setOtherLinesAside = (tx: Tx, id: string) => setLinesAside(tx, id, linesToWrite);
  const prepare = isBuyNow ? setOtherLinesAside : putLinesBack;
  const written =
    isBuyNow || isPutBack
      ? await writeLinesInTransaction(shop, owner, add?.key ?? null, prepare, write)
      : await write(shop.db);
  if (typeof written === 'string') return written;
  const [, customerId] = toOwnerValues(owner);
  const { version, keys } = written;
  const { lines: _lines, aside: _aside, ...stored } = rows;
  const lines = [...priced.values()];
  return {
    keys,
    cart: { ...stored, version, customerId, currency: shop.choices.currency, lines, ...countLines(lines) },
  };
}

function toRecentAdd(
  { clock }: Shop,
  { requestKey, items }: Pick<AddRequest, 'items' | 'requestKey'>,
  newLines: readonly NewCartLine[],
): RecentAdd | null {
  if (!requestKey) return null;
  const lines = Object.fromEntries(newLines.map(({ fingerprint, quantity }) => [fingerprint, quantity]));
  return { key: requestKey, hash: hashItems(items), at: clock.now().getTime(), lines };
}

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
  { rows, owner }: Pick<PreparedLines, 'rows' | 'owner'>,
  mergedRows: readonly CartRow[],
  variations: ReadonlyMap<number, PurchasableVariation>,
): Promise<PricedLine[]> {
  const limits = { t: shop.t, choices: shop.choices, maxQuantity: getMaxQuantity(shop) };
  const lines = priceLines(mergedRows, variations, limits);
  if (!lines.some(isShortOfStock)) return lines;
  const reserved = await readReservations(shop, shop.db, rows.id, owner);
  return reserved.size > 0 ? priceLines(mergedRows, variations, { ...limits, reserved }) : lines;
}
