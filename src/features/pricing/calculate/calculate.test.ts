import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listSelectedShipping } from '../shipping/packages.ts';
import { runSteps } from './calculate.ts';
import type { CalculatedShipping, Calculation, CalculationInput, CalculationLine } from './calculation.ts';
import type { ApplicableRate, Coupon, FoundCoupon, Promotion } from './ports.ts';
import type { Prepared } from './prepare.ts';
import { addTaxes } from './taxes.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const classes = ['standard', 'reduced', 'zero'] as const;

const lines = fc
  .array(
    fc.record({
      productId: fc.integer({ min: 1, max: 3 }),
      quantity: fc.integer({ min: 1, max: 20 }),
      unitPrice: fc.nat(100_000),
      agreedPrice: fc.option(fc.nat(100_000), { freq: 4 }),
      taxClass: fc.constantFrom(...classes),
      taxStatus: fc.constantFrom('taxable', 'taxable', 'shipping', 'none'),
      needsShipping: fc.boolean(),
      weightGrams: fc.option(fc.nat(5000)),
      shippingClass: fc.constantFrom(null, 'fragile'),
      isOnSale: fc.boolean(),
    }),
    { maxLength: 8 },
  )
  .map((list): CalculationLine[] => list.map((line, index) => ({ ...line, key: `line-${index}` })));

const rates = (zone: string) =>
  fc
    .array(
      fc.record({
        taxClass: fc.constantFrom(...classes),
        rate: fc.constantFrom(0, 50_000, 99_750, 135_000, 190_000, 230_000),
        isCompound: fc.boolean(),
        appliesToShipping: fc.boolean(),
      }),
      { maxLength: 5 },
    )
    .map((list): ApplicableRate[] =>
      list.map((rate, index) => ({ ...rate, key: `${zone}-${index}`, name: `Tax ${index}` })),
    );

const promotion = fc.record<Omit<Promotion, 'id' | 'source'>>({
  name: fc.constant('Sale'),
  appliesTo: fc.constantFrom('line', 'cart'),
  priority: fc.nat(3),
  productIds: fc.option(fc.subarray([1, 2, 3])),
  minQuantity: fc.nat(10),
  minSpend: fc.constantFrom(0, 0, 5_000, 100_000),
  tierGroup: fc.constantFrom(null, null, 'spend'),
  isFreeShipping: fc.boolean(),
  discount: fc.oneof(
    fc.constant({ type: 'none' as const }),
    fc.integer({ min: 2, max: 5 }).chain((quantity) =>
      fc.record({
        type: fc.constant('bundle' as const),
        quantity: fc.constant(quantity),
        free: fc.integer({ min: 1, max: quantity - 1 }),
      }),
    ),

    fc.record({ type: fc.constant('percent' as const), rate: fc.nat(1_000_000) }),
    fc.record({ type: fc.constant('amount' as const), amount: fc.nat(50_000) }),
  ),
});
const promotions = fc
  .array(promotion, { maxLength: 4 })
  .map((list): Promotion[] =>
    list
      .map((facts, id) => ({ ...facts, id, source: `promotion:${id}` }))
      .sort((a, b) => a.priority - b.priority || a.id - b.id),
  );

const coupon = fc.record<Omit<Coupon, 'id' | 'source' | 'code'>>({
  priority: fc.nat(3),
  productIds: fc.option(fc.subarray([1, 2, 3])),
  excludesSaleItems: fc.boolean(),
  isIndividual: fc.integer({ min: 0, max: 3 }).map((chance) => chance === 0),
  minSpend: fc.option(fc.nat(50_000), { freq: 2 }),
  maxSpend: fc.option(fc.nat(5_000_000), { freq: 2 }),
  maxItems: fc.option(fc.integer({ min: 1, max: 10 })),
  isFreeShipping: fc.boolean(),
  discount: fc.oneof(
    fc.constant({ type: 'none' as const }),
    fc.record({ type: fc.constant('percent' as const), rate: fc.nat(1_000_000) }),
    fc.record({ type: fc.constant('amount' as const), amount: fc.nat(50_000), per: fc.constantFrom('cart', 'item') }),
  ),
});
const toFound = (facts: Omit<Coupon, 'id' | 'source' | 'code'>, id: number): FoundCoupon => ({
  code: `code${id}`,
  coupon: { ...facts, id, source: `coupon:${id}`, code: `CODE${id}` },
});
const coupons = fc.array(coupon, { maxLength: 4 }).map((list) => list.map(toFound));

const input: fc.Arbitrary<CalculationInput> = fc.record({
  currency: fc.constant('EUR'),
  at: fc.constant(new Date(0)),
  lines,
  fees: fc.constantFrom([], [{ key: 'wrap', name: 'Gift wrap', amount: 333, taxClass: 'standard' }]),
  customer: fc.constantFrom(null, ...[false, true].map((isTaxExempt) => ({ id: null, email: null, isTaxExempt }))),
  shippingAddress: fc.constant(null),
  billingAddress: fc.constant(null),
  shippingMethodIds: fc.constant([]),
});

const prepared: fc.Arbitrary<Prepared> = fc.record({
  pricesIncludeTax: fc.boolean(),
  taxRules: fc.record({
    rounding: fc.constantFrom('line', 'total'),
    otherZones: fc.constantFrom('same-gross', 'same-net'),
    shippingClass: fc.constantFrom<Prepared['taxRules']['shippingClass']>('proportional', 'highest', {
      taxClass: 'reduced',
    }),
  }),
  promotions,
  coupons,
  quoteShipping: fc.option(
    fc.record({ amount: fc.nat(5000), isPickup: fc.boolean() }).map(({ amount, isPickup }) => () => ({
      ...{ options: [{ id: 'flat_rate:1', title: 'Parcel', amount, isPickup }], refusals: [], freeShipping: null },
    })),
  ),
  baseRates: rates('base'),
  rates: rates('zone'),
  isTaxByAddress: fc.constant(true),
  isEstimate: fc.constant(false),
});

const listParts = ({ lines, shipping, fees }: Calculation) => [
  ...lines,
  ...listSelectedShipping({ shipping }),
  ...fees,
];

describe('a calculation', () => {
  it('has totals that are the sums of its parts, to the minor unit', () => {
    fc.assert(
      fc.property(input, prepared, (given, rules) => {
        const result = runSteps(given, rules);
        const parts = listParts(result);
        expect(result.totals.total).toBe(sum(parts.map(({ gross }) => gross)));
        expect(result.totals.taxTotal).toBe(sum(parts.map(({ tax }) => tax)));
        expect(result.totals.taxTotal).toBe(sum(result.taxes.map(({ amount }) => amount)));
        const ofLines = result.adjustments.filter(({ lineKey }) => lineKey !== null);
        expect(result.totals.discountTotal).toBe(-sum(ofLines.map(({ amount }) => amount)) + 0);
        for (const { net, tax, gross, taxes } of parts) {
          expect(net + tax).toBe(gross);
          expect(sum(taxes.map(({ amount }) => amount))).toBe(tax);
        }
        for (const { key, subtotal, total } of result.lines) {
          const own = result.adjustments.filter(({ lineKey }) => lineKey === key);
          expect(subtotal + sum(own.map(({ amount }) => amount))).toBe(total);
        }
      }),
    );
  });

  it('does not depend on the order of the lines', () => {
    fc.assert(
      fc.property(input, prepared, (given, rules) => {
        const result = runSteps(given, rules);
        const reversed = runSteps({ ...given, lines: given.lines.toReversed() }, rules);
        expect(reversed.lines.toReversed()).toEqual(result.lines);
        expect(reversed.totals).toEqual(result.totals);
        expect(reversed.coupons).toEqual(result.coupons);
        expect(reversed.problems).toEqual(result.problems);
      }),
    );
  });

  it('has no negative amounts', () => {
    fc.assert(
      fc.property(input, prepared, (given, rules) => {
        const result = runSteps(given, rules);
        for (const { net, gross, total } of listParts(result))
          expect(Math.min(net, gross, total)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('leaves lines with an agreed price as they were agreed', () => {
    fc.assert(
      fc.property(input, prepared, (given, rules) => {
        const result = runSteps(given, rules);
        for (const [index, { agreedPrice, quantity }] of given.lines.entries())
          if (agreedPrice !== null) expect(result.lines[index]?.total).toBe(agreedPrice * quantity);
      }),
    );
  });

  it('has its first price again when a promotion is removed', () => {
    fc.assert(
      fc.property(input, prepared, promotion, (given, rules, facts) => {
        const withPromotion = [...rules.promotions, { ...facts, priority: 9, id: 99, source: 'promotion:99' }];
        runSteps(given, { ...rules, promotions: withPromotion });
        const promotions = withPromotion.filter(({ id }) => id !== 99);
        expect(runSteps(given, { ...rules, promotions })).toEqual(runSteps(given, rules));
      }),
    );
  });

  it('has its first price again when a coupon is removed, and a coupon never raises it', () => {
    fc.assert(
      fc.property(input, prepared, coupon, (given, rules, facts) => {
        const without = runSteps(given, rules);
        const added = toFound({ ...facts, isIndividual: false, priority: 9 }, 99);
        const result = runSteps(given, { ...rules, coupons: [...rules.coupons, added] });
        const sumEntered = ({ totals }: Calculation) => totals.itemsTotal - totals.discountTotal + totals.shippingTotal;
        expect(sumEntered(result)).toBeLessThanOrEqual(sumEntered(without));
        expect(runSteps(given, { ...rules, coupons: rules.coupons.filter((each) => each !== added) })).toEqual(without);
      }),
    );
  });

  it('has for each code either a coupon or a problem, and never two that exclude each other', () => {
    fc.assert(
      fc.property(input, prepared, (given, rules) => {
        const result = runSteps(given, rules);
        const refused = result.problems.filter((problem) => 'coupon' in problem);
        expect(result.coupons.length + refused.length).toBe(rules.coupons.length);
        const isIndividual = (id: number) =>
          rules.coupons.some((each) => 'coupon' in each && each.coupon.id === id && each.coupon.isIndividual);
        if (result.coupons.some(({ id }) => isIndividual(id))) expect(result.coupons).toHaveLength(1);
        for (const { source, discount } of result.coupons) {
          const own = result.adjustments.filter((each) => each.source === source && each.lineKey !== null);
          expect(discount).toBe(-sum(own.map(({ amount }) => amount)) + 0);
        }
      }),
    );
  });

  it('has one package with the lines that are shipped, whose cost is all that is charged for shipping', () => {
    fc.assert(
      fc.property(input, prepared, (given, rules) => {
        const { shipping, totals, adjustments } = runSteps(given, rules);
        const shipped = given.lines.filter(({ needsShipping }) => needsShipping).map(({ key }) => key);
        expect(shipping.packages.map(({ lineKeys }) => lineKeys)).toEqual(
          rules.quoteShipping === null ? [] : [shipped],
        );
        expect(sum(listSelectedShipping({ shipping }).map(({ total }) => total))).toBe(totals.shippingTotal);
        for (const { lineKey, packageIndex } of adjustments) expect(packageIndex).toBe(lineKey === null ? 0 : null);
      }),
    );
  });

  it('has taxes that its net or gross amounts, its rates and the rounding give again', () => {
    fc.assert(
      fc.property(input, prepared, (given, rules) => {
        const result = runSteps(given, rules);
        const groups = [
          ...result.lines.map(({ key, ...part }) => ({ key: `line:${key}`, ...part })),
          ...listSelectedShipping(result).flatMap(splitByClass),
          ...result.fees.map(({ key, ...part }) => ({ key: `fee:${key}`, ...part })),
        ];
        const calculateAgain = (includesTax: (part: (typeof groups)[number]) => boolean) =>
          addTaxes(
            groups.map((part) => ({
              key: part.key,
              amount: includesTax(part) ? part.gross : part.net,
              includesTax: includesTax(part),
              rates: part.taxes.map(({ rate }) => rate),
            })),
            result.taxRounding,
          );
        const again = calculateAgain((part) => result.pricesIncludeTax && part.gross === part.total);
        expect(again.map(({ net, gross }) => [net, gross])).toEqual(groups.map(({ net, gross }) => [net, gross]));
      }),
    );
  });
});

/** The parts of a shipping line by tax class, and the part that is not taxed. */
function splitByClass({ methodId, taxes, net, total, gross }: CalculatedShipping) {
  const isConverted = gross !== total;
  const parts = [...Map.groupBy(taxes, ({ rate }) => rate.taxClass)].map(([taxClass, own]) => {
    const partNet = own[0]?.net ?? 0;
    const partGross = partNet + sum(own.map(({ amount }) => amount));
    const key = `shipping:${methodId}:${taxClass}`;
    return { key, taxes: own, net: partNet, gross: partGross, total: isConverted ? -1 : partGross };
  });
  const rest = net - sum(parts.map((part) => part.net));
  return [...parts, { key: `shipping:${methodId}:`, taxes: [], net: rest, gross: rest, total: rest }];
}
