import { type Calculation, type CalculationInput, type CalculationLine, calculate } from '#features/pricing/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Cart } from './cart.ts';
import type { CartSummary } from './contract.ts';
import { isOrderable, type PricedLine } from './lines/price-lines.ts';

/** What is not known before the checkout. */
export type CartDestination = Pick<CalculationInput, 'shippingAddress' | 'billingAddress' | 'shippingMethodIds'>;

const unknownDestination: CartDestination = { shippingAddress: null, billingAddress: null, shippingMethodIds: null };

/**
 * Calculates the lines of a cart that can be ordered. Without a destination, shipping is left out
 * and taxes are estimated.
 * @param db the open transaction, or the pool
 */
export function calculateCart(
  shop: Shop,
  db: Db,
  { currency, lines }: Pick<Cart, 'currency' | 'lines'>,
  destination: CartDestination = unknownDestination,
): Promise<Calculation> {
  const at = shop.clock.now();
  const orderable = lines.filter(isOrderable).flatMap(toCalculationLine);
  return calculate(shop, db, { currency, at, lines: orderable, fees: [], customer: null, ...destination });
}

function toCalculationLine(line: PricedLine): CalculationLine[] {
  const { key, productId, quantity, unitPrice, variation } = line;
  if (!variation) return [];
  const { taxClass, taxStatus, virtual } = variation;
  return [{ key, productId, quantity, unitPrice, agreedPrice: null, taxClass, taxStatus, needsShipping: !virtual }];
}

/** Makes the JSON summary of a cart (spec 3.4/1-3). Its total has discounts and taxes, but no shipping. */
export async function createCartSummary(shop: Shop, cart: Omit<Cart, 'id' | 'removed'>): Promise<CartSummary> {
  const { version, currency, lines, count, needsShipping } = cart;
  const { totals } = await calculateCart(shop, shop.db, cart);
  return { version, count, total: totals.total, currency, needsShipping, isEmpty: lines.length === 0 };
}
