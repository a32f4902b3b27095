import { describe, expect, it } from 'vitest';
import { toCouponKey } from './coupon-code.ts';

describe('the key of a coupon (A3)', () => {
  it.each([
    ['ÇİÇEK', 'çiçek'],
    ['ÇİÇEK', 'çiçek'],
    ['ÇİÇEK', 'ÇIÇEK'],
    ['ILIK', 'ılık'],
    ['GROSS-10', 'groß‑10'],
    ['SPRING 10', '\u202aｓｐｒｉｎｇ\u00a010\u202c'],
    ['DON’T', "don't"],
    ['٢٠OFF', '20off'],
  ])('of %s and %s is one', (code, typed) => {
    expect(toCouponKey(typed)).toBe(toCouponKey(code));
  });

  it('keeps accents and other letters apart', () => {
    expect(toCouponKey('CAFÉ')).not.toBe(toCouponKey('CAFE'));
    expect(toCouponKey('\u200b')).toBeNull();
  });
});
