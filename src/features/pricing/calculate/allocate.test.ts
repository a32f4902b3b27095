import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, divideRounded, type Weight } from './allocate.ts';

const weightsOf = (values: Readonly<Record<string, number>>): Weight[] =>
  Object.entries(values).map(([key, weight]) => ({ key, weight: BigInt(weight) }));
const shares = (amount: number, values: Readonly<Record<string, number>>) =>
  Object.fromEntries([...allocate(BigInt(amount), weightsOf(values))].map(([key, share]) => [key, Number(share)]));

const weights = fc.uniqueArray(fc.record({ key: fc.string({ maxLength: 4 }), weight: fc.bigInt(0n, 10n ** 30n) }), {
  selector: ({ key }) => key,
  minLength: 1,
  maxLength: 20,
});
const amount = fc.bigInt(-(10n ** 15n), 10n ** 15n);

describe('divideRounded', () => {
  it.each([
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [4n, 3n, 1n],
    [-4n, 3n, -1n],
    [0n, 7n, 0n],
  ])('rounds %s / %s half away from zero to %s', (numerator, denominator, expected) => {
    expect(divideRounded(numerator, denominator)).toBe(expected);
  });
});

describe('allocate', () => {
  it.each([
    ['by weight', 100, { a: 1, b: 3 }, { a: 25, b: 75 }],
    ['the rest by the largest remainders', 100, { a: 2, b: 3, c: 1 }, { a: 33, b: 50, c: 17 }],
    ['equal remainders by key', 2, { c: 1, a: 1, b: 1 }, { a: 1, b: 1, c: 0 }],
    ['equally when all weights are 0', 5, { a: 0, b: 0 }, { a: 3, b: 2 }],
    ['nothing to a weight of 0 beside others', 5, { a: 0, b: 2 }, { a: 0, b: 5 }],
    ['negative amounts like positive ones', -100, { a: 2, b: 3, c: 1 }, { a: -33, b: -50, c: -17 }],
  ])('divides %s', (_, total, given, expected) => {
    expect(shares(total, given)).toEqual(expected);
  });

  it('gives shares that add up to the amount and are less than 1 off their exact value', () => {
    fc.assert(
      fc.property(amount, weights, (total, given) => {
        const result = allocate(total, given);
        const sum = given.reduce((before, { weight }) => before + weight, 0n);
        expect([...result.values()].reduce((before, share) => before + share, 0n)).toBe(total);
        for (const { key, weight } of sum === 0n ? [] : given) {
          const difference = (result.get(key) ?? 0n) * sum - total * weight;
          expect(difference < sum && difference > -sum).toBe(true);
        }
      }),
    );
  });

  it('does not depend on the order of the weights', () => {
    fc.assert(
      fc.property(amount, weights, (total, given) => {
        const reversed = allocate(total, given.toReversed());
        for (const [key, share] of allocate(total, given)) expect(reversed.get(key)).toBe(share);
      }),
    );
  });

  it('refuses an amount without weights, a negative weight and a repeated key', () => {
    expect(() => allocate(1n, [])).toThrow(RangeError);
    expect(() => allocate(1n, [{ key: 'a', weight: -1n }])).toThrow(RangeError);
    expect(() => allocate(1n, [...weightsOf({ a: 1 }), ...weightsOf({ a: 2 })])).toThrow(RangeError);
    expect(allocate(0n, []).size).toBe(0);
  });
});
