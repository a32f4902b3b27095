import type { Shop } from '#platform/features/shop.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { getCart } from '../cart.ts';
import { readCartRows } from '../lines/cart-rows.ts';
import { findRecentAdd, forgetRecentAdd, hashItems } from '../lines/recent-adds.ts';
import { getMaxQuantity } from '../settings.ts';
import { type AddFailure, createAddFailure } from './add-failures.ts';
import {
  type AddSuccess,
  type ItemWithForm,
  isValidQuantity,
  type PreparedLines,
  type PricedByFingerprint,
  prepareNewLines,
  priceNewLines,
  writeNewLines,
} from './add-to-cart.ts';
import type { NewCartLine } from './new-cart-line.ts';

export interface AddEachRequest {
  /** Each item has its own form, such as the lines of an order. */
  readonly items: readonly ItemWithForm[];
  /** As in `addToCart`: one key for all items. */
  readonly requestKey: string | null;
}

export interface AddEachResult {
  /** In the order of the items; null for an item that was added. */
  readonly failures: readonly (AddFailure | null)[];
  /** Null when nothing was added. */
  readonly cart: AddSuccess['cart'] | null;
}

/**
 * Adds the items that can be added to the owner's open cart, all in one statement: a repeated request adds only once,
 * however many items it has. Earlier items take precedence when stock is short.
 */
export async function addEachToCart(shop: Shop, owner: Owner, request: AddEachRequest): Promise<AddEachResult> {
  const prepared = await prepareNewLines(shop, owner, request.items);
  const { failures, newLines, priced } =
    (await acceptTogether(shop, prepared, request)) ?? (await acceptOneByOne(shop, prepared, request));
  const written =
    newLines.length > 0 ? await writeNewLines(shop, owner, { ...prepared, newLines }, priced, request) : null;
  if (written === 'erased') {
    const erased = createAddFailure('ACCOUNT_DELETED', null);
    return { failures: failures.map((failure) => failure ?? erased), cart: null };
  }
  if (written !== null && written !== 'repeated') {
    const { keys, cart } = written;
    const found = prepared.newLines.map((newLine, index) => {
      const isWritten = 'ok' in newLine || keys.has(newLine.fingerprint);
      return failures[index] ?? (isWritten ? null : createShortage(newLine));
    });
    return { failures: found, cart };
  }
  const earlier = request.requestKey && (await answerRepeated(shop, owner, request, prepared.newLines, failures));
  if (earlier) return earlier;
  if (written === null) return { failures, cart: null };
  // The items of the earlier request were removed since.
  await forgetRecentAdd(shop.db, owner, request.requestKey ?? '');
  return addEachToCart(shop, owner, request);
}

const createShortage = ({ variation }: NewCartLine) => createAddFailure('NOT_ENOUGH_STOCK', variation, { max: 0 });

type Prepared = PreparedLines<NewCartLine | AddFailure>;

interface Accepted {
  readonly failures: readonly (AddFailure | null)[];
  /** Lines that can be added, each fingerprint once. */
  readonly newLines: readonly NewCartLine[];
  readonly priced: PricedByFingerprint;
}

const hasValidQuantities = (shop: Shop, items: readonly ItemWithForm[]) =>
  items.every(({ quantity }) => isValidQuantity(quantity, getMaxQuantity(shop)));

/** Prices the cart once for all items. @returns null when an item can't be added */
async function acceptTogether(shop: Shop, prepared: Prepared, { items }: AddEachRequest): Promise<Accepted | null> {
  const lines = prepared.newLines.flatMap((newLine) => ('ok' in newLine ? [] : newLine));
  if (lines.length < items.length || !hasValidQuantities(shop, items)) return null;
  const newLines = mergeEqual(lines);
  const result = await priceNewLines(shop, { ...prepared, newLines });
  if ('ok' in result || result.failures.size > 0) return null;
  return { failures: items.map(() => null), newLines, priced: result.priced };
}

async function acceptOneByOne(shop: Shop, prepared: Prepared, { items }: AddEachRequest): Promise<Accepted> {
  const failures: (AddFailure | null)[] = [];
  let accepted: Omit<Accepted, 'failures'> = { newLines: [], priced: new Map() };
  for (const [index, newLine] of prepared.newLines.entries()) {
    const item = items[index];
    const next =
      item && hasValidQuantities(shop, [item])
        ? await acceptNext(shop, prepared, accepted.newLines, newLine)
        : createAddFailure('QUANTITY_INVALID', null, { max: getMaxQuantity(shop) });
    if (!('ok' in next)) accepted = next;
    failures.push('ok' in next ? next : null);
  }
  return { failures, ...accepted };
}

/** @returns the accepted lines with the next line, or the reason why it can't be added after them */
async function acceptNext(
  shop: Shop,
  prepared: Prepared,
  accepted: readonly NewCartLine[],
  newLine: NewCartLine | AddFailure,
): Promise<Omit<Accepted, 'failures'> | AddFailure> {
  if ('ok' in newLine) return newLine;
  const result = await priceNewLines(shop, { ...prepared, newLines: [...accepted, newLine] });
  if ('ok' in result) return result;
  const [failure] = result.failures.values();
  return failure ?? { newLines: mergeEqual([...accepted, newLine]), priced: result.priced };
}

function mergeEqual(lines: readonly NewCartLine[]): NewCartLine[] {
  const merged = new Map<string, NewCartLine>();
  for (const line of lines) {
    const quantity = (merged.get(line.fingerprint)?.quantity ?? 0) + line.quantity;
    merged.set(line.fingerprint, { ...line, quantity });
  }
  return [...merged.values()];
}

/** @returns null when there was no earlier request, or the cart has none of its items */
async function answerRepeated(
  shop: Shop,
  owner: Owner,
  { items, requestKey }: AddEachRequest,
  newLines: readonly (NewCartLine | AddFailure)[],
  failures: readonly (AddFailure | null)[],
): Promise<AddEachResult | null> {
  const earlier = await findRecentAdd(shop.db, owner, requestKey ?? '', shop.clock.now());
  if (!earlier) return null;
  if (earlier.hash !== hashItems(items))
    return { failures: items.map(() => createAddFailure('ADD_KEY_USED', null)), cart: null };
  const { lines, aside } = await readCartRows(shop.db, owner);
  const added = new Set(
    [...lines, ...aside]
      .filter(({ key }) => Object.hasOwn(earlier.quantities, key))
      .map(({ fingerprint }) => fingerprint),
  );
  if (added.size === 0) return null;
  const found = newLines.map((newLine, index) => {
    if ('ok' in newLine) return newLine;
    return added.has(newLine.fingerprint) ? null : (failures[index] ?? createShortage(newLine));
  });
  return { failures: found, cart: await getCart(shop, owner) };
}
