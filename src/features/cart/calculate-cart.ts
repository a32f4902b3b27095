import { type Calculation, type CalculationInput, type CalculationLine, calculate } from '#features/pricing/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Cart } from './cart.ts';
import type { CartSummary } from './contract.ts';
import { isOrderable, type PricedLine } from './lines/price-lines.ts';
import { cartOpenOrders } from './ports.ts';

/** What is not known before the checkout. `email`: of the order. */
export type CartDestination = Pick<CalculationInput, 'shippingAddress' | 'billingAddress' | 'shippingMethodIds'> & {
  readonly email?: string | null;
};

type CalculatedCart = Pick<Cart, 'id' | 'currency' | 'lines' | 'customerId' | 'coupons'>;

const unknownDestination: CartDestination = { shippingAddress: null, billingAddress: null, shippingMethodIds: null };

/**
 * Calculates the lines of a cart that can be ordered. Without a destination, shipping is left out
 * and taxes are estimated.
 * @param db the open transaction, or the pool
 */
export async function calculateCart(
  shop: Shop,
  db: Db,
  { id, currency, lines, customerId, coupons }: CalculatedCart,
  { email = null, ...destination }: CartDestination = unknownDestination,
): Promise<Calculation> {
  const at = shop.clock.now();
  const orderable = lines.filter(isOrderable).flatMap(toCalculationLine);
  const customer = { id: customerId, email, isTaxExempt: false };
  const forOrders = id === null || coupons.length === 0 ? [] : await findOpenOrders(shop, db, id);
  return calculate(shop, db, {
    currency,
    at,
    lines: orderable,
    fees: [],
    coupons,
    customer,
    forOrders,
    ...destination,
  });
}

async function findOpenOrders(shop: Shop, db: Db, cartId: string): Promise<number[]> {
  const found: number[] = [];
  for (const find of shop.implementations(cartOpenOrders)) found.push(...(await find(db, cartId)));
  return found;
}

function toCalculationLine(line: PricedLine): CalculationLine[] {
  const { key, productId, quantity, unitPrice, variation } = line;
  if (!variation) return [];
  const { taxClass, taxStatus, virtual, price } = variation;
  const isOnSale = price?.sale != null;
  const product = { taxClass, taxStatus, needsShipping: !virtual, isOnSale };
  return [{ key, productId, quantity, unitPrice, agreedPrice: null, ...product }];
}

/** Makes the JSON summary of a cart (spec 3.4/1-3). Its total has discounts and taxes, but no shipping. */
export async function createCartSummary(shop: Shop, cart: Omit<Cart, 'removed'>): Promise<CartSummary> {
  const { version, currency, lines, count, needsShipping } = cart;
  const { totals } = await calculateCart(shop, shop.db, cart);
  return { version, count, total: totals.total, currency, needsShipping, isEmpty: lines.length === 0 };
}
