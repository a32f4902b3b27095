import type { Cart, PricedLine } from '#features/cart/index.ts';
import { calculateOrderTotals, type OrderLine, type OrderShippingLine } from '#features/orders/index.ts';
import { getAvailablePaymentMethods, type PaymentMethod } from '#features/payments/index.ts';
import { getShippingOptions, type ShippingOption } from '#features/shipping/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';

/**
 * Lines, shipping, payment methods and totals of a cart for an address. The page shows this and the
 * order is created from it, so that they cannot differ.
 */
export interface OrderCalculation {
  readonly cart: Cart;
  readonly lines: readonly OrderLine[];
  /** Empty when nothing is shipped, or no method ships to the country. */
  readonly shippingOptions: readonly ShippingOption[];
  /** The chosen option, else the first. */
  readonly shipping: ShippingOption | null;
  readonly shippingLines: readonly OrderShippingLine[];
  readonly methods: readonly PaymentMethod[];
  readonly totals: ReturnType<typeof calculateOrderTotals>;
  readonly pricesIncludeTax: boolean;
}

export interface CalculationInput {
  /** Country of the shipping address, ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly billingCountry: string;
  /** Id of the chosen shipping option. */
  readonly shippingMethod: string;
}

export async function calculateOrder(
  shop: Shop,
  db: Db,
  cart: Cart,
  { country, billingCountry, shippingMethod }: CalculationInput,
): Promise<OrderCalculation> {
  const { currency, needsShipping, itemsTotal } = cart;
  const lines = cart.lines.flatMap(toOrderLine);
  const options = needsShipping ? getShippingOptions(shop, { itemsTotal, country }) : [];
  const shipping = options.find(({ id }) => id === shippingMethod) ?? options[0] ?? null;
  const shippingLines = shipping
    ? [{ methodId: shipping.id, title: shipping.title, total: shipping.amount, tax: 0 }]
    : [];
  const pricesIncludeTax = shop.choices.taxDisplay === 'including';
  const totals = calculateOrderTotals({ lines, shipping: shippingLines, pricesIncludeTax });
  const paymentContext = { total: totals.total, currency, country: billingCountry, needsShipping };
  const methods = await getAvailablePaymentMethods(shop, db, paymentContext);
  return { cart, lines, shippingOptions: options, shipping, shippingLines, methods, totals, pricesIncludeTax };
}

function toOrderLine({ variation, options, addons, quantity, unitPrice, total, ...line }: PricedLine): OrderLine[] {
  if (!variation) return [];
  const { sku, taxClass, weightGrams, virtual, downloadable, purchaseNote } = variation;
  const snapshot = { sku, taxClass, weightGrams, virtual, downloadable, purchaseNote, options };
  const orderAddons = addons.map(({ label, shown, price }) => ({ label, value: shown, price }));
  const { productId, variationId, name } = line;
  return [{ productId, variationId, name, ...snapshot, addons: orderAddons, quantity, unitPrice, total, tax: 0 }];
}
