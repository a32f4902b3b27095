import fc from 'fast-check';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { canStep, clampQuantity, type QuantityLimits, stepQuantity } from './quantity.shared.ts';
import { Quantity } from './quantity.tsx';

const wholeNumber = fc.integer({ min: -1000, max: 1000 });
const decimal = fc.integer({ min: -100_000, max: 100_000 }).map((thousandths) => thousandths / 1000);
const step = fc.constantFrom(undefined, 'any' as const, 1, 2, 3, 12, 0.1, 0.25, 0.001);
const direction = fc.constantFrom(1 as const, -1 as const);
const limits: fc.Arbitrary<QuantityLimits> = fc
  .record({ min: fc.option(wholeNumber, { nil: undefined }), room: fc.option(fc.nat(500), { nil: undefined }), step })
  .map(({ min, room, step }) => ({ min, step, max: room === undefined ? undefined : (min ?? 0) + room }));

describe('a quantity', () => {
  it('[5.2/2] has 0 as its minimum when none is given', () => {
    fc.assert(fc.property(decimal, (value) => clampQuantity(value, {}) >= 0));
    expect(stepQuantity(0, -1, {})).toBe(0);
    expect(stepQuantity(1, -1, {})).toBe(0);
    expect(stepQuantity(-3, 1, { step: 'any' })).toBe(0);
  });

  it('[5.2/3] respects a maximum, and has no limit without one', () => {
    expect(stepQuantity(5, 1, { max: 5 })).toBe(5);
    expect(stepQuantity(4, 1, { max: 5 })).toBe(5);
    expect(stepQuantity(99_999, 1, {})).toBe(100_000);
    expect(clampQuantity(7, { max: 5 })).toBe(5);
    expect(stepQuantity(0, 1, { max: 0 })).toBe(0);
  });

  it('[5.2/4] steps by 1 without a step and with the step "any"', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.constantFrom(undefined, 'any' as const), (value, step) => {
        expect(stepQuantity(value, 1, { step })).toBe(value + 1);
        expect(stepQuantity(value + 1, -1, { step })).toBe(value);
      }),
    );
    expect(stepQuantity(1.5, 1, { step: 'any' })).toBe(2.5);
  });

  it('[5.2/5] never leaves minimum and maximum, from any start', () => {
    fc.assert(
      fc.property(decimal, direction, limits, (value, stepDirection, limits) => {
        for (const result of [stepQuantity(value, stepDirection, limits), clampQuantity(value, limits)]) {
          expect(result).toBeGreaterThanOrEqual(limits.min ?? 0);
          expect(result).toBeLessThanOrEqual(limits.max ?? Number.POSITIVE_INFINITY);
        }
      }),
    );
  });

  it('stays on whole steps from the minimum, without floating-point errors', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.constantFrom(0.1, 0.25, 3), (count, step) => {
        const value = stepQuantity(Number((count * step).toFixed(6)), 1, { step });
        expect(value).toBe(Number(((count + 1) * step).toFixed(6)));
      }),
    );
    expect(stepQuantity(5, 1, { min: 1, step: 3 })).toBe(7);
    expect(stepQuantity(4, 1, { max: 5, step: 2 })).toBe(4);
  });

  it('returns to the start after a step up and a step down', () => {
    fc.assert(
      fc.property(fc.nat(100), limits, (steps, limits) => {
        let value = clampQuantity(limits.min ?? 0, limits);
        for (let count = 0; count < steps % 7; count++) value = stepQuantity(value, 1, limits);
        if (canStep(value, 1, limits)) expect(stepQuantity(stepQuantity(value, 1, limits), -1, limits)).toBe(value);
      }),
    );
  });
});

describe('the quantity field', () => {
  const labels = { label: 'Quantity', less: 'Less', more: 'More' };

  it('renders a number input with its limits, which works without script', () => {
    const html = renderToString(<Quantity id="q" name="quantity" value={2} max={5} labels={labels} />);
    const input = /<input[^>]*>/.exec(html)?.[0];
    for (const attribute of ['type="number"', 'name="quantity"', 'min="0"', 'max="5"', 'step="1"', 'value="2"'])
      expect(input).toContain(attribute);
    expect(html).toContain('<label class="visually-hidden" for="q">Quantity</label>');
  });

  it('hides its buttons until it hydrates', () => {
    const html = renderToString(<Quantity id="q" name="quantity" value={2} labels={labels} />);
    expect(html.match(/<button[^>]*style="visibility:hidden"/g)).toHaveLength(2);
  });
});
