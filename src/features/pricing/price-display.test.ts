import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from './calculate/calculate.ts';
import type { CalculationLine } from './calculate/calculation.ts';
import type { ApplicableRate } from './calculate/ports.ts';
import type { Prepared } from './calculate/prepare.ts';
import { createPriceDisplay, pricesAsEntered, toShownAddon, toShownPrice } from './price-display.ts';
import { getShownSubtotal } from './totals/totals-view.ts';

const createRate = (name: string, percent: number, facts: Partial<ApplicableRate> = {}): ApplicableRate => ({
  key: `${name}-${facts.taxClass ?? 'standard'}`,
  name,
  taxClass: 'standard',
  rate: Math.round(percent * 10_000),
  isCompound: false,
  appliesToShipping: true,
  ...facts,
});
const vat = createRate('VAT', 23);
const reduced = createRate('VAT', 13.5, { taxClass: 'reduced-rate' });
const quebec = [
  createRate('GST', 5, { taxClass: 'quebec' }),
  createRate('QST', 9.975, { taxClass: 'quebec', isCompound: true }),
];
const rates = [vat, reduced, ...quebec];
const taxes = { rounding: 'line', otherZones: 'same-gross', shippingClass: 'proportional' } as const;
const settings = { taxes, showPriorPrices: true };
const gross = { pricesIncludeTax: false, taxDisplay: 'including' } as const;
const net = { pricesIncludeTax: true, taxDisplay: 'excluding' } as const;

describe('shown prices', () => {
  it.each([
    ['with tax', gross, 1000, 'standard', 1230],
    ['with tax, rounded half up', gross, 50, 'standard', 62],
    ['with the tax of their class', gross, 1000, 'reduced-rate', 1135],
    ['with compound taxes, each rounded', gross, 1000, 'quebec', 1155],
    ['with tax, when they are not taxed', gross, 1000, null, 1000],
    ['with tax, of a class without rates', gross, 1000, 'zero-rate', 1000],
    ['without tax', net, 1230, 'standard', 1000],
    ['without tax, rounded', net, 999, 'standard', 812],
    ['without tax, when they are not taxed', net, 999, null, 999],
  ] as const)('are %s', (_, choices, entered, taxClass, shown) => {
    expect(createPriceDisplay(choices, settings, rates).toShown(entered, taxClass)).toBe(shown);
  });

  it('include what shipping is taxed with', () => {
    const displayOf = (shippingClass: typeof taxes.shippingClass | { taxClass: string }, rate = vat) =>
      createPriceDisplay(gross, { ...settings, taxes: { ...taxes, shippingClass } }, [rate, reduced]);
    expect(displayOf('proportional').toShownShipping(1000, 'standard')).toBe(1230);
    expect(displayOf('proportional').toShownShipping(1000, null)).toBe(1000);
    expect(displayOf({ taxClass: 'reduced-rate' }).toShownShipping(1000, 'standard')).toBe(1135);
    expect(displayOf('proportional', { ...vat, appliesToShipping: false }).toShownShipping(1000, 'standard')).toBe(
      1000,
    );
  });

  it('are those of sales and of add-ons too', () => {
    const display = createPriceDisplay(gross, settings, rates);
    const price = { regular: 2000, sale: 1000, prior: 1500, current: 1000, currency: 'EUR' };
    const shown = { ...price, regular: 2460, sale: 1230, prior: 1845, current: 1230 };
    expect(toShownPrice(price, display, 'standard')).toEqual(shown);
    const withoutPrior = createPriceDisplay(gross, { ...settings, showPriorPrices: false }, rates);
    expect(toShownPrice(price, withoutPrior, 'standard')).toEqual({ ...shown, prior: null });
    const addon = { key: 'wrap', label: 'Wrap', help: '', required: false, maxLength: null } as const;
    const options = [{ value: 'red', label: 'Red', price: 200 }];
    expect(toShownAddon({ ...addon, kind: 'select', price: 100, options }, display, 'standard')).toMatchObject({
      price: 123,
      options: [{ value: 'red', price: 246 }],
    });
  });

  it('are entered prices when nothing differs', () => {
    expect(pricesAsEntered.toShown(999, 'standard')).toBe(999);
    expect(pricesAsEntered.toLowestEntered(999)).toEqual({ '': 999 });
    expect(createPriceDisplay(gross, settings, []).isConverted).toBe(false);
  });
});

const choices = fc.record({
  pricesIncludeTax: fc.boolean(),
  taxDisplay: fc.constantFrom('including', 'excluding'),
} as const);
const rounding = fc.constantFrom('line', 'total');
const taxClasses = fc.constantFrom('standard', 'reduced-rate', 'quebec', 'zero-rate');
const amounts = fc.integer({ min: 0, max: 1_000_000 });

describe('a shown price', () => {
  it('is what a cart shows for one item', () => {
    fc.assert(
      fc.property(
        choices,
        rounding,
        taxClasses,
        fc.constantFrom('taxable', 'shipping', 'none'),
        amounts,
        ({ pricesIncludeTax, taxDisplay }, roundingRule, taxClass, taxStatus, amount) => {
          const taxRules = { ...taxes, rounding: roundingRule };
          const line: CalculationLine = {
            ...{ key: 'a', productId: 1, quantity: 1, unitPrice: amount, agreedPrice: null },
            ...{ taxClass, taxStatus, needsShipping: false, weightGrams: null, shippingClass: null },
          };
          const input = {
            ...{ currency: 'EUR', at: new Date(0), lines: [line], fees: [], customer: null },
            ...{ shippingAddress: null, billingAddress: null, shippingMethodIds: null },
          };
          const prepared: Prepared = {
            ...{ pricesIncludeTax, taxRules, promotions: [], coupons: [], quoteShipping: null },
            ...{ baseRates: rates, rates, isTaxByAddress: true, isEstimate: true },
          };
          const [calculated] = runSteps(input, prepared).lines;
          if (!calculated) throw new Error('the line is missing');
          const display = createPriceDisplay({ pricesIncludeTax, taxDisplay }, { ...settings, taxes: taxRules }, rates);
          const shown = display.toShown(amount, taxStatus === 'taxable' ? taxClass : null);
          expect(shown).toBe(getShownSubtotal(calculated, taxDisplay));
          if (pricesIncludeTax === (taxDisplay === 'including')) expect(shown).toBe(amount);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is in a filter exactly when its entered price is within the bounds', () => {
    fc.assert(
      fc.property(choices, taxClasses, amounts, amounts, (given, taxClass, amount, typed) => {
        const display = createPriceDisplay(given, settings, rates);
        const shown = display.toShown(amount, taxClass);
        const read = (bounds: Readonly<Record<string, number>>) => bounds[taxClass] ?? bounds[''] ?? Number.NaN;
        expect(amount >= read(display.toLowestEntered(typed))).toBe(shown >= typed);
        expect(amount <= read(display.toHighestEntered(typed))).toBe(shown <= typed);
      }),
      { numRuns: 500 },
    );
  });

  it('has bounds for huge typed amounts too', () => {
    for (const given of [gross, net]) {
      const display = createPriceDisplay(given, settings, rates);
      for (const bound of [
        ...Object.values(display.toLowestEntered(Number.MAX_SAFE_INTEGER)),
        ...Object.values(display.toHighestEntered(Number.MAX_SAFE_INTEGER)),
      ])
        expect(bound).toBeGreaterThan(1_000_000_000_000);
    }
  });
});
