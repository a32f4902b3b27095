import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { mainPackage } from '../shipping/packages.ts';
import type {
  Adjustment,
  AppliedCoupon,
  CalculatedPackage,
  Calculation,
  CalculationInput,
  CalculationTotals,
  ShippingOption,
  TaxTotal,
} from './calculation.ts';
import type { Coupon, Promotion } from './ports.ts';
import { type Prepared, prepare } from './prepare.ts';
import { applyCoupons } from './steps/apply-coupons.ts';
import { applyPromotions } from './steps/apply-promotions.ts';
import { calculateTaxes, createShippingTaxes, type TaxedOrder, taxShippingOptions } from './steps/calculate-taxes.ts';
import type { AdjustmentSource } from './steps/discounts.ts';
import { priceLines } from './steps/price-lines.ts';
import { type SelectedShipping, selectShipping } from './steps/select-shipping.ts';
import { findUntaxedReason, type TaxDuty } from './untaxed-reason.ts';

/**
 * Calculates all amounts of a cart, a checkout or an order: discounts, shipping, fees, taxes and totals. One query
 * for taxes, one for promotions and, with codes, one for coupons, besides those of other implementations.
 * @param db the open transaction, or the pool
 */
export async function calculate(shop: Shop, db: Db, input: CalculationInput): Promise<Calculation> {
  return runSteps(input, await prepare(shop, db, input));
}

/**
 * Runs the steps in their order: prices, line promotions, cart promotions, coupons, shipping, shipping discounts,
 * taxes with rounding, totals. Until the tax step every amount and every threshold is with or without tax, as prices
 * are entered. Pure.
 */
export function runSteps(input: CalculationInput, prepared: Prepared): Calculation {
  const priced = { lines: priceLines(input.lines), adjustments: [] };
  const byLine = applyPromotions(priced, prepared.promotions, 'line');
  const byCart = applyPromotions(byLine, prepared.promotions, 'cart');
  const { lines, ...discounted } = applyCoupons(byCart, prepared.coupons);
  const { refusals, ...selection } = selectShipping(prepared.quoteShipping, lines, {
    methodIds: input.shippingMethodIds,
    hasFreeShippingCoupon: discounted.applied.some(({ isFreeShipping }) => isFreeShipping),
  });
  const freeByCoupon = selection.hasCouponMethod ? [] : discounted.applied;
  const freeBy = input.agreedShipping ? [] : listFreeShipping([...byLine.applied, ...byCart.applied], freeByCoupon);
  const { options, selected, freeShipping, adjustments: ofShipping } = discountShipping(selection, 0, freeBy);
  const adjustments = [...discounted.adjustments, ...ofShipping];
  const prepareShipping = createShippingTaxes(prepared, input, lines);
  const taxed = calculateTaxes(prepared, input, lines, selected, prepareShipping);
  const onlyPackage: CalculatedPackage = {
    ...mainPackage,
    lineKeys: listShippedKeys(input),
    options: taxShippingOptions(options, prepareShipping),
    selected: taxed.shipping[0] ?? null,
    refusals,
  };
  const taxes = sumTaxes(taxed);
  return {
    currency: input.currency,
    pricesIncludeTax: prepared.pricesIncludeTax,
    taxRounding: prepared.taxRules.rounding,
    lines: taxed.lines,
    shipping: {
      packages: prepared.quoteShipping === null ? [] : [onlyPackage],
      freeShipping,
    },
    fees: taxed.fees,
    coupons: discounted.applied.map((coupon) => toAppliedCoupon(coupon, adjustments, selected)),
    adjustments,
    taxes,
    untaxedReason: findUntaxedReason(findTaxDuty(prepared, selected), input, taxes),
    totals: sumTotals(taxed),
    isEstimate: prepared.isEstimate,
    isTaxByAddress: prepared.isTaxByAddress,
    problems: [...selection.problems, ...discounted.problems],
  };
}

const chargedEverywhere: TaxDuty = { isCharged: true, isOutsideArea: false, isReverseCharged: false };

/** The reverse charge does not apply to pickups, whose goods do not leave the shop's country. */
function findTaxDuty({ taxDuty = chargedEverywhere }: Prepared, shipping: ShippingOption | null): TaxDuty {
  return { ...taxDuty, isReverseCharged: taxDuty.isReverseCharged && shipping?.isPickup !== true };
}

const listShippedKeys = ({ lines }: CalculationInput): string[] =>
  lines.filter(({ needsShipping }) => needsShipping).map(({ key }) => key);

function listFreeShipping(promotions: readonly Promotion[], coupons: readonly Coupon[]): AdjustmentSource[] {
  return [
    ...promotions.filter(({ isFreeShipping }) => isFreeShipping),
    ...coupons.filter(({ isFreeShipping }) => isFreeShipping).map(({ source, code }) => ({ source, name: code })),
  ];
}

function toAppliedCoupon(
  { id, source, code, isFreeShipping, discount: rule }: Coupon,
  adjustments: readonly Adjustment[],
  shipping: ShippingOption | null,
): AppliedCoupon {
  const own = adjustments.filter((adjustment) => adjustment.source === source);
  const ofLines = own.filter(({ lineKey }) => lineKey !== null);
  const isUsed = own.length > 0 || (isFreeShipping && (shipping?.needsCoupon ?? false));
  const discount = ofLines.reduce((sum, { amount }) => sum - amount, 0);
  return { id, source, code, discount, kind: toCouponKind(rule), isFreeShipping, isUsed };
}

function toCouponKind(rule: Coupon['discount']): AppliedCoupon['kind'] {
  if (rule.type === 'amount') return rule.per;
  return rule.type === 'none' ? 'shipping' : rule.type;
}

interface DiscountedShipping extends Pick<SelectedShipping, 'freeShipping'> {
  /** Amounts after the discount. */
  readonly options: readonly ShippingOption[];
  readonly selected: ShippingOption | null;
  readonly adjustments: readonly Adjustment[];
}

/**
 * Applies shipping discounts: all options of a package become free, whichever is chosen.
 * @param packageIndex index of the package
 * @param freeBy promotions and coupons that make shipping free; only the first one is applied
 */
function discountShipping(
  { options, selected, freeShipping }: Pick<SelectedShipping, 'options' | 'selected' | 'freeShipping'>,
  packageIndex: number,
  [first]: readonly AdjustmentSource[],
): DiscountedShipping {
  if (!first) return { options, selected, freeShipping, adjustments: [] };
  const { source, name } = first;
  return {
    options: options.map((option) => ({ ...option, amount: 0 })),
    selected: selected && { ...selected, amount: 0 },
    freeShipping: null,
    adjustments:
      selected && selected.amount > 0 ? [{ source, name, lineKey: null, packageIndex, amount: -selected.amount }] : [],
  };
}

/** Sums amounts that are already rounded. The last step. */
function sumTotals({ lines, shipping, fees }: TaxedOrder): CalculationTotals {
  const parts = [...lines, ...shipping, ...fees];
  const itemsTotal = sumBy(lines, ({ subtotal }) => subtotal);
  return {
    itemsTotal,
    discountTotal: itemsTotal - sumBy(lines, ({ total }) => total),
    shippingTotal: sumBy(shipping, ({ total }) => total),
    feeTotal: sumBy(fees, ({ total }) => total),
    taxTotal: sumBy(parts, ({ tax }) => tax),
    total: sumBy(parts, ({ gross }) => gross),
  };
}

/** Sums the taxes by rate, in the order of their first appearance. */
function sumTaxes({ lines, shipping, fees }: TaxedOrder): TaxTotal[] {
  const taxLines = [...lines, ...shipping, ...fees].flatMap(({ taxes }) => taxes);
  return [...Map.groupBy(taxLines, ({ rate }) => rate.key).values()].flatMap((group) => {
    const [first] = group;
    const [net, amount] = [sumBy(group, (line) => line.net), sumBy(group, (line) => line.amount)];
    return first ? [{ rate: first.rate, net, amount }] : [];
  });
}

function sumBy<Item>(items: readonly Item[], amount: (item: Item) => number): number {
  return items.reduce((total, item) => total + amount(item), 0);
}
