import { emptyCartRows, emptyLine, priceCart, toCalculationLine } from '#features/cart/index.ts';
import { findVariationIdsBySku, getPurchasableVariations } from '#features/catalog/index.ts';
import { toOrderLine } from '#features/checkout/index.ts';
import { type Order, type OrderLine, type OrderLineInput, toCalculationCustomer } from '#features/orders/index.ts';
import {
  arePricesWithTax,
  type Calculation,
  type CalculationInput,
  type CalculationLine,
  calculate,
  getOnlyPackage,
} from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import { type Actor, getAmountLimit } from '#platform/sessions/actor.ts';

export interface AmendmentInput {
  /** Quantities by position of the line, for all lines. 0 removes a line. */
  readonly quantities: readonly number[];
  readonly added: readonly { readonly sku: string; readonly quantity: number }[];
  /**
   * Agreed price of shipping, with or without tax as prices are entered. Null: the regular cost for the new content.
   */
  readonly shipping: number | null;
}

export interface AmendmentPlan {
  readonly ok: true;
  readonly lines: readonly OrderLineInput[];
  readonly calculation: Calculation;
  readonly needsShipping: boolean;
}

export type PlanFailure =
  | Refusal<'AMENDMENT_UNCHANGED' | 'AMENDMENT_EMPTY' | 'AMENDMENT_PRICES_DIFFER' | 'SHIPPING_UNAVAILABLE'>
  /** Minor units: the amount by which agreed prices are below the current prices, and the actor's limit for it. */
  | Refusal<'PRICE_NOT_ALLOWED', { reduction: number; limit: number }>
  /** `index`: position of the added line. */
  | Refusal<'SKU_NOT_FOUND' | 'LINE_UNAVAILABLE', { index: number }>;

interface PlannedLine {
  readonly line: OrderLineInput;
  readonly priced: CalculationLine;
}

interface StoredParts {
  readonly coupons: readonly string[];
  /** Tax classes by position of the fee. */
  readonly feeClasses: readonly (string | null)[];
}

const selectParts = sqlQuery<StoredParts>(
  'amendments.find-stored-parts',
  `select array(select c.code from coupon_uses u join coupons c on c.id = u.coupon_id where u.order_id = $1 and u.state <> 'released' order by u.id) as coupons,
    array(select (select tax_class from order_tax_lines t where t.order_id = f.order_id and t.fee_id = f.id limit 1)
      from order_fees f where f.order_id = $1 order by f.position) as "feeClasses"`,
);

interface KeptLine extends PlannedLine {
  /** Amount by which the agreed price of the line is below the current price, if the quantity has increased. */
  readonly reduction: number;
}

/** Whether the order has the shop's currency, and its prices were entered with or without tax as in the shop. */
export const hasPricesOfShop = ({ choices }: Shop, { currency, pricesIncludeTax }: Order): boolean =>
  currency === choices.currency && pricesIncludeTax === arePricesWithTax(choices);

/**
 * Calculates the prices of the new order. Kept lines keep the price of one item, and added lines have the current
 * price. Promotions and coupons apply as when the order was placed, as far as they still exist. More units at a price
 * that staff agreed on, or another price of shipping, require the permission to agree prices.
 * @param db the open transaction, or the pool
 */
export async function planAmendment(
  shop: Shop,
  db: Db,
  order: Order,
  { quantities, added, shipping }: AmendmentInput,
  by: Actor,
): Promise<AmendmentPlan | PlanFailure> {
  const { currency } = shop.choices;
  if (!hasPricesOfShop(shop, order)) return { ok: false, code: 'AMENDMENT_PRICES_DIFFER' };
  const isSameShipping = shipping === null || shipping === order.shippingTotal;
  const isUnchanged = order.lines.every(({ quantity }, position) => quantity === quantities[position]);
  if (isUnchanged && isSameShipping && added.length === 0) return { ok: false, code: 'AMENDMENT_UNCHANGED' };
  const more = await priceAddedLines(shop, db, order, added);
  if ('ok' in more) return more;
  const kept = await keepLines(shop, db, order, quantities);
  const planned: readonly PlannedLine[] = [...kept, ...more];
  if (planned.length === 0) return { ok: false, code: 'AMENDMENT_EMPTY' };
  const [{ coupons, feeClasses } = { coupons: [], feeClasses: [] }] = await selectParts(db, [order.id]);
  const { billing, delivery } = order;
  const input: CalculationInput = {
    ...{ currency, at: order.createdAt, lines: planned.map(({ priced }) => priced), coupons },
    fees: order.fees.map(({ key, name, total }, position) => ({
      ...{ key, name, amount: total, taxClass: feeClasses[position] ?? null },
    })),
    customer: toCalculationCustomer(order),
    findReplacedOrders: async () => [order.id],
    ...{ billingAddress: billing, shippingAddress: delivery, agreedShipping: agreeOnShipping(order, shipping) },
    shippingMethodIds: order.shipping.map(({ methodId }) => methodId),
  };
  const calculation = await calculate(shop, db, input);
  const needsShipping = planned.some(({ priced }) => priced.needsShipping);
  if (needsShipping && !getOnlyPackage(calculation).selected) return { ok: false, code: 'SHIPPING_UNAVAILABLE' };
  const ofLines = kept.reduce((sum, line) => sum + line.reduction, 0);
  if (!isSameShipping || ofLines > 0) {
    const limit = getAmountLimit(by, 'orders.set-prices');
    const calculated = isSameShipping ? null : await calculate(shop, db, { ...input, agreedShipping: null });
    const ofShipping = calculated ? Math.max(0, calculated.totals.shippingTotal - (shipping ?? 0)) : 0;
    const reduction = ofLines + ofShipping;
    if (limit === 0 || reduction > limit) return { ok: false, code: 'PRICE_NOT_ALLOWED', reduction, limit };
  }
  return { ok: true, lines: planned.map(({ line }) => line), calculation, needsShipping };
}

/** An agreed price of shipping stays when no other price is given. */
function agreeOnShipping({ shipping: [method] }: Order, price: number | null) {
  if (!method) return null;
  const amount = price ?? (method.methodId.startsWith('agreed:') ? method.total : null);
  return amount === null ? null : { title: method.title, amount };
}

/**
 * Returns the lines to keep, with the data that was sold. Data that orders don't store comes from the current
 * product, if it still exists.
 */
export async function keepLines(
  shop: Shop,
  db: Db,
  { lines, source }: Order,
  quantities: readonly number[],
): Promise<readonly KeptLine[]> {
  const ids = lines.map(({ variationId }) => variationId);
  const variations = await getPurchasableVariations(db, ids, shop.clock.now());
  return lines.flatMap((sold, position) => {
    const quantity = quantities[position] ?? sold.quantity;
    const { taxStatus = 'taxable', shippingClass = null, price } = variations.get(sold.variationId) ?? {};
    const product = { taxStatus, shippingClass, isOnSale: price?.sale != null };
    // Only orders made by staff have agreed prices. Shoppers' orders have the regular prices.
    const isAgreed = source === 'admin' && quantity > sold.quantity;
    const current = (price?.current ?? 0) + sold.addons.reduce((sum, addon) => sum + addon.price, 0);
    const reduction = isAgreed ? Math.max(0, current - sold.unitPrice) * quantity : 0;
    const priced = { ...toPriced(sold, quantity), ...product };
    return quantity === 0 ? [] : [{ line: toLineInput(sold, quantity), priced, reduction }];
  });
}

function toLineInput(
  { total, net, tax, gross, subtotalNet, subtotalGross, unitPrice, ...snapshot }: OrderLine,
  quantity: number,
) {
  return { ...snapshot, quantity };
}

const toPriced = ({ key, productId, unitPrice, taxClass, weightGrams, virtual }: OrderLine, quantity: number) => ({
  ...{ key, productId, quantity, unitPrice, agreedPrice: null, taxClass, weightGrams, needsShipping: !virtual },
});

/** Prices the added lines. Limits of a cart do not apply, and stock is checked when it is reserved. */
async function priceAddedLines(
  shop: Shop,
  db: Db,
  order: Order,
  added: AmendmentInput['added'],
): Promise<readonly PlannedLine[] | PlanFailure> {
  if (added.length === 0) return [];
  const found = await findVariationIdsBySku(
    db,
    added.map(({ sku }) => sku),
  );
  const missing = added.findIndex(({ sku }) => !found.has(sku.toLowerCase()));
  if (missing >= 0) return { ok: false, code: 'SKU_NOT_FOUND', index: missing };
  const rows = added.flatMap(({ sku, quantity }, index) => {
    const variation = found.get(sku.toLowerCase());
    if (!variation) return [];
    const { id: variationId, productId } = variation;
    // Must differ from the keys of lines in this order and in the orders that it replaced.
    const key = `added:${order.number}:${index}`;
    return [{ ...emptyLine, key, fingerprint: key, variationId, productId, quantity }];
  });
  const { lines } = await priceCart(shop, db, { ...emptyCartRows, lines: rows });
  const unavailable = lines.findIndex(
    ({ problem, variation }) =>
      variation === null || problem?.code === 'ADDONS_CHANGED' || problem?.code === 'UNAVAILABLE',
  );
  if (unavailable >= 0) return { ok: false, code: 'LINE_UNAVAILABLE', index: unavailable };
  return lines.flatMap((priced) => {
    const [[line], [calculated]] = [toOrderLine(priced), toCalculationLine(priced)];
    return line && calculated ? [{ line, priced: calculated }] : [];
  });
}
