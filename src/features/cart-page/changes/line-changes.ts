import { isOrderable, type PricedLine, type SeenLine, type SeenStock } from '#features/cart/index.ts';

/** A change of a line since the shopper last saw it. Prices are prices of one item, as entered. */
export type LineChange =
  | { readonly kind: 'soldOut' | 'noLongerSold' | 'backInStock' | 'availableAgain' }
  /** `left`: units available now. */
  | { readonly kind: 'stockTooLow'; readonly left: number }
  | { readonly kind: 'stockFell'; readonly left: number; readonly before: number }
  | { readonly kind: 'priceRose' | 'priceFell'; readonly before: number; readonly now: number };

export function findLineChanges(line: PricedLine): LineChange[] {
  return [findStockChange(line), findPriceChange(line)].filter((change) => change !== null);
}

function findStockChange(line: PricedLine): LineChange | null {
  const { seenStock: before } = line;
  const now = getSeenStock(line);
  if (before === null || now === null) return null;
  if (now.availability !== before.availability) return findAvailabilityChange(before, now);
  if (now.left === null || before.left === null || now.left >= before.left) return null;
  return now.availability === 'short'
    ? { kind: 'stockTooLow', left: now.left }
    : { kind: 'stockFell', left: now.left, before: before.left };
}

/**
 * A line whose quantity is no longer too large needs no notice: the shopper has reduced it, or the stock has grown.
 */
function findAvailabilityChange(before: SeenStock, now: SeenStock): LineChange | null {
  if (now.availability === 'sold-out') return { kind: 'soldOut' };
  if (now.availability === 'unavailable') return { kind: 'noLongerSold' };
  if (before.availability === 'sold-out') return { kind: 'backInStock' };
  if (before.availability === 'unavailable') return { kind: 'availableAgain' };
  return now.availability === 'short' ? { kind: 'stockTooLow', left: now.left ?? 0 } : null;
}

function findPriceChange(line: PricedLine): LineChange | null {
  const { seenUnitPrice: before, unitPrice: now } = line;
  if (!isOrderable(line) || before === null || now === before) return null;
  return { kind: now > before ? 'priceRose' : 'priceFell', before, now };
}

/** Returns the values of a line that a page shows. Values that the page does not show stay as last seen. */
export function getSeenLine(line: PricedLine): SeenLine {
  const { key, unitPrice, seenUnitPrice } = line;
  return {
    key,
    price: isOrderable(line) ? unitPrice : seenUnitPrice,
    stock: getSeenStock(line) ?? line.seenStock,
  };
}

/** Whether the page shows only values that the shopper has already seen. */
export function isSeenLine(line: PricedLine): boolean {
  const { price, stock } = getSeenLine(line);
  const { seenUnitPrice, seenStock } = line;
  return price === seenUnitPrice && stock?.availability === seenStock?.availability && stock?.left === seenStock?.left;
}

/** @returns null when the line's options have changed, since its stock is not known then */
function getSeenStock({ problem, variation }: PricedLine): SeenStock | null {
  switch (problem?.code) {
    case 'ADDONS_CHANGED':
      return null;
    case 'UNAVAILABLE':
    case 'EVENT_STARTED':
      return { availability: 'unavailable', left: null };
    case 'OUT_OF_STOCK':
      return { availability: 'sold-out', left: null };
    case 'NOT_ENOUGH_STOCK':
      return { availability: 'short', left: problem.max };
    default:
      return { availability: 'available', left: variation?.stock.left ?? null };
  }
}
