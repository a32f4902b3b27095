import { emptyCartRows, emptyLine, type PricedLine, priceCart, toCalculationLine } from '#features/cart/index.ts';
import { findVariationIdsBySku, type VariationIds } from '#features/catalog/index.ts';
import { toOrderLine } from '#features/checkout/index.ts';
import type { OrderLineInput } from '#features/orders/index.ts';
import {
  choosePaymentMethod,
  getAvailablePaymentMethods,
  onAccount,
  type PaymentMethod,
  paidByHand,
} from '#features/payments/index.ts';
import {
  type AddonForm,
  addonFieldName,
  type Calculation,
  type CouponProblem,
  calculate,
  getOnlyPackage,
  readAddons,
} from '#features/pricing/index.ts';
import { findUploads, type StoredUpload, toAddonFiles } from '#features/uploads/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readAmount } from '#platform/money/read-amount.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import { type ManualOrderInput, toManualCustomer } from './order-file.ts';

export type ManualOrderFailure =
  | Refusal<'SKU_NOT_FOUND' | 'LINE_UNAVAILABLE', { sku: string }>
  | {
      readonly ok: false;
      readonly code: 'ADDONS_INVALID';
      readonly sku: string;
      /** Sentences, as in the product's form. */
      readonly reasons: readonly string[];
    }
  | Refusal<'AMOUNT_INVALID', { amount: string }>
  /**
   * In minor units. `limit`: how much the actor may reduce prices. `reduction`: by how much the agreed prices are
   * lower.
   */
  | Refusal<'PRICE_NOT_ALLOWED', { limit: number; reduction: number }>
  | Refusal<'ORDER_NOT_FOUND'>
  | Refusal<'COUPON_REFUSED', { coupon: string; problem: CouponProblem; reason: CouponProblem['code'] }>
  | Refusal<'SHIPPING_UNAVAILABLE' | 'PAYMENT_UNAVAILABLE', { available: readonly string[] }>
  | Refusal<'OUT_OF_STOCK', { shortages: readonly { readonly name: string; readonly available: number }[] }>;

/** The lines and sums of a manual order. Stored with a quote, as JSON. */
export interface QuotedOrder {
  readonly lines: readonly OrderLineInput[];
  readonly calculation: Calculation;
  readonly needsShipping: boolean;
}

/** A manual order with its current prices, before it is placed. */
export interface ManualQuote extends QuotedOrder {
  readonly ok: true;
  readonly method: PaymentMethod;
  /** Sum by which agreed prices are below current prices, in minor units. */
  readonly reduction: number;
}

/**
 * How a manual order is paid: by a link that is mailed to the customer, on account, or directly to the shop. For a
 * direct payment, `title` names the method, and `reference` identifies the payment.
 */
export type ManualPayment =
  | { readonly kind: 'link' | 'account' }
  | { readonly kind: 'by-hand'; readonly title: string; readonly reference: string };

/** A manual order at current prices. */
export type PricedOrder = QuotedOrder & Pick<ManualQuote, 'ok' | 'reduction'>;

/**
 * Prices a manual order, without choosing how it is paid.
 * @param db the open transaction, or the pool
 */
export async function priceManualOrder(
  shop: Shop,
  db: Db,
  input: ManualOrderInput,
): Promise<PricedOrder | ManualOrderFailure> {
  const priced = await priceManualLines(shop, db, input);
  if (!priced.ok) return priced;
  const calculation = await calculateManualOrder(shop, db, input, priced.lines);
  if ('ok' in calculation) return calculation;
  const needsShipping = priced.lines.some(({ variation }) => variation?.virtual === false);
  const { options, selected } = getOnlyPackage(calculation);
  if (
    needsShipping &&
    (!selected || (!input.shipping && input.shippingMethod && selected.methodId !== input.shippingMethod))
  )
    return { ok: false, code: 'SHIPPING_UNAVAILABLE', available: options.map(({ id }) => id) };
  const reduction = sumReductions(shop, input, priced.lines);
  return { ok: true, lines: priced.lines.flatMap(toOrderLine), calculation, needsShipping, reduction };
}

/**
 * Prices a manual order, and chooses its payment method.
 * @param db the open transaction, or the pool
 */
export async function quoteManualOrder(
  shop: Shop,
  db: Db,
  input: ManualOrderInput,
  payment?: ManualPayment,
): Promise<ManualQuote | ManualOrderFailure> {
  const quoted = await priceManualOrder(shop, db, input);
  if (!quoted.ok) return quoted;
  const found = await findMethod(shop, db, { input, quoted, payment });
  return found.ok ? { ...quoted, ...found } : found;
}

function sumReductions({ choices }: Shop, input: ManualOrderInput, priced: readonly PricedLine[]): number {
  return priced.reduce((sum, { unitPrice, quantity }, index) => {
    const { price } = input.lines[index] ?? {};
    const agreed = price === undefined ? unitPrice : (readAmount(price, choices.currency) ?? unitPrice);
    return sum + Math.max(0, unitPrice - agreed) * quantity;
  }, 0);
}

export interface MethodChoice {
  readonly input: ManualOrderInput;
  readonly quoted: QuotedOrder;
  readonly payment: ManualPayment | undefined;
}

/** Finds the payment method of an order. An order with nothing to pay has its own method, whatever was chosen. */
export async function findMethod(
  shop: Shop,
  db: Db,
  { input, quoted: { calculation, needsShipping }, payment }: MethodChoice,
): Promise<{ readonly ok: true; readonly method: PaymentMethod } | ManualOrderFailure> {
  const { currency, totals } = calculation;
  const { total } = totals;
  if (payment !== undefined && payment.kind !== 'link' && total > 0) {
    const provider = payment.kind === 'account' ? onAccount : paidByHand;
    const title = payment.kind === 'by-hand' ? payment.title : provider.title(shop);
    return { ok: true, method: { id: provider.id, title, provider } };
  }
  const context = { total, currency, country: input.billing.country, needsShipping };
  const methods = await getAvailablePaymentMethods(shop, db, context);
  const payable = methods.filter(({ provider }) => provider.kind === 'remote' || provider.allowsOtherPayment);
  // The customer chooses among all methods on the linked page. Until then the order has the first suitable method.
  const byLink =
    payable.find(({ provider }) => provider.kind === 'remote') ?? payable[0] ?? (total === 0 && methods[0]);
  const named = input.paymentMethod ? choosePaymentMethod(methods, input.paymentMethod, { total }) : methods[0];
  const method = payment === undefined ? named : byLink;
  if (method) return { ok: true, method };
  return { ok: false, code: 'PAYMENT_UNAVAILABLE', available: methods.map(({ id }) => id) };
}

type PricedLines = { readonly ok: true; readonly lines: readonly PricedLine[] } | ManualOrderFailure;

/** Does not apply the limits of a cart. Stock is checked when it is reserved. */
async function priceManualLines(shop: Shop, db: Db, { lines }: ManualOrderInput): Promise<PricedLines> {
  const variations = await findVariations(db, lines);
  const missing = lines.find((_, index) => !variations[index]);
  if (missing) return { ok: false, code: 'SKU_NOT_FOUND', sku: missing.sku };
  const stored = await findUploads(
    db,
    lines.flatMap(({ uploads }) => uploads),
  );
  const rows = lines.flatMap(({ quantity, choices, addons, uploads }, position) => {
    const variation = variations[position];
    if (!variation) return [];
    const { id: variationId, productId } = variation;
    const key = String(position);
    const files = stored.filter(({ id }) => uploads.includes(id));
    const row = { ...emptyLine, key, variationId, productId, quantity, fingerprint: key };
    return [{ ...row, choices, addons, uploads, files }];
  });
  const cart = await priceCart(shop, db, { ...emptyCartRows, lines: rows });
  for (const [index, { problem, variation }] of cart.lines.entries()) {
    // Use the name when there is no SKU, because messages show it to staff.
    const sku = lines[index]?.sku || variation?.sku || variation?.name || '';
    const row = rows[index];
    if (problem?.code === 'ADDONS_CHANGED' && row)
      return { ok: false, code: 'ADDONS_INVALID', sku, reasons: explainAddons(shop, variation?.addons ?? [], row) };
    if (problem?.code === 'UNAVAILABLE') return { ok: false, code: 'LINE_UNAVAILABLE', sku };
  }
  return { ok: true, lines: cart.lines };
}

const selectProducts = sqlQuery<VariationIds>(
  'manual-orders.find-products-of-variations',
  'select id, product_id as "productId" from variations where id = any($1::integer[])',
);

/** Finds variations by id, or by SKU for lines without an id. In the order of the lines. */
export async function findVariations(
  db: Db,
  lines: ManualOrderInput['lines'],
): Promise<readonly (VariationIds | undefined)[]> {
  const bySku = await findVariationIdsBySku(
    db,
    lines.flatMap(({ sku, variationId }) => (variationId === undefined ? [sku] : [])),
  );
  const ids = lines.flatMap(({ variationId }) => variationId ?? []);
  const found = ids.length === 0 ? [] : await selectProducts(db, [ids]);
  return lines.map(({ sku, variationId }) =>
    variationId === undefined ? bySku.get(sku.toLowerCase()) : found.find(({ id }) => id === variationId),
  );
}

/** Returns what is wrong with each add-on, or the names of add-ons that the product does not have. */
function explainAddons(
  shop: Shop,
  definitions: Parameters<typeof readAddons>[0],
  { addons, files }: { readonly addons: AddonForm; readonly files: readonly StoredUpload[] },
): string[] {
  const read = readAddons(definitions, addons, toAddonFiles(shop, files));
  if (!read.ok) return read.failures.map(({ text, values }) => shop.t(text, values));
  const known = definitions.map((definition) => addonFieldName(definition));
  const others = Object.keys(addons).filter((name) => !known.includes(name));
  return [`not a filled-in field of the product: ${others.join(', ')}`];
}

async function calculateManualOrder(
  shop: Shop,
  db: Db,
  input: ManualOrderInput,
  priced: readonly PricedLine[],
): Promise<Calculation | ManualOrderFailure> {
  const { currency } = shop.choices;
  const { lines: given, fees: ownFees, shipping } = input;
  const amounts = [
    ...given.flatMap(({ price }) => price ?? []),
    ...[...ownFees, ...(shipping ? [shipping] : [])].map(({ amount }) => amount),
  ];
  const invalid = amounts.find((amount) => readAmount(amount, currency) === null);
  if (invalid !== undefined) return { ok: false, code: 'AMOUNT_INVALID', amount: invalid };
  const lines = priced.flatMap((line, index) => {
    const { price } = input.lines[index] ?? {};
    return toCalculationLine(line, price === undefined ? null : readAmount(price, currency));
  });
  const fees = input.fees.map(({ name, amount, taxClass = null }, index) => {
    return { key: `fee:${index}`, name, amount: readAmount(amount, currency) ?? 0, taxClass };
  });
  const calculation = await calculate(shop, db, {
    ...{ currency, at: shop.clock.now(), lines, fees, coupons: input.coupons },
    customer: toManualCustomer(input),
    billingAddress: input.billing,
    shippingAddress: input.delivery ?? null,
    shippingMethodIds: input.shippingMethod ? [input.shippingMethod] : [],
    agreedShipping: shipping ? { title: shipping.title, amount: readAmount(shipping.amount, currency) ?? 0 } : null,
  });
  const refused = calculation.problems.find((problem) => 'coupon' in problem);
  if (refused)
    return { ok: false, code: 'COUPON_REFUSED', coupon: refused.coupon, problem: refused, reason: refused.code };
  return calculation;
}
