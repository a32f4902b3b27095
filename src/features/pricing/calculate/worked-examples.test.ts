import { expect, it } from 'vitest';
import { listSelectedShipping } from '../shipping/packages.ts';
import { runSteps } from './calculate.ts';
import type { CalculationInput, CalculationLine } from './calculation.ts';
import type { ApplicableRate } from './ports.ts';
import type { Prepared } from './prepare.ts';

const percent = (
  name: string,
  value: number,
  facts: Partial<Omit<ApplicableRate, 'name' | 'rate'>> = {},
): ApplicableRate => ({
  key: name,
  name,
  taxClass: 'standard',
  rate: Math.round(value * 10_000),
  isCompound: false,
  appliesToShipping: true,
  ...facts,
});
const irish = percent('VAT', 23);
const irishReduced = percent('Reduced', 13.5, { taxClass: 'reduced' });
const zero = percent('Zero', 0, { taxClass: 'zero' });
const german = percent('MwSt', 19);
const gst = percent('GST', 5);
const qst = percent('QST', 9.975, { isCompound: true });

const line = (key: string, unitPrice: number, facts: Partial<CalculationLine> = {}): CalculationLine => ({
  key,
  productId: 1,
  quantity: 1,
  unitPrice,
  agreedPrice: null,
  taxClass: 'standard',
  taxStatus: 'taxable',
  needsShipping: true,
  weightGrams: null,
  shippingClass: null,
  ...facts,
});

interface Example {
  readonly title: string;
  readonly lines: readonly CalculationLine[];
  readonly isExempt?: boolean;
  readonly fees?: CalculationInput['fees'];
  /** Price of shipping; none without it. */
  readonly shipping?: number;
  readonly isPickup?: boolean;
  readonly prepared: Partial<Omit<Prepared, 'taxRules'>> & { readonly taxRules?: Partial<Prepared['taxRules']> };
  /** Net, tax and gross of each line, then of shipping, then of fees. */
  readonly expected: readonly (readonly [net: number, tax: number, gross: number])[];
  readonly taxes: Readonly<Record<string, number>>;
  readonly total: number;
}

const incl = { pricesIncludeTax: true, baseRates: [irish, irishReduced, zero], rates: [irish, irishReduced, zero] };
const excl = { ...incl, pricesIncludeTax: false };
const reduced = { taxClass: 'reduced' } as const;
const abroad = { ...incl, rates: [german] };
const exemptRules = { customer: { id: null, email: null, isTaxExempt: true } };

/** Amounts in cents. Each can be checked by hand. */
const examples: readonly Example[] = [
  {
    title: 'with tax: 24.60 / 1.23 = 20.00',
    lines: [line('a', 1230, { quantity: 2 })],
    prepared: incl,
    expected: [[2000, 460, 2460]],
    taxes: { VAT: 460 },
    total: 2460,
  },
  {
    title: 'without tax: 20.00 × 1.23 = 24.60',
    lines: [line('a', 1000, { quantity: 2 })],
    prepared: excl,
    expected: [[2000, 460, 2460]],
    taxes: { VAT: 460 },
    total: 2460,
  },
  {
    title: 'no rates: nothing is added',
    lines: [line('a', 999)],
    prepared: { ...incl, baseRates: [], rates: [] },
    expected: [[999, 0, 999]],
    taxes: {},
    total: 999,
  },
  {
    title: 'mixed rates with tax: 12.30 / 1.23 = 10.00, 11.35 / 1.135 = 10.00; the zero rate is kept',
    lines: [line('a', 1230), line('b', 1135, reduced), line('c', 500, { taxClass: 'zero' })],
    prepared: incl,
    expected: [
      [1000, 230, 1230],
      [1000, 135, 1135],
      [500, 0, 500],
    ],
    taxes: { VAT: 230, Reduced: 135, Zero: 0 },
    total: 2865,
  },
  {
    title: 'HMRC, VAT Notice 700: at 20 % the tax is a sixth of the price',
    lines: [line('a', 6000)],
    prepared: { ...incl, baseRates: [percent('VAT', 20)], rates: [percent('VAT', 20)] },
    expected: [[5000, 1000, 6000]],
    taxes: { VAT: 1000 },
    total: 6000,
  },
  {
    title: 'Australian Taxation Office: the tax is one eleventh of the price',
    lines: [line('a', 11_000), line('b', 2750, { quantity: 2 })],
    prepared: { ...incl, baseRates: [percent('GST', 10)], rates: [percent('GST', 10)] },
    expected: [
      [10_000, 1000, 11_000],
      [5000, 500, 5500],
    ],
    taxes: { GST: 1500 },
    total: 16_500,
  },
  {
    title: 'Revenu Québec: both taxes are on the price without the other, 5.00 and 9.98 for 100.00',
    lines: [line('a', 10_000)],
    prepared: { ...excl, baseRates: [gst, { ...qst, isCompound: false }], rates: [gst, { ...qst, isCompound: false }] },
    expected: [[10_000, 1498, 11_498]],
    taxes: { GST: 500, QST: 998 },
    total: 11_498,
  },
  {
    title: 'compound: 100.00 × 5 % = 5.00, 105.00 × 9.975 % = 10.47',
    lines: [line('a', 10_000)],
    prepared: { ...excl, rates: [qst, gst] },
    expected: [[10_000, 1547, 11_547]],
    taxes: { GST: 500, QST: 1047 },
    total: 11_547,
  },
  {
    title: 'per line: 3 × 0.115 is 3 × 0.12',
    lines: [line('a', 50), line('b', 50), line('c', 50)],
    prepared: { ...excl, taxRules: { rounding: 'line' } },
    expected: [
      [50, 12, 62],
      [50, 12, 62],
      [50, 12, 62],
    ],
    taxes: { VAT: 36 },
    total: 186,
  },
  {
    title: 'per total: 3 × 0.115 = 0.345 is 0.35, and the smallest key has most of it',
    lines: [line('c', 50), line('b', 50), line('a', 50)],
    prepared: { ...excl, taxRules: { rounding: 'total' } },
    expected: [
      [50, 11, 61],
      [50, 12, 62],
      [50, 12, 62],
    ],
    taxes: { VAT: 35 },
    total: 185,
  },
  {
    title: 'shipping in proportion: 6.00 for 20.00 at 23 % and 10.00 at 13.5 % is 4.00 and 2.00',
    lines: [line('a', 2000), line('b', 1000, reduced)],
    shipping: 600,
    prepared: excl,
    expected: [
      [2000, 460, 2460],
      [1000, 135, 1135],
      [600, 119, 719],
    ],
    taxes: { VAT: 460 + 92, Reduced: 135 + 27 },
    total: 4314,
  },
  {
    title: 'shipping in proportion, with tax: 7.19 is 4.92 + 2.27, so 4.00 and 2.00 without tax',
    lines: [line('a', 2460), line('b', 1135, reduced)],
    shipping: 719,
    prepared: incl,
    expected: [
      [2000, 460, 2460],
      [1000, 135, 1135],
      [600, 119, 719],
    ],
    taxes: { VAT: 460 + 92, Reduced: 135 + 27 },
    total: 4314,
  },
  {
    title: 'shipping at the highest rate of the goods: 6.00 × 23 % = 1.38',
    lines: [line('a', 2000), line('b', 1000, reduced)],
    shipping: 600,
    prepared: { ...excl, taxRules: { shippingClass: 'highest' } },
    expected: [
      [2000, 460, 2460],
      [1000, 135, 1135],
      [600, 138, 738],
    ],
    taxes: { VAT: 598, Reduced: 135 },
    total: 4333,
  },
  {
    title: 'shipping of a fixed class: 6.00 × 13.5 % = 0.81',
    lines: [line('a', 2000)],
    shipping: 600,
    prepared: { ...excl, taxRules: { shippingClass: { taxClass: 'reduced' } } },
    expected: [
      [2000, 460, 2460],
      [600, 81, 681],
    ],
    taxes: { VAT: 460, Reduced: 81 },
    total: 3141,
  },
  {
    title: 'a rate that does not apply to shipping, and goods of which only shipping is taxed',
    lines: [line('a', 1000, { taxStatus: 'shipping' }), line('b', 1000, { taxStatus: 'none', needsShipping: false })],
    shipping: 600,
    prepared: { ...excl, rates: [irish, percent('Local', 2, { appliesToShipping: false })] },
    expected: [
      [1000, 0, 1000],
      [1000, 0, 1000],
      [600, 138, 738],
    ],
    taxes: { VAT: 138 },
    total: 2738,
  },
  {
    title: 'an exempt customer pays the price without tax: 12.30 / 1.23, 6.15 / 1.23',
    lines: [line('a', 1230)],
    shipping: 615,
    isExempt: true,
    prepared: incl,
    expected: [
      [1000, 0, 1000],
      [500, 0, 500],
    ],
    taxes: {},
    total: 1500,
  },
  {
    title: 'an exempt customer, prices without tax',
    lines: [line('a', 1000)],
    isExempt: true,
    prepared: excl,
    expected: [[1000, 0, 1000]],
    taxes: {},
    total: 1000,
  },
  {
    title: 'another zone, same gross: 12.30 / 1.19 = 10.34',
    lines: [line('a', 1230)],
    prepared: abroad,
    expected: [[1034, 196, 1230]],
    taxes: { MwSt: 196 },
    total: 1230,
  },
  {
    title: 'another zone, same net: 12.30 / 1.23 = 10.00, × 1.19 = 11.90; shipping 6.15 is 5.00 and 5.95',
    lines: [line('a', 1230)],
    shipping: 615,
    prepared: { ...abroad, taxRules: { otherZones: 'same-net' } },
    expected: [
      [1000, 190, 1190],
      [500, 95, 595],
    ],
    taxes: { MwSt: 285 },
    total: 1785,
  },
  {
    title: 'another zone without rates, same net: only the tax of the base address is removed',
    lines: [line('a', 1230)],
    prepared: { ...abroad, rates: [], taxRules: { otherZones: 'same-net' } },
    expected: [[1000, 0, 1000]],
    taxes: {},
    total: 1000,
  },
  {
    title: 'a pickup from another zone is taxed at the base address: 12.30 / 1.23',
    lines: [line('a', 1230)],
    shipping: 0,
    isPickup: true,
    prepared: abroad,
    expected: [
      [1000, 230, 1230],
      [0, 0, 0],
    ],
    taxes: { VAT: 230 },
    total: 1230,
  },
  {
    title: 'a fee with tax and one without: 2.46 / 1.23 = 2.00',
    lines: [line('a', 1230)],
    fees: [
      { key: 'wrap', name: 'Gift wrap', amount: 246, taxClass: 'standard' },
      { key: 'stamp', name: 'Stamp', amount: 100, taxClass: null },
    ],
    prepared: incl,
    expected: [
      [1000, 230, 1230],
      [200, 46, 246],
      [100, 0, 100],
    ],
    taxes: { VAT: 276 },
    total: 1576,
  },
  {
    title: 'a discount of 10 % before the tax: 12.30 − 1.23 = 11.07, / 1.23 = 9.00',
    lines: [line('a', 1230)],
    prepared: {
      ...incl,
      promotions: [
        {
          ...{ source: 'promotion:1', id: 1, name: 'Autumn', appliesTo: 'cart', priority: 1 },
          ...{ productIds: null, minQuantity: 1, discount: { type: 'percent', rate: 100_000 } },
        },
      ],
    },
    expected: [[900, 207, 1107]],
    taxes: { VAT: 207 },
    total: 1107,
  },
];

it.each(examples)('$title', ({ lines, isExempt, fees = [], shipping, isPickup = false, prepared, ...example }) => {
  const option = { id: 'flat_rate:1', title: 'Parcel', amount: shipping ?? 0, isPickup };
  const taxRules = { rounding: 'line', otherZones: 'same-gross', shippingClass: 'proportional' } as const;
  const result = runSteps(
    {
      ...{ currency: 'EUR', at: new Date(), lines, fees, shippingAddress: null, billingAddress: null },
      ...{ shippingMethodIds: [], ...(isExempt ? exemptRules : { customer: null }) },
    },
    {
      ...{
        pricesIncludeTax: true,
        promotions: [],
        coupons: [],
        baseRates: [],
        rates: [],
        isTaxByAddress: true,
        isEstimate: false,
      },
      ...prepared,
      taxRules: { ...taxRules, ...prepared.taxRules },
      quoteShipping: shipping === undefined ? null : () => ({ options: [option], refusals: [], freeShipping: null }),
    },
  );
  const parts = [...result.lines, ...listSelectedShipping(result), ...result.fees];
  expect(parts.map(({ net, tax, gross }) => [net, tax, gross])).toEqual(example.expected);
  expect(Object.fromEntries(result.taxes.map(({ rate, amount }) => [rate.name, amount]))).toEqual(example.taxes);
  expect(result.totals.total).toBe(example.total);
});
