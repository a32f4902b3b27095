import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shopConfig } from '#shop.config';
import { compilePostcodes, listPostcodeKeys } from './match-postcode.ts';
import { normalizePostcode } from './normalize-postcode.ts';
import { readPostcodePattern } from './postcode-pattern.ts';
import { getPostcodeShape } from './postcode-shape.ts';

const matches = (country: string, pattern: string, postcode: string): boolean =>
  compilePostcodes(country, [pattern])(listPostcodeKeys(country, postcode));

describe('a pattern (B1)', () => {
  it.each([
    ['GB', 'PH31*', ['PH31 1AA', 'ph311aa'], ['PH3 1AA', 'PH32 1AA']],
    ['GB', 'NG1', ['NG1 5AA', 'ng15aa', 'NG1'], ['NG11 5AA', 'NG10 1AA', 'NG2 5AA']],
    ['GB', 'NG1 *', ['NG1 5AA', 'NG15AA'], ['NG11 5AA', 'NG15 1AA']],
    ['GB', 'NG1*', ['NG1 5AA', 'NG11 5AA', 'NG15 1AA'], ['NG2 5AA']],
    ['GB', 'SW1', ['SW1A 1AA', 'SW1P 3JX'], ['SW11 1AA', 'SW2 1AA']],
    ['GB', 'sw1a1*', ['SW1A 1AA', 'SW1A1ZZ'], ['SW1A 2AA']],
    ['GB', 'PH3-1*', ['PH3 1AA'], ['PH31 1AA', 'PH3 2AA']],
    ['GB', 'NG1...NG16', ['NG1 5AA', 'NG9 1AA', 'NG16 1AA'], ['NG17 1AA', 'DE1 1AA']],
    ['GB', 'SW1A1AA', ['SW1A 1AA', 'GB-SW1A 1AA', 'ＳＷ１Ａ\u2011１ＡＡ'], ['SW1A 1AB']],
    ['GB', 'BFPO', ['BFPO 61', 'bfpo1'], ['B1 1AA']],
    ['PT', '9500...9999', ['9500-001', '9999 123', '9700123'], ['9499-999', '1000-001']],
    ['PT', '9500…9999', ['9500-001'], ['9499-999']],
    ['PT', '9500-000...9500-999', ['9500-321'], ['9501-000']],
    ['PT', '2725', ['2725-079'], ['2726-079']],
    ['LV', '1010', ['LV-1010', '1010', 'lv1010', 'LV 1010'], ['LV-1011']],
    ['LV', 'LV-10*', ['1010', 'LV-1099'], ['LV-1110']],
    ['LV', '1000...1099', ['LV-1010', '1010'], ['LV-2010']],
    ['SE', 'SE-111*', ['111 29', '11129', 'SE-111 29', 'S-11129'], ['112 29']],
    ['SE', '11129', ['111 29'], ['111 30']],
    ['SE', '100 00...199 99', ['111 29'], ['211 29']],
    ['LU', 'L-47*', ['4750', 'L-4750', 'LU-4750'], ['4850']],
    ['AD', '500', ['AD500', 'AD 500', '500'], ['AD501']],
    ['AD', 'AD5*', ['500', 'AD501'], ['AD400']],
    ['MD', 'MD-20*', ['2012', 'MD-2012', 'MD2012'], ['2112']],
    ['DE', '01000...05999', ['01067', 'D-01067'], ['10115', '06000']],
    ['DE', '1000...5999', ['01067', '05999'], ['10115', '00999']],
    ['DE', '1000...19999', ['01067', '10115'], ['20095', '00999']],
    ['DE', 'D-1*', ['10115'], ['20095']],
    ['NO', '0001...0999', ['0150'], ['1150']],
    ['IE', 'D02', ['D02 X285', 'd02x285', 'D02'], ['D01 X285']],
    ['IE', 'D01...D24', ['D02 X285', 'D6W XY00', 'D24 X285'], ['A94 X285', 'T12 X285']],
    ['NL', '1000...1099', ['1011 AB', '1099zz'], ['1100 AA']],
    ['NL', '1011', ['1011 AB'], ['1012 AB']],
    ['NL', '1011 AA...1011 MZ', ['1011 AB'], ['1011 NA', '1012 AB']],
    ['CA', 'H3Z', ['H3Z 2Y7', 'h3z2y7'], ['H3A 2Y7']],
    ['CA', 'V5K...V6Z', ['V5K 1A1', 'V6B 1A1'], ['V7A 1A1']],
    ['CA', 'H3Z2*', ['H3Z 2Y7'], ['H3Z 3Y7']],
    ['AR', '1000...1499', ['C1070AAM', 'C1070', '1070'], ['B1636FDA']],
    ['AR', '1070', ['C1070AAM', '1070'], ['C1071AAM']],
    ['US', '90210', ['90210', '90210-1234', '902101234', 'CA 90210'], ['90211']],
    ['US', '90000...90099', ['90050-1234', '90099'], ['90100']],
    ['PL', '00-*', ['00-950', '00950'], ['01-950']],
    ['BR', '40301110', ['40301-110'], ['40301-111']],
    ['JP', '154', ['154-0023', '〒154-0023'.slice(1), '1540023', '１５４ー００２３'], ['155-0023']],
    ['VN', '700000...709999', ['700100'], ['70010', '710000']],
    ['HK', '9*', ['999077'], ['812']],
    ['', '9*', ['90210'], ['10115']],
  ])('of %s %s matches %j and not %j', (country, pattern, matched, others) => {
    expect(matched.filter((postcode) => !matches(country, pattern, postcode))).toEqual([]);
    expect(others.filter((postcode) => matches(country, pattern, postcode))).toEqual([]);
  });

  it.each([
    ['GB', 'NG', "'NG': no postcode of United Kingdom is like this. They look like SW1A 1AA; expected one"],
    ['GB', '90210', 'no postcode of United Kingdom'],
    ['GB', '1*', 'no postcode of United Kingdom'],
    ['GB', 'NG1...PH9', 'written alike'],
    ['DE', '10...19', 'a range such as 26133...26139'],
    ['DE', '1067', 'no postcode of Germany'],
    ['DE', '2000A', 'no postcode of Germany'],
    ['DE', '20000...10000', 'the first end of the range is above the last'],
    ['DE', '*', 'expected a postcode'],
    ['DE', '1*0', 'expected a postcode'],
    ['DE', '10000...', 'no postcode of Germany'],
    ['DE', '10000...20000...30000', 'no postcode of Germany'],
    ['IE', 'A94 X2', 'no postcode of Ireland'],
    ['IE', 'D*0', 'expected a postcode'],
    ['IE', 'B01', 'no postcode of Ireland'],
    ['PT', '95...99', 'no postcode of Portugal'],
    ['US', '123456', 'no postcode of United States'],
    ['ME', '9*', 'no postcode of Montenegro'],
    ['HK', 'a?', 'expected a postcode'],
    ['', '', 'expected a postcode'],
  ])('of %s %j is refused with the reason', (country, pattern, problem) => {
    expect(readPostcodePattern(country, pattern).problem).toContain(problem);
    expect(matches(country, pattern, '90210')).toBe(false);
  });

  it('stays what it is when it is read again', () => {
    const patterns = ['NG1 *', 'ng1...ng16', 'D-1*', '1000...5999', 'LV10*', '9500…9999'];
    const countries = ['GB', 'GB', 'DE', 'DE', 'LV', 'PT'];
    for (const [index, text] of patterns.entries()) {
      const { pattern = '' } = readPostcodePattern(countries[index] ?? '', text);
      expect(readPostcodePattern(countries[index] ?? '', pattern)).toEqual({ pattern });
    }
  });
});

const others = [
  'PT',
  'PL',
  'LV',
  'LU',
  'AD',
  'MD',
  'CA',
  'BR',
  'JP',
  'AR',
  'NO',
  'FI',
  'CZ',
  'GR',
  'MT',
  'IL',
  'VN',
  'AU',
  'JE',
  'KY',
  'BM',
];
const countries = [...new Set([...shopConfig.countries, ...others])];

/** Valid postcodes in the usual spelling. */
function postcodesOf(country: string): fc.Arbitrary<string> {
  const shape = getPostcodeShape(country);
  if (!shape) throw new Error(`no postcodes of ${country} are known`);
  return fc.stringMatching(shape.pattern);
}

/** The usual ways of writing a postcode. */
const spellings: readonly ((country: string, postcode: string) => string)[] = [
  (_, postcode) => postcode,
  (_, postcode) => postcode.toLowerCase(),
  (_, postcode) => postcode.replace(/[ -]/g, ''),
  (_, postcode) => postcode.replace(/[ -]/g, '\u2011'),
  (_, postcode) => postcode.replace(/[ -]/g, '\u00a0'),
  (_, postcode) => postcode.replace(/[0-9A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  (_, postcode) => `\u202a${postcode}\u202c`,
];
const wholeSpellings: typeof spellings = [
  ...spellings,
  (_, postcode) => ` ${postcode}\u00a0`,
  (country, postcode) => `${country}-${postcode}`,
];

describe.each(countries)('postcodes of %s (B1)', (country) => {
  it('are one in every usual way of writing, and match the same patterns', () => {
    fc.assert(
      fc.property(postcodesOf(country), fc.nat(), (postcode, cut) => {
        const beginning = postcode.slice(0, 1 + (cut % postcode.length)).trimEnd();
        for (const spell of wholeSpellings) {
          const written = spell(country, postcode);
          expect(normalizePostcode(country, written), written).toBe(postcode);
          expect(listPostcodeKeys(country, written)).toEqual(listPostcodeKeys(country, postcode));
          expect(matches(country, written, postcode), written).toBe(true);
        }
        for (const spell of spellings) {
          const pattern = `${spell(country, beginning)}*`;
          expect(matches(country, pattern, postcode) || isAmbiguous(country, pattern), pattern).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('match P* exactly when they begin with P', () => {
    fc.assert(
      fc.property(postcodesOf(country), postcodesOf(country), fc.nat(), (one, other, cut) => {
        const beginning = one.slice(0, 1 + (cut % one.length));
        fc.pre(!/[ -]$/.test(beginning));
        expect(matches(country, `${beginning}*`, one)).toBe(true);
        const isShorter = getPostcodeShape(country)
          ?.listShorter(other)
          .some((each) => each.startsWith(beginning));
        expect(matches(country, `${beginning}*`, other)).toBe(other.startsWith(beginning) || isShorter);
      }),
      { numRuns: 60 },
    );
  });
});

/** Without its separator the beginning of one postcode may be that of another: PH31 is not PH3 1. */
function isAmbiguous(country: string, pattern: string): boolean {
  return /^[A-Z]{1,2}\d{2}/.test(pattern.normalize('NFKC').toUpperCase()) && ['GB', 'JE'].includes(country);
}
