import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getStepFromZero, isInSteps, listFirstQuantities, lowerToStep } from './quantity-rule.ts';

const rule = (minQuantity: number, quantityStep: number, maxQuantity: number | null = null) => ({
  ...{ minQuantity, maxQuantity, quantityStep },
});

describe('a quantity rule', () => {
  it.each([
    [rule(1, 1), 1, true],
    [rule(6, 6), 12, true],
    [rule(6, 6), 9, false],
    [rule(2, 4), 6, true],
    [rule(2, 4), 4, false],
    [rule(3, 1), 2, false],
  ])('%j allows %i: %s', (given, quantity, isAllowed) => {
    expect(isInSteps(given, quantity)).toBe(isAllowed);
  });

  it.each([
    [rule(1, 1), 100, 100],
    [rule(6, 6), 100, 96],
    [rule(6, 6, 24), 100, 24],
    [rule(2, 4), 5, 2],
    [rule(6, 6), 5, 0],
    [rule(1, 1), Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  ])('%j lowers %d to %d', (given, limit, lowered) => {
    expect(lowerToStep(given, limit)).toBe(lowered);
  });

  it('lowers to the largest quantity that it allows', () => {
    const steps = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(steps, steps, fc.nat({ max: 200 }), (min, step, limit) => {
        const allowed = Array.from({ length: limit + 1 }, (_, quantity) => quantity).filter((quantity) =>
          isInSteps(rule(min, step), quantity),
        );
        expect(lowerToStep(rule(min, step), limit)).toBe(allowed.at(-1) ?? 0);
      }),
    );
  });

  it('has steps from 0 where they meet its quantities', () => {
    expect([rule(6, 6), rule(6, 3), rule(2, 4)].map(getStepFromZero)).toEqual([6, 3, 1]);
  });

  it('names its first quantities', () => {
    expect(listFirstQuantities(rule(6, 6))).toEqual([6, 12, 18]);
    expect(listFirstQuantities(rule(6, 6, 12))).toEqual([6, 12]);
  });
});
