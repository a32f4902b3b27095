import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TaxRate } from '#features/pricing/index.ts';
import type { RefundBalance, SoldPart } from './refund-balance.ts';
import {
  calculateAmountLines,
  calculateLeft,
  calculatePartLines,
  type NewRefundLine,
  type PartsRequest,
} from './refund-lines.ts';
import { sumByRates, sumGross } from './taxed-share.ts';

const rate = (key: string, percent: number): TaxRate => ({
  ...{ key, name: key, taxClass: 'standard', rate: percent * 10_000, isCompound: false },
});
const combinations = [
  [rate('vat', 23)],
  [rate('vat', 23), rate('levy', 5)],
  [rate('reduced', 13.5)],
  [rate('zero', 0)],
  [],
];

const amounts = fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 100_000 }), fc.nat({ max: 100_000_000_000 }));

function partOf(kind: SoldPart['kind']): fc.Arbitrary<SoldPart> {
  return fc
    .tuple(fc.constantFrom(...combinations), amounts, fc.integer({ min: 1, max: 12 }), fc.nat({ max: 9 }))
    .map(([rates, net, quantity, difference]) => ({
      ...{ kind, lineId: null, quantity: kind === 'item' ? quantity : null, net },
      // Rounding per total moves some minor units between lines.
      taxes: rates.map((each) => ({
        rate: each,
        amount: each.rate === 0 ? 0 : Math.round((net * each.rate) / 1_000_000) + difference,
      })),
    }));
}

const soldParts = fc
  .tuple(
    fc.array(partOf('item'), { minLength: 1, maxLength: 5 }),
    fc.array(partOf('shipping'), { maxLength: 3 }),
    fc.array(partOf('fee'), { maxLength: 2 }),
  )
  .map(([items, shipping, fees]) => [
    ...items.map((item, index) => ({ ...item, lineId: index + 1 })),
    ...shipping,
    ...fees,
  ]);

type Step = { readonly parts: PartsRequest } | { readonly share: number };
const unitsOfLine = fc.record({ position: fc.integer({ min: 1, max: 5 }), quantity: fc.integer({ min: 1, max: 6 }) });
const partsStep = fc.record({
  parts: fc.record({ lines: fc.array(unitsOfLine, { maxLength: 3 }), shipping: fc.boolean(), fees: fc.boolean() }),
});
const step: fc.Arbitrary<Step> = fc.oneof(partsStep, fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }) }));

/** Returns the lines of one more refund; none when it is refused. */
function refund(balance: RefundBalance, request: Step): readonly NewRefundLine[] {
  if ('share' in request)
    return calculateAmountLines(balance, Math.floor(sumGross(calculateLeft(balance).values()) * request.share), 0);
  const result = calculatePartLines(balance, request.parts);
  return result.ok ? result.lines : [];
}

function expectWithin(balance: RefundBalance): void {
  const sold = sumByRates(balance.sold);
  for (const [key, { net, taxes }] of sumByRates(balance.refunded)) {
    expect(net).toBeLessThanOrEqual(sold.get(key)?.net ?? 0);
    for (const [index, { amount }] of taxes.entries())
      expect(amount).toBeLessThanOrEqual(sold.get(key)?.taxes[index]?.amount ?? 0);
  }
  const all = balance.refunded.flatMap(({ net, taxes }) => [net, ...taxes.map(({ amount }) => amount)]);
  expect(Math.min(0, ...all)).toBe(0);
}

describe('refunds of lines, costs and free amounts in any order', () => {
  it('never exceed the net amount or the tax of any rate, and in full give back exactly all of them', () => {
    fc.assert(
      fc.property(soldParts, fc.array(step, { maxLength: 12 }), (sold, steps) => {
        let balance: RefundBalance = { sold, refunded: [] };
        for (const request of [...steps, { share: 1 }]) {
          const expected =
            'share' in request ? Math.floor(sumGross(calculateLeft(balance).values()) * request.share) : null;
          const lines = refund(balance, request);
          if (expected !== null) expect(sumGross(lines)).toBe(expected);
          balance = { sold, refunded: [...balance.refunded, ...lines] };
          expectWithin(balance);
        }
        expect(sumGross(calculateLeft(balance).values())).toBe(0);
        expect(sumGross(balance.refunded)).toBe(sumGross(sold));
      }),
    );
  });

  it('give back exactly the whole order when every part is refunded by itself', () => {
    fc.assert(
      fc.property(soldParts, fc.array(unitsOfLine, { maxLength: 10 }), (sold, units) => {
        let balance: RefundBalance = { sold, refunded: [] };
        const rest = sold.flatMap(({ quantity }, index) =>
          Array.from({ length: quantity ?? 0 }, () => ({ position: index + 1, quantity: 1 })),
        );
        const costs = { lines: [], shipping: true, fees: true };
        for (const parts of [
          ...[...units, ...rest].map((line) => ({ ...costs, lines: [line], shipping: false })),
          costs,
        ])
          balance = { sold, refunded: [...balance.refunded, ...refund(balance, { parts })] };
        expectWithin(balance);
        expect(sumGross(balance.refunded)).toBe(sumGross(sold));
      }),
    );
  });

  it('do not depend on the order of the lines', () => {
    fc.assert(
      fc.property(soldParts, fc.double({ min: 0, max: 1, noNaN: true }), (sold, share) => {
        const toAmounts = (parts: readonly SoldPart[]) => sumByRates(refund({ sold: parts, refunded: [] }, { share }));
        expect([...toAmounts(sold.toReversed())].sort()).toEqual([...toAmounts(sold)].sort());
      }),
    );
  });
});

describe('a free amount', () => {
  const vat = {
    ...{ kind: 'item', lineId: 1, quantity: 1, net: 1000 },
    taxes: [{ rate: rate('vat', 23), amount: 230 }],
  };
  const untaxed = { ...{ kind: 'item', lineId: 2, quantity: 1, net: 770 }, taxes: [] };
  const balance = { sold: [vat, untaxed] as SoldPart[], refunded: [] };

  it('is divided by the gross amount that is left of each rate', () => {
    expect(calculateAmountLines(balance, 200, 0)).toMatchObject([
      { kind: 'amount', net: 100, taxes: [{ amount: 23 }] },
      { kind: 'amount', net: 77, taxes: [] },
    ]);
    const [line] = calculateAmountLines(balance, 200, 0);
    const later = { ...balance, refunded: line ? [line] : [] };
    expect(
      calculatePartLines(later, { lines: [{ position: 1, quantity: 1 }], shipping: false, fees: false }),
    ).toMatchObject({
      ...{ ok: true, amount: 1107, lines: [{ net: 900, taxes: [{ amount: 207 }] }] },
    });
  });

  it('takes the money first that the order does not need, without taxes', () => {
    expect(calculateAmountLines(balance, 500, 300).map((line) => [line.kind, sumGross([line])])).toEqual([
      ...[
        ['amount', 123],
        ['amount', 77],
        ['unallocated', 300],
      ],
    ]);
    expect(calculateAmountLines(balance, 2100, 0).at(-1)).toMatchObject({ kind: 'unallocated', net: 100, taxes: [] });
  });
});
