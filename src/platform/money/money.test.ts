import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney, parseDecimal, toDecimal } from './money.ts';

describe('money', () => {
  it('shows the decimals of its currency', () => {
    expect(formatMoney({ amount: 123450, currency: 'EUR' }, 'en')).toBe('€1,234.50');
    expect(formatMoney({ amount: 1234, currency: 'JPY' }, 'en')).toBe('¥1,234');
  });
});

describe('an amount as machines write it', () => {
  it('is parsed back unchanged from toDecimal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.constantFrom('EUR', 'JPY', 'KWD'), (amount, currency) => {
        expect(parseDecimal(toDecimal({ amount, currency }), currency)).toBe(amount);
      }),
    );
  });

  it.each(['1,5', '1e3', '0x10', '-1', ' 1', '1.', '.5', '12.505', '٣', ''])('is not %j', (text) => {
    expect(parseDecimal(text, 'EUR')).toBeNull();
  });

  it('is written by toDecimal with the decimals of its currency', () => {
    const written = [5, 1850, 123456].map((amount) => toDecimal({ amount, currency: 'EUR' }));
    expect(written).toEqual(['0.05', '18.50', '1234.56']);
    expect(toDecimal({ amount: 1234, currency: 'JPY' })).toBe('1234');
    expect(toDecimal({ amount: 7, currency: 'KWD' })).toBe('0.007');
  });
});
