import type { RenderContext } from '#platform/pages/render-context.ts';
import { getCountryName, getNumberFormat } from '#platform/texts/formats.ts';
import type { Calculation, ShippingMeasure, ShippingRefusal } from '../calculate/calculation.ts';
import { pricingTexts as texts } from '../texts.ts';
import { getOnlyPackage } from './packages.ts';
import { toShownAmount } from './shown-shipping.ts';

type Context = Pick<RenderContext, 't' | 'price' | 'locale' | 'taxDisplay'>;

/**
 * Explains why nothing is shipped to an address, and what to do, with one sentence for each reason.
 * @param country country of the address, ISO 3166-1 alpha-2
 * @returns an empty list when there are options, or nothing is shipped
 */
export function formatShippingRefusals(context: Context, calculation: Calculation, country: string): string[] {
  const { options, refusals } = getOnlyPackage(calculation);
  if (options.length > 0) return [];
  return [...new Set(refusals.map((refusal) => formatRefusal(context, calculation, refusal, country)))];
}

function formatRefusal(context: Context, calculation: Calculation, refusal: ShippingRefusal, country: string): string {
  const { t, locale } = context;
  switch (refusal.code) {
    case 'NO_ZONE':
    case 'NO_METHODS': {
      const isPart = refusal.code === 'NO_ZONE' && refusal.isCountryServed;
      return t(isPart ? texts.shippingNotToPlace : texts.shippingNone, { country: getCountryName(country, locale) });
    }
    case 'MINIMUM_NOT_REACHED': {
      const missing = toShownAmount(calculation, context.taxDisplay, refusal.missing);
      const amount = context.price({ amount: missing, currency: calculation.currency });
      return t(texts.shippingMinimum, { title: refusal.title, missing: amount });
    }
    case 'COUPON_REQUIRED':
      return t(texts.shippingCoupon, { title: refusal.title });
    case 'COST_UNDEFINED':
      return t(texts.shippingUndefined, { title: refusal.title });
    case 'OUTSIDE_TABLE': {
      const { title, by, value, max } = refusal;
      if (max === null) return t(texts.shippingUndefined, { title });
      const format = (measured: number) => formatMeasure(context, calculation, by, measured);
      return t(tableTexts[by], { title, value: format(value), max: format(max) });
    }
  }
}

const tableTexts = {
  weight: texts.shippingTooHeavy,
  total: texts.shippingTooExpensive,
  quantity: texts.shippingTooMany,
} as const;

function formatMeasure(context: Context, calculation: Calculation, by: ShippingMeasure, value: number): string {
  const { locale, taxDisplay } = context;
  if (by === 'total') {
    return context.price({ amount: toShownAmount(calculation, taxDisplay, value), currency: calculation.currency });
  }
  const weight = { style: 'unit', unit: 'kilogram', maximumFractionDigits: 2 } as const;
  return by === 'weight'
    ? getNumberFormat(locale, weight).format(value / 1000)
    : getNumberFormat(locale, {}).format(value);
}
