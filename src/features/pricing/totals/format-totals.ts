import type { RenderContext } from '#platform/pages/render-context.ts';
import { getNumberFormat } from '#platform/texts/formats.ts';
import { formatPriceRange } from '../product-price.tsx';
import type { AmountRange, ShippingEstimate } from '../shipping/shown-shipping.ts';
import { pricingTexts as texts } from '../texts.ts';
import { type NamedAmount, sumTaxesByName, type TaxedParts, type TotalsView } from './totals-view.ts';

export interface TotalRow {
  readonly label: string;
  readonly value: string;
  readonly isGrandTotal?: boolean;
}

type Context = Pick<RenderContext, 't' | 'price' | 'locale'>;

interface TotalsOptions {
  /** Whether shipping is added later, because a cart does not know it yet. */
  readonly isShippingLater?: boolean;
  /** Estimated cost of shipping, if it can be estimated. */
  readonly estimate?: ShippingEstimate | null;
  /** Whether shipping and taxes can change with the rest of the address. */
  readonly isTotalEstimated?: boolean;
}

export function formatTotals(context: Context, view: TotalsView, options: TotalsOptions = {}) {
  const { isShippingLater = false, estimate = null, isTotalEstimated = estimate !== null } = options;
  const { t } = context;
  const { itemsTotal, discounts, shipping, fees, total, refundedTotal } = view;
  const format = (amount: number) => context.price({ amount, currency: view.currency });
  const formatNegative = (amount: number) => `−${format(amount)}`;
  const formatRange = (range: AmountRange) =>
    formatPriceRange(context, { ...range, currency: view.currency, isSet: false });
  const totalText = isTotalEstimated ? texts.estimatedTotal : texts.total;
  const label = t(isShippingLater ? texts.totalBeforeShipping : totalText);
  const rows: TotalRow[] = [
    { label: t(texts.subtotal), value: format(itemsTotal) },
    ...discounts.map(({ name, amount, isCoupon }) => ({
      label: isCoupon ? t(texts.coupon, { code: name }) : name || t(texts.discount),
      value: formatNegative(amount),
    })),
    ...shipping.map(({ name, amount, discountedBy }) => ({
      label: discountedBy === '' ? name : t(texts.shippingDiscounted, { name, discount: discountedBy }),
      value: amount === 0 ? t(texts.free) : format(amount),
    })),
    ...(estimate ? [{ label: t(texts.shipping), value: formatCost(context, estimate.cost, formatRange) }] : []),
    ...(isShippingLater ? [{ label: t(texts.shipping), value: t(texts.shippingLater) }] : []),
    ...fees.map(({ name, amount }) => ({ label: name || t(texts.fee), value: format(amount) })),
    ...formatTaxes(context, view),
    ...(estimate?.tax ? [{ label: t(texts.estimatedShippingTax), value: formatRange(estimate.tax) }] : []),
    { label, value: estimate ? formatRange(estimate.total) : format(total), isGrandTotal: true },
    ...(refundedTotal > 0 ? [{ label: t(texts.refunded), value: formatNegative(refundedTotal) }] : []),
  ];
  return rows;
}

function formatCost({ t }: Context, cost: AmountRange, formatRange: (range: AmountRange) => string): string {
  return cost.max === 0 ? t(texts.free) : formatRange(cost);
}

/**
 * Formats the rows of a cart to which shipping may be added. When there are only items, the subtotal is the total, so
 * the total is left out.
 */
export function formatCartTotals(context: Context, view: TotalsView, options: TotalsOptions): TotalRow[] {
  const { isShippingLater = false, estimate = null } = options;
  const rows = formatTotals(context, view, options);
  if (estimate || view.shipping.length > 0) return rows;
  const { discounts, fees, taxes } = view;
  if (discounts.length + fees.length + taxes.length > 0) return rows;
  return rows
    .filter(({ isGrandTotal }) => !isGrandTotal)
    .map((row, index) => ({ ...row, isGrandTotal: index === 0 && !isShippingLater }));
}

type ShownTaxes = Pick<TotalsView, 'currency' | 'taxes' | 'isTaxIncluded' | 'isEstimate'>;

function formatTaxes(context: Context, view: ShownTaxes): TotalRow[] {
  const { currency, taxes } = view;
  return taxes.map((tax) => ({
    label: formatTaxLabel(context, view, tax),
    value: context.price({ amount: tax.amount, currency }),
  }));
}

export function formatIncludedTaxes(
  context: Context,
  { currency, taxes }: Pick<TaxedParts, 'currency' | 'taxes'>,
): TotalRow[] {
  return formatTaxes(context, { currency, taxes: sumTaxesByName(taxes), isTaxIncluded: true, isEstimate: false });
}

/** The percentage is shown when amounts include the tax, and when several taxes have the same name. */
function formatTaxLabel({ t, locale }: Context, view: ShownTaxes, tax: TotalsView['taxes'][number]): string {
  if (tax.name === '') return t(view.isTaxIncluded ? texts.includedTax : texts.tax);
  const isAmbiguous = view.taxes.filter(({ name }: NamedAmount) => name === tax.name).length > 1;
  const hasPercent = isAmbiguous || (view.isTaxIncluded && tax.percent !== null && !tax.name.includes('%'));
  const percent = getNumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }).format(
    (tax.percent ?? 0) / 100,
  );
  const name = hasPercent ? t(texts.taxWithPercent, { name: tax.name, percent }) : tax.name;
  const shown = view.isTaxIncluded ? t(texts.includedTaxNamed, { name }) : name;
  return view.isEstimate ? t(texts.estimatedTax, { name: shown }) : shown;
}
