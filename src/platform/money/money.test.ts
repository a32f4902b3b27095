import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, formatMoney, money, parseAmount, times, toDecimal } from './money.ts';

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

  it('comes back unchanged from how machines write it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.constantFrom('EUR', 'JPY', 'KWD'), (amount, currency) => {
        expect(parseAmount(toDecimal({ amount, currency }), currency)).toBe(amount);
      }),
    );
  });

  it('has the decimals of its currency for machines, and no sign', () => {
    const written = [5, 1850, 123456].map((amount) => toDecimal({ amount, currency: 'EUR' }));
    expect(written).toEqual(['0.05', '18.50', '1234.56']);
    expect(toDecimal({ amount: 1234, currency: 'JPY' })).toBe('1234');
    expect(toDecimal({ amount: 7, currency: 'KWD' })).toBe('0.007');
  });
});
