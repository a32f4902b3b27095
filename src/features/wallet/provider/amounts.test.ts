import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getMinorDigits } from '#platform/money/money.ts';
import { isPayableAmount, toMinorAmount, toWalletAmount, toWalletMoney } from './amounts.ts';

/** Minor units of one: of data about currencies that changes. */
const wholeOf = (currency: string) => 10 ** getMinorDigits(currency);

const sumParts = ({ breakdown }: ReturnType<typeof toWalletAmount>) => {
  const read = (name: string) => (breakdown[name] ? toMinorAmount(breakdown[name]) : 0);
  return read('item_total') + read('shipping') + read('handling') - read('discount');
};

describe('an amount for the wallet', () => {
  it.each([
    ['EUR', 1850, '18.50'],
    ['EUR', 5, '0.05'],
    ['JPY', 1850, '1850'],
    ['HUF', 1850 * wholeOf('HUF'), '1850'],
    ['TWD', 7 * wholeOf('TWD'), '7'],
  ])('in %s has the decimals of the currency: %i is %s (pitfall 14)', (currency, amount, value) => {
    expect(toWalletMoney({ amount, currency })).toEqual({ currency_code: currency, value });
    expect(toMinorAmount({ currency_code: currency, value })).toBe(amount);
  });

  it.each([
    ['a part of a dollar of Taiwan', 'TWD', 150],
    ['nothing', 'EUR', 0],
    ['another currency', 'ISK', 1000],
    ['three decimals', 'KWD', 1000],
  ])('is refused: %s (pitfall 14)', (_, currency, amount) => {
    expect(isPayableAmount({ amount, currency })).toBe(false);
  });

  it('adds up whatever its parts are, with coupons, fees and rounded taxes, and none is negative (pitfalls 13, 29)', () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 });
    const parts = fc.record({ items: cents, discount: cents, shipping: cents, fees: cents });
    fc.assert(
      fc.property(parts, fc.constantFrom('EUR', 'JPY', 'TWD'), fc.integer({ min: 1 }), (breakdown, currency, odd) => {
        const step = currency === 'TWD' ? wholeOf('TWD') : 1;
        const sum = breakdown.items - breakdown.discount + breakdown.shipping + breakdown.fees;
        const amount = Math.max(Math.round(sum / step), 1 + (odd % 50)) * step;
        const written = toWalletAmount({ amount, currency }, breakdown);
        expect(sumParts(written)).toBe(amount);
        expect(toMinorAmount(written)).toBe(amount);
        for (const part of Object.values(written.breakdown)) expect(part.value).toMatch(/^\d+(\.\d\d)?$/);
      }),
    );
  });
});
