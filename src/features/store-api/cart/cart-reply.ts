import type { Address } from '#features/addresses/index.ts';
import {
  type Cart,
  calculateCart,
  cartPath,
  formatDelivery,
  formatLineProblem,
  getCart,
} from '#features/cart/index.ts';
import { getAvailablePaymentMethods } from '#features/payments/index.ts';
import { type Calculation, getBaseAddress, listSelectedShipping, loadPriceDisplay } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toPublicCode } from '../errors.ts';
import { type CurrencyFormat, describeCurrency } from '../money.ts';
import { cartExtensions } from '../ports.ts';
import { loadStoreProducts } from '../products/product-reply.ts';
import type { StoreSession } from '../protocol/operation.ts';
import { storeApiTexts as texts } from '../texts.ts';
import type {
  StoreBillingAddress,
  StoreCart,
  StoreCartCoupon,
  StoreCartItem,
  StoreShippingAddress,
  StoreShippingPackage,
} from './cart-schemas.ts';
import { type CartDelivery, listCoupons, listDeliveryErrors, readDelivery, toStoreCode } from './delivery.ts';
import { type ItemFacts, loadItemFacts, toCartItem } from './item-reply.ts';
import { problemCodes } from './problem-codes.ts';

/**
 * Loads the cart of a session in its public shape.
 * @param shown addresses of the request. Default: the addresses stored in the cart
 */
export async function loadStoreCart(shop: Shop, session: StoreSession, shown?: CartDelivery): Promise<StoreCart> {
  const cart = await getCart(shop, session.owner);
  return toStoreCart(shop, cart, shown ?? readDelivery(cart));
}

export async function toStoreCart(shop: Shop, cart: Cart, delivery: CartDelivery): Promise<StoreCart> {
  const calculation = await calculateCart(shop, shop.db, cart);
  const currency = describeCurrency(cart.currency, shop.choices.locale);
  const coupons = listCoupons(calculation);
  return {
    items: await toCartItems(shop, cart, calculation, currency),
    coupons: coupons.map(
      ({ code, kind, discount, discountTax }): StoreCartCoupon => ({
        code: toStoreCode(code),
        discount_type: kind,
        totals: { total_discount: String(discount), total_discount_tax: String(discountTax), ...currency },
      }),
    ),
    fees: calculation.fees.map(({ key, name, net, tax }) => ({
      key,
      name,
      totals: { total: String(net), total_tax: String(tax), ...currency },
    })),
    totals: { ...toTotals(calculation, cart.destination !== null), ...currency },
    ...toAddresses(delivery),
    needs_payment: calculation.totals.total > 0,
    needs_shipping: cart.needsShipping,
    payment_requirements: ['products'],
    has_calculated_shipping: cart.destination !== null,
    shipping_rates: toShippingPackages(shop, cart, calculation, { address: delivery.shipping, currency }),
    items_count: cart.count,
    items_weight: sumKilograms(cart),
    cross_sells: await loadCrossSells(shop, cart),
    errors: [...listLineErrors(shop, cart), ...listDeliveryErrors(shop, cart, calculation)],
    payment_methods: await listPaymentMethods(shop, cart, calculation, delivery),
    extensions: await loadCartExtensions(shop, shop.db, cart),
  };
}

/**
 * Lists the ids of the payment methods that the checkout offers. While the cart is empty or its shipping is unknown,
 * lists the methods for an order that is not free.
 */
async function listPaymentMethods(
  shop: Shop,
  { currency, needsShipping, lines }: Cart,
  calculation: Calculation,
  { billing, shipping }: CartDelivery,
): Promise<string[]> {
  const country = billing.country || shipping.country || getBaseAddress(shop.choices).country;
  const { total } = calculation.totals;
  const isOpen = lines.length === 0 || (needsShipping && listSelectedShipping(calculation).length === 0);
  const draft = { total: isOpen ? Math.max(total, 1) : total, currency, country, needsShipping };
  return (await getAvailablePaymentMethods(shop, shop.db, draft)).map(({ id }) => id);
}

export async function loadStoreCartItems(shop: Shop, session: StoreSession): Promise<StoreCartItem[]> {
  const cart = await getCart(shop, session.owner);
  const calculation = await calculateCart(shop, shop.db, cart);
  return toCartItems(shop, cart, calculation, describeCurrency(cart.currency, shop.choices.locale));
}

async function toCartItems(
  shop: Shop,
  cart: Cart,
  calculation: Calculation,
  currency: CurrencyFormat,
): Promise<StoreCartItem[]> {
  if (cart.lines.length === 0) return [];
  const facts: ReadonlyMap<number, ItemFacts> = await loadItemFacts(shop.db, cart);
  const display = await loadPriceDisplay(shop, shop.db);
  const calculated = new Map(calculation.lines.map((line) => [line.key, line]));
  return cart.lines.map((line) =>
    toCartItem(shop, line, {
      facts: facts.get(line.variationId) ?? null,
      calculated: calculated.get(line.key) ?? null,
      ...{ currency, display },
    }),
  );
}

type Totals = Omit<StoreCart['totals'], keyof CurrencyFormat>;

function toTotals(calculation: Calculation, hasDestination: boolean): Totals {
  const { lines, fees, taxes, totals } = calculation;
  const shipping = listSelectedShipping(calculation);
  const sum = <Part>(parts: readonly Part[], read: (part: Part) => number) =>
    String(parts.reduce((total, part) => total + read(part), 0));
  const isShippingKnown = hasDestination || shipping.length > 0;
  const getSubtotalTax = ({ subtotalGross, subtotalNet }: Calculation['lines'][number]) => subtotalGross - subtotalNet;
  return {
    total_items: sum(lines, ({ subtotalNet }) => subtotalNet),
    total_items_tax: sum(lines, getSubtotalTax),
    total_fees: sum(fees, ({ net }) => net),
    total_fees_tax: sum(fees, ({ tax }) => tax),
    total_discount: sum(lines, ({ subtotalNet, net }) => subtotalNet - net),
    total_discount_tax: sum(lines, (line) => getSubtotalTax(line) - line.tax),
    total_shipping: isShippingKnown ? sum(shipping, ({ net }) => net) : null,
    total_shipping_tax: isShippingKnown ? sum(shipping, ({ tax }) => tax) : null,
    total_price: String(totals.total),
    total_tax: String(totals.taxTotal),
    tax_lines: taxes.map(({ rate, amount }) => ({
      name: rate.name,
      price: String(amount),
      rate: `${rate.rate / 10_000}%`,
    })),
  };
}

function toAddresses({ shipping, billing, email, phone, shippingPhone = '' }: CartDelivery): {
  readonly shipping_address: StoreShippingAddress;
  readonly billing_address: StoreBillingAddress;
} {
  return { shipping_address: { ...shipping, phone: shippingPhone }, billing_address: { ...billing, phone, email } };
}

function sumKilograms({ lines }: Cart): number {
  const grams = lines.reduce((sum, { variation, quantity }) => sum + (variation?.weightGrams ?? 0) * quantity, 0);
  return Math.round(grams) / 1000;
}

function listLineErrors({ t, wire }: Shop, { lines }: Cart): StoreCart['errors'] {
  return lines.flatMap((line) => {
    const message = formatLineProblem(t, line);
    if (line.problem === null || message === null) return [];
    const code = toPublicCode(wire, problemCodes[line.problem.code]);
    return [{ code, message: line.name === '' ? message : `${line.name}: ${message}` }];
  });
}

const findCrossSells = sqlQuery<{ id: number }>(
  'store-api.find-cross-sells',
  `select p.id from published_products p
  where p.is_public and not p.id = any($1) and p.id in (select l.linked_id from product_links l where l.product_id = any($1) and l.kind = 'cross-sell')
  order by p.position, p.id limit 10`,
);

async function loadCrossSells(shop: Shop, { lines }: Cart): Promise<StoreCart['cross_sells']> {
  const productIds = [...new Set(lines.map(({ productId }) => productId))];
  if (productIds.length === 0) return [];
  const rows = await findCrossSells(shop.db, [productIds]);
  return loadStoreProducts(
    shop,
    rows.map(({ id }) => id),
  );
}

async function loadCartExtensions(shop: Shop, db: Db, cart: Cart): Promise<StoreCart['extensions']> {
  const data: [string, unknown][] = [];
  for (const { namespace, schema, load } of shop.implementations(cartExtensions)) {
    const loaded = await load(shop, db, cart);
    data.push([namespace, process.env.NODE_ENV === 'production' ? loaded : schema.parse(loaded)]);
  }
  return Object.fromEntries(data);
}

interface PackageContext {
  readonly address: Address;
  readonly currency: CurrencyFormat;
}

/**
 * Returns no package while neither a destination nor a rate is chosen, and a package without rates when nothing ships
 * to the destination.
 */
function toShippingPackages(
  shop: Shop,
  { lines, needsShipping, destination }: Cart,
  calculation: Calculation,
  { address, currency }: PackageContext,
): StoreShippingPackage[] {
  if (!needsShipping || (destination === null && listSelectedShipping(calculation).length === 0)) return [];
  const context = shop.renderContext(cartPath);
  const { address_1, address_2, city, state, postcode, country } = address;
  return calculation.shipping.packages.map(({ lineKeys, options, selected }, index) => {
    const shipped = lines.filter(({ key }) => lineKeys.includes(key));
    return {
      package_id: index,
      name: shop.t(texts.shipment),
      destination: { address_1, address_2, city, state, postcode, country },
      items: shipped.map(({ key, name, quantity }) => ({ key, name, quantity })),
      shipping_rates: options.map(({ id, title, detail = '', isPickup, transitDays, net, gross }) => ({
        rate_id: id,
        name: title,
        description: detail,
        delivery_time: formatDelivery(shop, context, { lines: shipped, destination }, { isPickup, transitDays }) ?? '',
        price: String(net),
        taxes: String(gross - net),
        ...splitRateId(id),
        meta_data: [],
        selected: selected?.methodId === id,
        ...currency,
      })),
    };
  });
}

/** A rate id is `methodId:rest`. In the public shape the rest must be a number, so any other rest becomes 0. */
function splitRateId(id: string): { readonly method_id: string; readonly instance_id: number } {
  const [method = id, rest = ''] = id.split(':');
  return { method_id: method, instance_id: /^\d{1,9}$/.test(rest) ? Number(rest) : 0 };
}
