import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addTaxes, removeTaxes, type TaxableAmount, type TaxRate, type TaxRounding } from './taxes.ts';

const percent = (name: string, value: number, isCompound = false): TaxRate => ({
  key: name,
  name,
  taxClass: 'standard',
  rate: Math.round(value * 10_000),
  isCompound,
});
const vat = percent('VAT', 23);
const reduced = percent('Reduced', 13.5);
const zero = percent('Zero', 0);
const gst = percent('GST', 5);
const qst = percent('QST', 9.975, true);

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

interface Example {
  readonly title: string;
  readonly options: { readonly includesTax: boolean; readonly rounding: TaxRounding };
  /** Amount and rates. */
  readonly given: readonly (readonly [number, readonly TaxRate[]])[];
  /** Net, taxes and gross. */
  readonly expected: readonly (readonly [number, readonly number[], number])[];
}

const inclusive = { includesTax: true, rounding: 'line' } as const;
const exclusive = { includesTax: false, rounding: 'line' } as const;

/** Each can be checked by hand. Amounts in cents. */
const examples: readonly Example[] = [
  // 1230 / 1.23 = 1000
  { title: 'one rate, included', options: inclusive, given: [[1230, [vat]]], expected: [[1000, [230], 1230]] },
  // 999 / 1.23 = 812.195
  { title: 'one rate, included, rounded', options: inclusive, given: [[999, [vat]]], expected: [[812, [187], 999]] },
  // 1000 × 0.23 = 230
  { title: 'one rate, added', options: exclusive, given: [[1000, [vat]]], expected: [[1000, [230], 1230]] },
  // 50 × 0.23 = 11.5, half away from zero
  { title: 'one rate, added, rounded', options: exclusive, given: [[50, [vat]]], expected: [[50, [12], 62]] },
  { title: 'a zero rate', options: inclusive, given: [[500, [zero]]], expected: [[500, [0], 500]] },
  { title: 'no rate', options: exclusive, given: [[500, []]], expected: [[500, [], 500]] },
  {
    // 1230 / 1.23 = 1000; 1135 / 1.135 = 1000
    title: 'mixed rates, included',
    options: inclusive,
    given: [
      [1230, [vat]],
      [1135, [reduced]],
    ],
    expected: [
      [1000, [230], 1230],
      [1000, [135], 1135],
    ],
  },
  {
    // 10000 × 0.05 = 500; 10500 × 0.09975 = 1047.375
    title: 'a compound rate, added',
    options: exclusive,
    given: [[10_000, [gst, qst]]],
    expected: [[10_000, [500, 1047], 11_547]],
  },
  {
    // 11547 / (1.05 × 1.09975) = 9999.675; the difference 1547 : 499.98 to GST, 1047.34 to QST
    title: 'a compound rate, included',
    options: inclusive,
    given: [[11_547, [gst, qst]]],
    expected: [[10_000, [500, 1047], 11_547]],
  },
  {
    // 3 × 11.5 = 34.5, half away from zero 35; by line it would be 36
    title: 'one rate on three amounts, added, rounded on the total',
    options: { includesTax: false, rounding: 'total' },
    given: [
      [50, [vat]],
      [50, [vat]],
      [50, [vat]],
    ],
    expected: [
      [50, [12], 62],
      [50, [12], 62],
      [50, [11], 61],
    ],
  },
  {
    // 3 × 999 × 23 / 123 = 560.41; by line it would be 561
    title: 'one rate on three amounts, included, rounded on the total',
    options: { includesTax: true, rounding: 'total' },
    given: [
      [999, [vat]],
      [999, [vat]],
      [999, [vat]],
    ],
    expected: [
      [812, [187], 999],
      [812, [187], 999],
      [813, [186], 999],
    ],
  },
];

describe('the tax step', () => {
  it.each(examples)('$title', ({ options, given, expected }) => {
    const amounts = given.map(([amount, rates], index) => ({
      key: `line-${index}`,
      amount,
      rates,
      includesTax: options.includesTax,
    }));
    const result = addTaxes(amounts, options.rounding);
    expect(result.map(({ net, taxes, gross }) => [net, taxes.map(({ amount }) => amount), gross])).toEqual(expected);
  });

  it('adds no more tax to an amount than it includes', () => {
    const cents = Array.from({ length: 30 }, (_, index) => ({
      key: `line-${index}`,
      amount: 1,
      includesTax: true,
      rates: [gst, qst],
    }));
    expect(Math.min(...addTaxes(cents, 'total').map(({ net }) => net))).toBe(0);
  });

  it.each(['line', 'total'] as const)(
    'applies compound rates to the taxes before them too (rounded by %s)',
    (rounding) => {
      const rates = [vat, gst, qst];
      const [taxed] = addTaxes([{ key: 'line', amount: 10_000, includesTax: false, rates }], rounding);
      expect(taxed?.taxes.map(({ net, amount }) => [net, amount])).toEqual([
        [10_000, 2300],
        [10_000, 500],
        [12_800, 1277],
      ]);
    },
  );

  it('removes the taxes that a price includes', () => {
    expect(removeTaxes({ amount: 1230, rates: [vat] })).toBe(1000);
    expect(removeTaxes({ amount: 11_547, rates: [gst, qst] })).toBe(10_000);
    expect(removeTaxes({ amount: 500, rates: [] })).toBe(500);
  });

  const rates = fc.subarray([vat, reduced, zero, gst, qst]);
  const amounts = fc
    .array(fc.record({ amount: fc.nat(100_000_000), includesTax: fc.boolean(), rates }), { maxLength: 12 })
    .map((list): TaxableAmount[] => list.map((one, index) => ({ ...one, key: `line-${index}` })));
  const roundings = fc.constantFrom<TaxRounding>('line', 'total');

  it('makes net + tax = gross, keeps the amount that was entered, and adds no negative tax', () => {
    fc.assert(
      fc.property(amounts, roundings, (given, rounding) => {
        for (const [index, { net, gross, taxes }] of addTaxes(given, rounding).entries()) {
          expect(net + sum(taxes.map(({ amount }) => amount))).toBe(gross);
          expect(given[index]?.includesTax ? gross : net).toBe(given[index]?.amount);
          expect(taxes.every(({ amount }) => amount >= 0)).toBe(true);
          expect(net).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('does not depend on the order of the amounts', () => {
    fc.assert(
      fc.property(amounts, roundings, (given, rounding) => {
        const byKey = new Map(addTaxes(given.toReversed(), rounding).map((taxed) => [taxed.key, taxed]));
        for (const taxed of addTaxes(given, rounding)) expect(byKey.get(taxed.key)).toEqual(taxed);
      }),
    );
  });

  it('is at most half a minor unit off when it rounds the total of a rate', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { maxLength: 12 }), fc.boolean(), (given, includesTax) => {
        const taxable = given.map((amount, index) => ({ key: `line-${index}`, amount, includesTax, rates: [vat] }));
        const taxed = addTaxes(taxable, 'total');
        const tax = sum(taxed.flatMap(({ taxes }) => taxes.map(({ amount }) => amount)));
        expect(Math.abs(tax - (sum(given) * 23) / (includesTax ? 123 : 100))).toBeLessThanOrEqual(0.5 + 1e-6);
      }),
    );
  });
});
