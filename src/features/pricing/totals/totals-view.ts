import { allocate } from '../calculate/allocate.ts';
import type { Adjustment, Calculation, TaxTotal } from '../calculate/calculation.ts';
import { listSelectedShipping } from '../shipping/packages.ts';

export interface NamedAmount {
  readonly name: string;
  /** Minor units. */
  readonly amount: number;
}

/** The totals of a cart or an order as they are shown. Amounts in minor units. */
export interface TotalsView {
  readonly currency: string;
  /** Sum of the items before discounts. */
  readonly itemsTotal: number;
  /** Positive amounts. The name of a coupon is its code. */
  readonly discounts: readonly (NamedAmount & { readonly isCoupon: boolean })[];
  /** `discountedBy` is the name of the discount that reduced the cost, or an empty text. */
  readonly shipping: readonly (NamedAmount & { readonly discountedBy: string })[];
  readonly fees: readonly NamedAmount[];
  /** `percent` is null when it is unknown. An empty name is shown as 'Tax'. */
  readonly taxes: readonly (NamedAmount & { readonly percent: number | null })[];
  /** Whether the amounts above include the taxes. */
  readonly isTaxIncluded: boolean;
  /** True while the address is unknown: the taxes can still change. */
  readonly isEstimate: boolean;
  readonly total: number;
  readonly refundedTotal: number;
}

interface TaxedAmounts {
  readonly net: number;
  readonly gross: number;
}

/** Input of `toTotalsView`: the parts of a calculation, or of an order whose taxes are recorded. */
export interface TaxedParts {
  readonly currency: string;
  readonly lines: readonly (TaxedAmounts & { readonly subtotalNet: number; readonly subtotalGross: number })[];
  readonly shipping: readonly (TaxedAmounts & { readonly title: string })[];
  readonly fees: readonly (TaxedAmounts & { readonly name: string })[];
  readonly adjustments: readonly (Pick<Adjustment, 'source' | 'name' | 'amount'> & {
    /** True for a discount on shipping, false for a discount on lines. Default: false. */
    readonly isShipping?: boolean;
  })[];
  readonly taxes: readonly { readonly rate: Pick<TaxTotal['rate'], 'name' | 'rate'>; readonly amount: number }[];
  readonly total: number;
  readonly isEstimate?: boolean;
  readonly refundedTotal?: number;
}

export type TaxDisplay = 'including' | 'excluding';

/**
 * Converts parts to totals with or without tax. The discounts are the difference between the items before and after
 * discounts, divided among their sources.
 */
export function toTotalsView(parts: TaxedParts, taxDisplay: TaxDisplay): TotalsView {
  const show = ({ net, gross }: TaxedAmounts) => (taxDisplay === 'including' ? gross : net);
  const { currency, lines, shipping, fees, adjustments, taxes, total } = parts;
  const itemsTotal = lines.reduce((sum, line) => sum + getShownSubtotal(line, taxDisplay), 0);
  const ofLines = adjustments.filter(({ isShipping }) => !isShipping);
  const discountedBy = adjustments.find(({ isShipping }) => isShipping)?.name ?? '';
  return {
    currency,
    itemsTotal,
    discounts: sumDiscounts(ofLines, itemsTotal - lines.reduce((sum, line) => sum + show(line), 0)),
    shipping: shipping.map((line) => ({ name: line.title, amount: show(line), discountedBy })),
    fees: fees.map((fee) => ({ name: fee.name, amount: show(fee) })),
    taxes: sumTaxesByName(taxes),
    isTaxIncluded: taxDisplay === 'including',
    isEstimate: parts.isEstimate ?? false,
    total,
    refundedTotal: parts.refundedTotal ?? 0,
  };
}

/** Returns the price of a line before discounts, with or without tax. */
export function getShownSubtotal(
  { subtotalNet, subtotalGross }: { readonly subtotalNet: number; readonly subtotalGross: number },
  taxDisplay: TaxDisplay,
): number {
  return taxDisplay === 'including' ? subtotalGross : subtotalNet;
}

export function calculationToTotalsView(calculation: Calculation, taxDisplay: TaxDisplay): TotalsView {
  const { totals } = calculation;
  const adjustments = calculation.adjustments.map((each) => ({ ...each, isShipping: each.lineKey === null }));
  const parts = {
    ...calculation,
    adjustments,
    shipping: listSelectedShipping(calculation),
    total: totals.total,
  };
  return toTotalsView(parts, taxDisplay);
}

function sumDiscounts(adjustments: TaxedParts['adjustments'], total: number): TotalsView['discounts'] {
  const groups = [...Map.groupBy(adjustments, ({ source }) => source)];
  if (groups.length === 0) return [];
  const weights = groups.map(([key, group]) => ({
    key,
    weight: BigInt(-group.reduce((sum, { amount }) => sum + amount, 0)),
  }));
  const shares = allocate(BigInt(total), weights);
  return groups.map(([key, [first]]) => ({
    name: first?.name ?? '',
    amount: Number(shares.get(key) ?? 0n),
    isCoupon: key.startsWith('coupon:'),
  }));
}

export function sumTaxesByName(taxes: TaxedParts['taxes']): TotalsView['taxes'] {
  const groups = Map.groupBy(taxes, ({ rate }) => `${rate.rate} ${rate.name}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const amount = group.reduce((sum, tax) => sum + tax.amount, 0);
    return first ? [{ name: first.rate.name, percent: first.rate.rate / 10_000, amount }] : [];
  });
}
