import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, formatMoney, money, parseAmount, times } from './money.ts';

describe('money', () => {
  it('adds up only within one currency', () => {
    expect(add(money(150, 'EUR'), money(50, 'EUR'))).toEqual(money(200, 'EUR'));
    expect(() => add(money(1, 'EUR'), money(1, 'USD'))).toThrow(TypeError);
  });

  it('is always a whole number of minor units', () => {
    expect(() => money(1.5, 'EUR')).toThrow(RangeError);
    expect(() => times(money(Number.MAX_SAFE_INTEGER, 'EUR'), 2)).toThrow(RangeError);
  });

  it('shows the decimals of its currency', () => {
    expect(formatMoney(money(123450, 'EUR'), 'en')).toBe('€1,234.50');
    expect(formatMoney(money(1234, 'JPY'), 'en')).toBe('¥1,234');
  });
});

describe('an amount as people write it', () => {
  it.each([
    ['18', 1800],
    ['18.5', 1850],
    ['18.50', 1850],
    ['18,50', 1850],
    ['1,299.00', 129900],
    ['1.299,00', 129900],
    ['1 299,00', 129900],
    ['1,299', 129900],
    ['1299', 129900],
    ['.5', null],
    ['18.505', null],
    ['-3', null],
    ['free', null],
    ['', null],
    ['1e3', null],
    ['1.2.3', null],
  ])('%j is %s cents', (text, cents) => {
    expect(parseAmount(text, 'EUR')).toBe(cents);
  });

  it('comes back unchanged from how it is written with a point', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), (cents) => {
        expect(parseAmount((cents / 100).toFixed(2), 'EUR')).toBe(cents);
      }),
    );
  });
});
