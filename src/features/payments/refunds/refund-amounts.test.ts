import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocateToPayments, calculateUnitShare } from './refund-amounts.ts';

const amount = fc.integer({ min: 0, max: 1_000_000_000_000 });

/** Splits a quantity at random into refunds, one after another. */
const split = fc
  .integer({ min: 1, max: 9999 })
  .chain((quantity) =>
    fc.tuple(fc.constant(quantity), fc.array(fc.integer({ min: 1, max: quantity }), { maxLength: 20 })),
  )
  .map(([quantity, cuts]) => {
    const ends = [...new Set([...cuts, quantity])].sort((a, b) => a - b);
    return { quantity, steps: ends.map((end, index) => ({ done: ends[index - 1] ?? 0, end })) };
  });

describe('refunds of the units of a line', () => {
  it('add up to the whole amount, however they are split', () => {
    fc.assert(
      fc.property(amount, split, (total, { quantity, steps }) => {
        const shares = steps.map(({ done, end }) => calculateUnitShare(total, quantity, done, end - done));
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('are within one minor unit of their share', () => {
    fc.assert(
      fc.property(amount, split, (total, { quantity, steps }) => {
        for (const { done, end } of steps) {
          const exact = (total / quantity) * (end - done);
          expect(Math.abs(calculateUnitShare(total, quantity, done, end - done) - exact)).toBeLessThan(1.001);
        }
      }),
    );
  });

  it.each([
    [1000, 3, 0, 1, 333],
    [1000, 3, 1, 1, 334],
    [1000, 3, 2, 1, 333],
    [1, 2, 0, 1, 1],
    [1, 2, 1, 1, 0],
    [1999, 1, 0, 1, 1999],
  ])('of %i for %i units, after %i: %i more are %i', (total, quantity, done, units, expected) => {
    expect(calculateUnitShare(total, quantity, done, units)).toBe(expected);
  });
});

describe('taking a refund from payments', () => {
  it('takes the first payments first, and exactly the amount', () => {
    const payment = fc.record({ id: fc.nat(), left: fc.nat({ max: 10_000 }) });
    fc.assert(
      fc.property(fc.nat({ max: 50_000 }), fc.array(payment), (wanted, payments) => {
        const shares = allocateToPayments(wanted, payments);
        const left = payments.reduce((sum, each) => sum + each.left, 0);
        expect(shares === null).toBe(left < wanted);
        expect(shares?.reduce((sum, share) => sum + share.amount, 0) ?? wanted).toBe(wanted);
      }),
    );
    expect(
      allocateToPayments(700, [
        { id: 2, left: 500 },
        { id: 1, left: 500 },
      ]),
    ).toEqual([
      { paymentId: 2, amount: 500 },
      { paymentId: 1, amount: 200 },
    ]);
  });
});
