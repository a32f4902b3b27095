import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getNotation } from '#platform/input/read-number.ts';
import { getMinorDigits } from './money.ts';
import { describeAmountProblem, readAmount } from './read-amount.ts';

describe('an amount as people write it (A1)', () => {
  it.each([
    ['18', 1800],
    ['18.5', 1850],
    ['18.50', 1850],
    ['18,50', 1850],
    ['.5', 50],
    ['1,299.00', 129900],
    ['1.299,00', 129900],
    ['1 299,00', 129900],
    ['1\u00a0299,00', 129900],
    ['1\u202f299,00', 129900],
    ["1'299.00", 129900],
    ['1’299.00', 129900],
    ['1,00,000.00', 10000000],
    ['1,00,000', 10000000],
    ['1.234.567', 123456700],
    ['1299', 129900],
    ['1250.000', 125000],
    ['0.125', null],
    ['€18', 1800],
    ['18 €', 1800],
    ['EUR 18', 1800],
    ['18eur', 1800],
    ['١٬٢٩٩٫٥', 129950],
    ['١٬٢٩٩', 129900],
    ['１８．５０', 1850],
    ['\u202a18.50\u202c', 1850],
    ['18.505', null],
    ['-3', null],
    ['−3', null],
    ['free', null],
    ['', null],
    ['1e3', null],
    ['1e1', null],
    ['0x10', null],
    ['Infinity', null],
    ['1.2.3', null],
    ['1,2,3', null],
    ['1 2 3', null],
    ['1,234 567', null],
    ['12,34.50', null],
    ['1.250.50', null],
    ['$18', null],
    ['USD 18', null],
    ['18 18', null],
    ['½', null],
    ['5-6', null],
    ['9'.repeat(70), null],
  ])('%j is %s cents', (text, cents) => {
    expect(readAmount(text, 'EUR')).toBe(cents);
  });

  it('reads 1.250 and 1,250 as ambiguous where nothing says which', () => {
    for (const currency of ['EUR', 'JPY', 'KWD'])
      for (const text of ['1.250', '1,250', '12.000', '999,999', '1.250 €'.replace('€', currency)])
        expect(readAmount(text, currency), text).toBeNull();
  });

  it('reads 1.250 by a notation that is known', () => {
    expect(readAmount('1.250', 'EUR', { decimal: ',' })).toBe(125000);
    expect(readAmount('1.250', 'EUR', { decimal: '.' })).toBe(125);
    expect(readAmount('1.250', 'KWD', { decimal: '.' })).toBe(1250);
    expect(readAmount('1,000', 'JPY', { decimal: '.' })).toBe(1000);
    expect(readAmount('1.234,50', 'EUR', { decimal: '.' })).toBeNull();
  });

  it('says what it expects in the digits of the currency', () => {
    expect(describeAmountProblem('1.250', 'EUR')).toBe(
      "'1.250' could mean thousands or decimals; expected an amount such as 1250 or 1,250.00",
    );
    expect(describeAmountProblem('12.50', 'JPY')).toBe(
      "'12.50' is not an amount in JPY; expected an amount such as 1250",
    );
    expect(describeAmountProblem('x', 'KWD')).toContain('1250 or 1,250.000');
  });
});

const locales = [
  ...[
    'en-IE',
    'ga-IE',
    'en-GB',
    'cy-GB',
    'de-AT',
    'nl-BE',
    'fr-BE',
    'de-BE',
    'de-CH',
    'fr-CH',
    'it-CH',
    'rm-CH',
    'de-DE',
  ],
  ...[
    'da-DK',
    'es-ES',
    'ca-ES',
    'gl-ES',
    'eu-ES',
    'fr-FR',
    'it-IT',
    'de-IT',
    'nl-NL',
    'fy-NL',
    'sv-SE',
    'en-US',
    'es-US',
  ],
  ...['ar', 'ar-EG', 'ar-SA', 'hi', 'hi-u-nu-deva', 'mr-IN', 'bn', 'ja', 'ja-u-nu-fullwide', 'fa', 'pt-BR', 'pl', 'lv'],
];
const currencies = ['EUR', 'GBP', 'CHF', 'DKK', 'SEK', 'USD', 'JPY', 'KWD', 'INR', 'BRL', 'PLN'];

describe('an amount that a locale writes (A1)', () => {
  const amounts = fc.oneof(fc.nat(5_000), fc.nat(2_000_000), fc.integer({ min: 0, max: 10 ** 12 }));

  it.each(locales)('is read to the minor unit: %s', (locale) => {
    const notation = getNotation(locale);
    fc.assert(
      fc.property(amounts, fc.constantFrom(...currencies), fc.boolean(), (amount, currency, isPlain) => {
        const places = getMinorDigits(currency);
        const options: Intl.NumberFormatOptions = isPlain
          ? { minimumFractionDigits: places, maximumFractionDigits: places }
          : { style: 'currency', currency };
        const written = new Intl.NumberFormat(locale, options).format(amount / 10 ** places);
        // Only a language with two notations leaves something to be told.
        const told = readAmount(written, currency, notation);
        if (told === null && notation.decimal === undefined)
          expect(describeAmountProblem(written, currency)).toMatch(/could mean/);
        else expect(told, written).toBe(amount);
        const untold = readAmount(written, currency);
        if (untold === null) expect(describeAmountProblem(written, currency), written).toMatch(/could mean/);
        else expect(untold, written).toBe(amount);
      }),
      { numRuns: 200 },
    );
  });
});
