import { describe, expect, it } from 'vitest';
import { runSteps } from '../calculate/calculate.ts';
import type { Calculation, ShippingRefusal } from '../calculate/calculation.ts';
import type { QuoteShipping } from '../calculate/ports.ts';
import { formatShippingRefusals } from './format-refusals.ts';
import { getOnlyPackage } from './packages.ts';
import { estimateShipping, getFreeShippingProgress } from './shown-shipping.ts';

const vat = {
  ...{ key: 'vat', name: 'VAT', taxClass: 'standard', rate: 200_000, isCompound: false, appliesToShipping: true },
};
const option = (id: string, amount: number) => ({ id, title: id, amount, isPickup: false });

/** A calculation of one item of 100.00 with a tax of 20 %. Amounts in cents. */
function calculateItem(
  quote: Partial<ReturnType<QuoteShipping>>,
  { pricesIncludeTax = true, methodIds = null as readonly string[] | null } = {},
): Calculation {
  const line = {
    ...{ key: 'a', productId: 1, quantity: 1, unitPrice: 10_000, agreedPrice: null, taxClass: 'standard' },
    ...{ taxStatus: 'taxable' as const, needsShipping: true, weightGrams: 500, shippingClass: null },
  };
  return runSteps(
    {
      ...{ currency: 'EUR', at: new Date(0), lines: [line], fees: [], customer: null },
      ...{ shippingAddress: null, billingAddress: null, shippingMethodIds: methodIds },
    },
    {
      ...{
        pricesIncludeTax,
        promotions: [],
        coupons: [],
        baseRates: [vat],
        rates: [vat],
        isTaxByAddress: true,
        isEstimate: true,
      },
      taxRules: { rounding: 'line', otherZones: 'same-gross', shippingClass: 'proportional' },
      quoteShipping: () => ({ options: [], refusals: [], freeShipping: null, ...quote }),
    },
  );
}

describe('the progress to free shipping', () => {
  it('is in the basis in which the shop shows prices', () => {
    const freeShipping = { minimum: 12_000, missing: 2000 };
    const withTax = calculateItem({ freeShipping });
    const withoutTax = calculateItem({ freeShipping }, { pricesIncludeTax: false });
    expect(getFreeShippingProgress(withTax, 'including')).toEqual({ minimum: 12_000, missing: 2000 });
    expect(getFreeShippingProgress(withoutTax, 'excluding')).toEqual({ minimum: 12_000, missing: 2000 });
    expect(getFreeShippingProgress(withoutTax, 'including')).toEqual({ minimum: 14_400, missing: 2400 });
    // 83.33 is 100.00 without tax: rounded up, so that it is enough.
    expect(getFreeShippingProgress(withTax, 'excluding')).toEqual({ minimum: 10_000, missing: 1667 });
  });

  it('is none without a minimum', () => {
    expect(getFreeShippingProgress(calculateItem({}), 'including')).toBeNull();
  });
});

describe('an estimate of shipping', () => {
  const options = [option('flat_rate:1', 600), option('flat_rate:2', 1200)];

  it('leaves shipping out of the totals, and has the ranges of cost, tax and total', () => {
    const calculation = calculateItem({ options });
    expect(calculation.totals).toMatchObject({ total: 10_000, shippingTotal: 0 });
    expect(estimateShipping(calculation, 'including')).toEqual({
      ...{ cost: { min: 600, max: 1200 }, tax: null, total: { min: 10_600, max: 11_200 } },
    });
    expect(estimateShipping(calculation, 'excluding')).toEqual({
      ...{ cost: { min: 500, max: 1000 }, tax: { min: 100, max: 200 }, total: { min: 10_600, max: 11_200 } },
    });
  });

  it('is none when an option is selected, or there are none', () => {
    const chosen = calculateItem({ options }, { methodIds: ['flat_rate:2'] });
    expect([chosen.totals.total, getOnlyPackage(chosen).selected?.methodId]).toEqual([11_200, 'flat_rate:2']);
    expect(estimateShipping(chosen, 'including')).toBeNull();
    expect(estimateShipping(calculateItem({}), 'including')).toBeNull();
  });

  it('has the problem of a method that is gone, and selects the first', () => {
    const stale = calculateItem({ options }, { methodIds: ['flat_rate:9'] });
    expect(stale.problems).toEqual([{ code: 'SHIPPING_UNAVAILABLE' }]);
    expect(getOnlyPackage(stale).selected?.methodId).toBe('flat_rate:1');
  });
});

describe('the reasons why nothing ships', () => {
  const method = { methodId: 'table:1', title: 'Freight' };
  const context = {
    ...{ locale: 'en-GB', taxDisplay: 'including' as const },
    t: (text: { key: string }, values: object = {}) => `${text.key} ${Object.values(values).join(' ')}`.trim(),
    price: ({ amount }: { amount: number }) => `€${(amount / 100).toFixed(2)}`,
  } as unknown as Parameters<typeof formatShippingRefusals>[0];

  it.each<[ShippingRefusal, string]>([
    [{ code: 'NO_ZONE', isCountryServed: false }, 'pricing.shippingNone Ireland'],
    [{ code: 'NO_ZONE', isCountryServed: true }, 'pricing.shippingNotToPlace Ireland'],
    [{ code: 'NO_METHODS' }, 'pricing.shippingNone Ireland'],
    [{ ...method, code: 'MINIMUM_NOT_REACHED', missing: 1250 }, 'pricing.shippingMinimum Freight €12.50'],
    [{ ...method, code: 'COUPON_REQUIRED' }, 'pricing.shippingCoupon Freight'],
    [{ ...method, code: 'COST_UNDEFINED' }, 'pricing.shippingUndefined Freight'],
    [
      { ...method, code: 'OUTSIDE_TABLE', by: 'weight', value: 12_500, max: 10_000 },
      'pricing.shippingTooHeavy Freight 12.5 kg 10 kg',
    ],
    [{ ...method, code: 'OUTSIDE_TABLE', by: 'quantity', value: 30, max: 20 }, 'pricing.shippingTooMany Freight 30 20'],
    [
      { ...method, code: 'OUTSIDE_TABLE', by: 'total', value: 30_000, max: 20_000 },
      'pricing.shippingTooExpensive Freight €300.00 €200.00',
    ],
    [{ ...method, code: 'OUTSIDE_TABLE', by: 'total', value: 3, max: null }, 'pricing.shippingUndefined Freight'],
  ])('are said in words: %j', (refusal, words) => {
    expect(formatShippingRefusals(context, calculateItem({ refusals: [refusal] }), 'IE')).toEqual([words]);
  });

  it('are not said while there are options', () => {
    const calculation = calculateItem({ options: [option('flat_rate:1', 5)], refusals: [{ code: 'NO_METHODS' }] });
    expect(formatShippingRefusals(context, calculation, 'IE')).toEqual([]);
  });
});
