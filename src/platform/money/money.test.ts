import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney, parseAmount, toDecimal } from './money.ts';

describe('money', () => {
  it('shows the decimals of its currency', () => {
    expect(formatMoney({ amount: 123450, currency: 'EUR' }, 'en')).toBe('€1,234.50');
    expect(formatMoney({ amount: 1234, currency: 'JPY' }, 'en')).toBe('¥1,234');
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

  it('is parsed back unchanged from toDecimal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.constantFrom('EUR', 'JPY', 'KWD'), (amount, currency) => {
        expect(parseAmount(toDecimal({ amount, currency }), currency)).toBe(amount);
      }),
    );
  });

  it('is written by toDecimal with the decimals of its currency', () => {
    const written = [5, 1850, 123456].map((amount) => toDecimal({ amount, currency: 'EUR' }));
    expect(written).toEqual(['0.05', '18.50', '1234.56']);
    expect(toDecimal({ amount: 1234, currency: 'JPY' })).toBe('1234');
    expect(toDecimal({ amount: 7, currency: 'KWD' })).toBe('0.007');
  });
});
