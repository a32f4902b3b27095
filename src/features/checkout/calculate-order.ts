import { type Cart, calculateCart, type PricedLine } from '#features/cart/index.ts';
import type { OrderLineInput } from '#features/orders/index.ts';
import { getAvailablePaymentMethods, type PaymentMethod } from '#features/payments/index.ts';
import type { Calculation, TaxAddress } from '#features/pricing/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';

/**
 * A cart's calculation for an address, with the payment methods for its total. The page shows this object and the
 * order is created from it, so that both have equal amounts.
 */
export interface OrderCalculation {
  readonly cart: Cart;
  readonly lines: readonly OrderLineInput[];
  readonly calculation: Calculation;
  readonly methods: readonly PaymentMethod[];
  readonly destination: TaxAddress;
  readonly vatNumber: string | null;
}

export interface CheckoutDestination {
  /** Null when the order ships to the billing address. */
  readonly shippingAddress: TaxAddress | null;
  readonly billingAddress: TaxAddress;
  /** Null while the email address is unknown. Some coupons are restricted to email addresses. */
  readonly email: string | null;
  /** Id of the chosen shipping option; empty while none is chosen. */
  readonly shippingMethod: string;
  /** VAT number of the customer. Default: the cart's. */
  readonly vatNumber?: string | null;
}

export async function calculateOrder(
  shop: Shop,
  db: Db,
  cart: Cart,
  { email, shippingAddress, billingAddress, shippingMethod, vatNumber = cart.vatNumber }: CheckoutDestination,
): Promise<OrderCalculation> {
  const { currency, needsShipping } = cart;
  const shippingMethodIds = shippingMethod === '' ? [] : [shippingMethod];
  const destination = { email, shippingAddress, billingAddress, shippingMethodIds, vatNumber };
  const calculation = await calculateCart(shop, db, cart, destination);
  const paymentContext = {
    total: calculation.totals.total,
    currency,
    country: billingAddress.country,
    needsShipping,
  };
  const methods = await getAvailablePaymentMethods(shop, db, paymentContext);
  const lines = cart.lines.flatMap(toOrderLine);
  return { cart, lines, calculation, methods, destination: shippingAddress ?? billingAddress, vatNumber };
}

/** Converts a cart line to an order line. @returns an array, which is empty for a deleted product */
export function toOrderLine({ variation, options, addons, ...line }: PricedLine): OrderLineInput[] {
  if (!variation) return [];
  const { sku, taxClass, weightGrams, virtual, downloadable, purchaseNote, eventDate } = variation;
  const snapshot = { sku, taxClass, weightGrams, virtual, downloadable, purchaseNote, eventDate, options };
  const orderAddons = addons.map(({ label, shown, price, files }) => ({
    ...{ label, value: shown, price },
    ...(files.length > 0 ? { files: files.map(({ id, name }) => ({ id, name })) } : {}),
  }));
  const { key, productId, variationId, name, choices, quantity, isBackordered } = line;
  return [{ key, productId, variationId, name, choices, ...snapshot, addons: orderAddons, quantity, isBackordered }];
}
