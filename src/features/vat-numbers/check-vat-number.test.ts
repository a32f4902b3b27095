import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkVatNumber } from './check-vat-number.ts';

/** Numbers as they are typed, with the country of the billing address. */
const valid: readonly (readonly [typed: string, country: string, number: string])[] = [
  ['ATU13585627', 'AT', 'ATU13585627'],
  ['U13585627', 'AT', 'ATU13585627'],
  ['BE0776.091.951', 'BE', 'BE0776091951'],
  ['BE1012345646', 'BE', 'BE1012345646'],
  ['bg 175 074 752', 'BG', 'BG175074752'],
  ['CHE-107.787.577 IVA', 'CH', 'CHE107787577IVA'],
  ['CY10259033P', 'CY', 'CY10259033P'],
  ['CZ25123891', 'CZ', 'CZ25123891'],
  ['136695976', 'DE', 'DE136695976'],
  ['DK 13 58 56 28', 'DK', 'DK13585628'],
  ['EE100931558', 'EE', 'EE100931558'],
  ['EL094259216', 'GR', 'EL094259216'],
  ['094259216', 'GR', 'EL094259216'],
  ['ESX1234567L', 'ES', 'ESX1234567L'],
  ['B58378431', 'ES', 'ESB58378431'],
  ['FI20774740', 'FI', 'FI20774740'],
  ['FR 40 303 265 045', 'FR', 'FR40303265045'],
  ['GB980780684', 'GB', 'GB980780684'],
  ['XI980780684', 'GB', 'XI980780684'],
  ['HR33392005961', 'HR', 'HR33392005961'],
  ['HU12892312', 'HU', 'HU12892312'],
  ['ie6388047v', 'IE', 'IE6388047V'],
  ['IE6433435OA', 'IE', 'IE6433435OA'],
  ['IT00743110157', 'IT', 'IT00743110157'],
  ['LT119511515', 'LT', 'LT119511515'],
  ['LU15027442', 'LU', 'LU15027442'],
  ['LV40003521600', 'LV', 'LV40003521600'],
  ['MT11679112', 'MT', 'MT11679112'],
  ['NL000099998B57', 'NL', 'NL000099998B57'],
  ['NO 995 525 828 MVA', 'NO', 'NO995525828MVA'],
  ['PL8567346215', 'PL', 'PL8567346215'],
  ['PT501964843', 'PT', 'PT501964843'],
  ['RO18547290', 'RO', 'RO18547290'],
  ['SE556188840401', 'SE', 'SE556188840401'],
  ['SI50223054', 'SI', 'SI50223054'],
  ['SK2022749619', 'SK', 'SK2022749619'],
  ['DE136695976', 'AT', 'DE136695976'],
  ['GST 12-3456789', 'US', 'GST123456789'],
];

describe('a VAT number', () => {
  it.each(valid)('%s of a shopper in %s is %s', async (typed, country, number) => {
    expect(await checkVatNumber(typed, country)).toEqual({ ok: true, number });
  });

  it.each([
    ['a wrong checksum', 'DE136695977', 'DE', 'DE'],
    ['a wrong length', 'IE63880', 'IE', 'IE'],
    ['a wrong checksum of another country', 'DE136695977', 'AT', 'DE'],
    ['another format', '12-3456789', 'DE', 'DE'],
    ['nothing but a prefix', 'nl', 'DE', 'NL'],
    ['signs that no number has', '<b>12</b>', 'US', 'US'],
  ])('is refused for %s', async (_, typed, country, owner) => {
    expect(await checkVatNumber(typed, country)).toEqual({ ok: false, country: owner });
  });

  it('is the same when it is checked again, and no text makes the check fail', async () => {
    const countries = fc.constantFrom('DE', 'FR', 'ES', 'CH', 'GR', 'US');
    const texts = fc.oneof(fc.string({ maxLength: 30 }), fc.stringMatching(/^[A-Z]{0,3}\d{8,12}[A-Z]?$/));
    await fc.assert(
      fc.asyncProperty(texts, countries, async (text, country) => {
        const first = await checkVatNumber(text, country);
        if (first.ok) expect(await checkVatNumber(first.number, country)).toEqual(first);
      }),
      { numRuns: 500 },
    );
  });
});
