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

/** Destination and shipping methods of a cart. `email`: email address of the order. */
export type CartDestination = Pick<CalculationInput, 'shippingAddress' | 'billingAddress' | 'shippingMethodIds'> & {
  readonly email?: string | null;
  /** VAT number of the customer. Default: the cart's. */
  readonly vatNumber?: string | null;
};

type CalculatedCart = Omit<Cart, 'version' | 'aside' | 'removed' | 'count' | 'needsShipping'>;

/**
 * Calculates the lines of a cart that can be ordered. Until its owner has chosen a destination or a method, shipping
 * is left out of the totals and taxes are estimated.
 * @param db the open transaction, or the pool
 * @param destination default: the destination stored with the cart
 */
export async function calculateCart(
  shop: Shop,
  db: Db,
  cart: CalculatedCart,
  { email = null, vatNumber = cart.vatNumber, ...destination }: CartDestination = getOwnDestination(cart),
): Promise<Calculation> {
  const { id, currency, lines, customerId, isTaxExempt, coupons } = cart;
  const at = shop.clock.now();
  const orderable = lines.filter(isOrderable).flatMap((line) => toCalculationLine(line));
  const customer = { id: customerId, email, isTaxExempt, vatNumber };
  return calculate(shop, db, {
    currency,
    at,
    lines: orderable,
    fees: [],
    coupons,
    customer,
    findReplacedOrders: async () => (id === null ? [] : findOpenOrders(shop, db, id)),
    ...destination,
  });
}

async function findOpenOrders(shop: Shop, db: Db, cartId: string): Promise<number[]> {
  const found: number[] = [];
  for (const find of shop.implementations(cartOpenOrders)) found.push(...(await find(db, cartId)));
  return found;
}

function getOwnDestination({ destination, billingAddress, shippingMethod }: CalculatedCart): CartDestination {
  const address = { shippingAddress: destination, billingAddress: billingAddress ?? destination };
  if (destination === null && shippingMethod === null) return { ...address, shippingMethodIds: null };
  return { ...address, shippingMethodIds: shippingMethod === null ? [] : [shippingMethod] };
}

/** Returns the country that a cart is calculated for: its own, or else the country of the base address. */
export function getDestinationCountry(
  { choices: { baseAddress, countries } }: Pick<Shop, 'choices'>,
  { destination }: Pick<Cart, 'destination'>,
): string {
  return destination?.country ?? baseAddress?.country ?? countries[0] ?? '';
}

/**
 * Converts a line to the input of the calculation.
 * @param agreedPrice agreed price of one item, which replaces the regular price
 * @returns an array, which is empty for a deleted product
 */
export function toCalculationLine(line: PricedLine, agreedPrice: number | null = null): CalculationLine[] {
  const { key, productId, quantity, unitPrice, variation } = line;
  if (!variation) return [];
  const { taxClass, taxStatus, virtual, weightGrams, shippingClass, price } = variation;
  const product = { taxClass, taxStatus, needsShipping: !virtual, weightGrams, shippingClass };
  const isOnSale = price?.sale != null;
  return [{ key, productId, quantity, unitPrice, agreedPrice, ...product, isOnSale }];
}

/** Returns the price of a line as totals show it. A line that can't be ordered is not part of the totals. */
export function getShownTotal(
  { taxDisplay }: Pick<RenderContext, 'taxDisplay'>,
  { lines }: Calculation,
  { key, total }: PricedLine,
): number {
  const line = lines.find((each) => each.key === key);
  return line ? getShownSubtotal(line, taxDisplay) : total;
}
