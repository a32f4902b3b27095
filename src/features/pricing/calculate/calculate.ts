import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Calculation, CalculationInput } from './calculation.ts';
import { type Prepared, prepare } from './prepare.ts';
import { applyPromotions } from './steps/apply-promotions.ts';
import { calculateTaxes, taxShippingOption } from './steps/calculate-taxes.ts';
import { priceLines } from './steps/price-lines.ts';
import { selectShipping } from './steps/select-shipping.ts';
import { sumTaxes, sumTotals } from './steps/sum-totals.ts';

/**
 * Makes every sum of a cart, a checkout or an order: discounts, shipping, fees, taxes and totals.
 * One query for taxes and one for promotions, besides those of other implementations.
 * @param db the open transaction, or the pool
 */
export async function calculate(shop: Shop, db: Db, input: CalculationInput): Promise<Calculation> {
  return runSteps(input, await prepare(shop, db, input));
}

/**
 * Runs the steps in their order: prices, line promotions, cart promotions, shipping, taxes with
 * rounding, totals. Until the tax step every amount is as it is entered, thresholds too. Pure.
 */
export function runSteps(input: CalculationInput, prepared: Prepared): Calculation {
  const priced = { lines: priceLines(input.lines), adjustments: [] };
  const discountedByLine = applyPromotions(priced, prepared.promotions, 'line');
  const { lines, adjustments } = applyPromotions(discountedByLine, prepared.promotions, 'cart');
  const { options, selected, problems } = selectShipping(prepared.quoteShipping, lines, input.shippingMethodIds?.[0]);
  const taxed = calculateTaxes(prepared, input, lines, selected);
  return {
    currency: input.currency,
    pricesIncludeTax: prepared.pricesIncludeTax,
    taxRounding: prepared.taxRules.rounding,
    lines: taxed.lines,
    shipping: {
      options: options.map((option) => taxShippingOption(prepared, input, lines, option)),
      selected: taxed.shipping,
    },
    fees: taxed.fees,
    adjustments,
    taxes: sumTaxes(taxed),
    totals: sumTotals(taxed),
    isEstimate: prepared.isEstimate,
    isTaxByAddress: prepared.isTaxByAddress,
    problems,
  };
}
