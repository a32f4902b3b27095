import type { Shop } from '#platform/features/shop.ts';
import { getCart } from '../cart.ts';
import { readCartRows } from '../lines/cart-rows.ts';
import { findRecentAdd, forgetRecentAdd, hashItems } from '../lines/recent-adds.ts';
import type { CartOwner } from '../owner.ts';
import { getMaxQuantity } from '../settings.ts';
import { type AddFailure, createAddFailure } from './add-failures.ts';
import {
  type AddSuccess,
  type ItemWithForm,
  isValidQuantity,
  type PreparedLines,
  prepareNewLines,
  priceNewLines,
  writeNewLines,
} from './add-to-cart.ts';
import type { NewCartLine } from './new-cart-line.ts';

export interface AddEachRequest {
  /** Each with its own form, such as the lines of an order. */
  readonly items: readonly ItemWithForm[];
  /** As of `addToCart`: one key for all items. */
  readonly requestKey: string | null;
}

export interface AddEachResult {
  /** In the order of the items; null for an item that was added. */
  readonly failures: readonly (AddFailure | null)[];
  /** Null when nothing was added. */
  readonly cart: AddSuccess['cart'] | null;
}

/**
 * Adds the items that can be added to the owner's open cart, all in one statement: a request that is
 * sent twice adds once, however many items it has. Earlier items come first when stock is short.
 */
export async function addEachToCart(shop: Shop, owner: CartOwner, request: AddEachRequest): Promise<AddEachResult> {
  const maxQuantity = getMaxQuantity(shop);
  const prepared = await prepareNewLines(shop, owner, request.items);
  const failures: (AddFailure | null)[] = [];
  let accepted: readonly NewCartLine[] = [];
  for (const [index, newLine] of prepared.newLines.entries()) {
    const failure = isValidQuantity(request.items[index]?.quantity ?? 0, maxQuantity)
      ? await findFailure(shop, prepared, accepted, newLine)
      : createAddFailure('QUANTITY_INVALID', null, { max: maxQuantity });
    if (failure === null && !('ok' in newLine)) accepted = mergeEqual([...accepted, newLine]);
    failures.push(failure);
  }
  const written = accepted.length > 0 ? await writeAccepted(shop, owner, prepared, accepted, request) : null;
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
  // Its items were removed since.
  await forgetRecentAdd(shop.db, owner, request.requestKey ?? '');
  return addEachToCart(shop, owner, request);
}

const createShortage = ({ variation }: NewCartLine) => createAddFailure('NOT_ENOUGH_STOCK', variation, { max: 0 });

/** @returns why a line can't be added to the cart with those that were accepted before it */
async function findFailure(
  shop: Shop,
  prepared: PreparedLines<NewCartLine | AddFailure>,
  accepted: readonly NewCartLine[],
  newLine: NewCartLine | AddFailure,
): Promise<AddFailure | null> {
  if ('ok' in newLine) return newLine;
  const result = await priceNewLines(shop, { ...prepared, newLines: [...accepted, newLine] });
  if ('ok' in result) return result;
  const [failure] = result.failures.values();
  return failure ?? null;
}

async function writeAccepted(
  shop: Shop,
  owner: CartOwner,
  prepared: PreparedLines<NewCartLine | AddFailure>,
  newLines: readonly NewCartLine[],
  request: AddEachRequest,
): ReturnType<typeof writeNewLines> {
  const lines = { ...prepared, newLines };
  const result = await priceNewLines(shop, lines);
  // Each was accepted together with the ones before it.
  if ('ok' in result) throw new Error(`lines that were accepted are refused together: ${result.code}`);
  return writeNewLines(shop, owner, lines, result.priced, request);
}

function mergeEqual(lines: readonly NewCartLine[]): NewCartLine[] {
  const merged = new Map<string, NewCartLine>();
  for (const line of lines) {
    const quantity = (merged.get(line.fingerprint)?.quantity ?? 0) + line.quantity;
    merged.set(line.fingerprint, { ...line, quantity });
  }
  return [...merged.values()];
}

/** @returns null when the cart has none of the items of the earlier request, if there was one */
async function answerRepeated(
  shop: Shop,
  owner: CartOwner,
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
    [...lines, ...aside].filter(({ key }) => key in earlier.quantities).map(({ fingerprint }) => fingerprint),
  );
  if (added.size === 0) return null;
  const found = newLines.map((newLine, index) => {
    if ('ok' in newLine) return newLine;
    return added.has(newLine.fingerprint) ? null : (failures[index] ?? createShortage(newLine));
  });
  return { failures: found, cart: await getCart(shop, owner) };
}
