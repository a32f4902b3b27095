import {
  type Calculation,
  type CalculationInput,
  type CalculationLine,
  calculate,
  getShownSubtotal,
} from '#features/pricing/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Cart } from './cart.ts';
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
  const { taxClass, taxStatus, virtual, weightGrams, shippingClass, price } = variation;
  const product = { taxClass, taxStatus, needsShipping: !virtual, weightGrams, shippingClass };
  const isOnSale = price?.sale != null;
  return [{ key, productId, quantity, unitPrice, agreedPrice: null, ...product, isOnSale }];
}

/** Returns the price of a line as totals show it. A line that can't be ordered is in no totals. */
export function getShownTotal(
  { taxDisplay }: Pick<RenderContext, 'taxDisplay'>,
  { lines }: Calculation,
  { key, total }: PricedLine,
): number {
  const line = lines.find((each) => each.key === key);
  return line ? getShownSubtotal(line, taxDisplay) : total;
}
