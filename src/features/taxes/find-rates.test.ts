import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compilePostcodes, listPostcodeKeys, readPostcodePattern } from '#features/addresses/index.ts';
import type { TaxAddress } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { measureFastest } from '#tests/support/fastest.ts';
import { findImportedRates } from './find-rates.ts';
import { importRates } from './import-rates.ts';

const { db, pool } = useDatabase();
const folder = mkdtempSync(join(tmpdir(), 'vitrine-rates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nowhere = { country: '', state: '', postcode: '', city: '' };
const find = async (address: Partial<TaxAddress>, taxClasses: readonly string[] = ['standard']) => {
  const addresses = [{ ...nowhere, ...address }];
  const { byAddress } = await findImportedRates({} as Shop, db, { addresses, taxClasses });
  return byAddress[0]?.map(({ name }) => name);
};

it('knows when there are no rates', async () => {
  const request = { addresses: [{ ...nowhere, country: 'IE' }], taxClasses: ['standard'] };
  expect(await findImportedRates({} as Shop, db, request)).toEqual({ byAddress: [[]], isByAddress: false });
});

describe('finding rates', () => {
  beforeAll(async () => {
    const file = join(folder, 'rates.csv');
    writeFileSync(
      file,
      `Country Code,State Code,ZIP/Postcode,City,Rate %,Tax Name,Priority,Compound,Shipping,Tax Class
,,,,7,Everywhere,1,0,1,
IE,,,,23,VAT,1,0,1,
IE,,,,13.5,VAT reduced,1,0,1,reduced-rate
IE,,D02 X285; T12*,,22,Postcode,1,0,1,
US,CA,,,7.25,CA,1,0,0,
US,CA,90000...90099,,1.5,Range,2,0,0,
US,CA,,Los Angeles,2,City,2,0,0,
US,CA,90001,LOS ANGELES,3,Postcode and city,2,0,0,
CA,QC,,,5,GST,1,0,1,
CA,QC,,,9.975,QST,2,1,1,
`,
    );
    expect(await importRates(db, file)).toMatchObject({ created: 10, skipped: 0 });
  });

  it.each<[string, Partial<TaxAddress>, readonly string[]]>([
    ['of the country before those of everywhere', { country: 'IE' }, ['VAT']],
    ['of everywhere', { country: 'FR' }, ['Everywhere']],
    ['of a postcode, however it is spaced', { country: 'IE', postcode: 'd02x285' }, ['Postcode']],
    ['of the beginning of a postcode', { country: 'IE', postcode: 'T12 W8KP' }, ['Postcode']],
    ['of another postcode', { country: 'IE', postcode: 'T23 W8KP' }, ['VAT']],
    ['of a state, in any case', { country: 'US', state: 'ca' }, ['CA']],
    ['of another state', { country: 'US', state: 'NY' }, ['Everywhere']],
    ['of a range of postcodes', { country: 'US', state: 'CA', postcode: '90050' }, ['CA', 'Range']],
    ['of a ZIP+4 code', { country: 'US', state: 'CA', postcode: '90050-1234' }, ['CA', 'Range']],
    ['outside the range', { country: 'US', state: 'CA', postcode: '90100' }, ['CA']],
    ['of a city', { country: 'US', state: 'CA', postcode: '91000', city: ' los  angeles' }, ['CA', 'City']],
    [
      'of a postcode before those of a city',
      { country: 'US', state: 'CA', postcode: '90001', city: 'Los Angeles' },
      ['CA', 'Postcode and city'],
    ],
    ['of each priority', { country: 'CA', state: 'QC' }, ['GST', 'QST']],
  ])('finds rates %s', async (_, address, expected) => {
    expect(await find(address)).toEqual(expected);
  });

  it.each([
    ['GB', 'PH31*', ['PH31 1AA'], ['PH3 1AA']],
    ['GB', 'NG1 *', ['NG1 5AA'], ['NG11 5AA']],
    ['GB', 'NG1...NG16', ['NG9 1AA', 'NG16 1AA'], ['NG17 1AA']],
    ['PT', '9500...9999', ['9500-001'], ['1000-001']],
    ['LV', '1010', ['LV-1010', '1010'], ['LV-1011']],
    ['DE', '1000...5999', ['01067'], ['10115', '00999']],
    ['IE', 'D01...D24', ['D6W XY00', 'D02 X285'], ['A94 X285']],
    ['NL', '1000 AA...1099 ZZ', ['1011ab'], ['1100 AA']],
    ['AR', '1000...1499', ['C1070AAM'], ['B1636FDA']],
  ])('of %s %s is the same as in shipping zones (B1)', async (country, pattern, matched, others) => {
    const { pattern: stored = '' } = readPostcodePattern(country, pattern);
    await pool.query("insert into tax_rates (country, postcodes, percent, name) values ($1, $2, 1, 'Here')", [
      country,
      [stored],
    ]);
    const compiled = compilePostcodes(country, [pattern]);
    for (const postcode of [...matched, ...others]) {
      expect(compiled(listPostcodeKeys(country, postcode)), postcode).toBe(matched.includes(postcode));
      expect((await find({ country, postcode }))?.includes('Here'), postcode).toBe(matched.includes(postcode));
    }
    await pool.query("delete from tax_rates where name = 'Here'");
  });

  it('finds rates of postcodes that older versions stored as they were typed (B1)', async () => {
    await pool.query(`insert into tax_rates (country, postcodes, percent, name) values
      ('GB', '{SW1A1AA,M111*}', 1, 'Old'), ('DE', '{1000...19999}', 1, 'Old')`);
    const found = { 'SW1A 1AA': 'GB', 'M11 1AA': 'GB', '01067': 'DE' };
    for (const [postcode, country] of Object.entries(found))
      expect(await find({ country, postcode }), postcode).toContain('Old');
    expect(await find({ country: 'GB', postcode: 'M1 1AA' })).not.toContain('Old');
    await pool.query("delete from tax_rates where name = 'Old'");
  });

  it.each(['München', 'MÜNCHEN', 'munchen', ' Mu\u0308nchen\u200b '])(
    'finds the rate of a city for %j (A3)',
    async (city) => {
      const file = join(folder, 'cities.csv');
      writeFileSync(file, 'Country Code,City,Rate %,Tax Name,Priority\nDE,München,1,Town,9\n');
      await importRates(db, file);
      expect(await find({ country: 'DE', city })).toContain('Town');
      expect(await find({ country: 'DE', city: 'Munster' })).not.toContain('Town');
    },
  );

  it('reads a very long postcode like its beginning', async () => {
    const measure = (length: number) =>
      measureFastest(async () =>
        expect(await find({ country: 'IE', postcode: `T12${'X'.repeat(length)}` })).toEqual(['Postcode']),
      );
    expect((await measure(10_000)) / (await measure(3))).toBeLessThan(100);
  });

  it('finds the rates of several classes and addresses in one query', async () => {
    const addresses = [
      { ...nowhere, country: 'IE' },
      { ...nowhere, country: 'CA', state: 'QC' },
    ];
    const taxClasses = ['standard', 'reduced-rate', 'unknown'];
    const { byAddress, isByAddress } = await findImportedRates({} as Shop, db, { addresses, taxClasses });
    expect(isByAddress).toBe(true);
    expect(byAddress).toMatchObject([
      [
        { name: 'VAT', taxClass: 'standard', rate: 230_000, isCompound: false, appliesToShipping: true },
        { name: 'VAT reduced', taxClass: 'reduced-rate', rate: 135_000 },
      ],
      [
        { name: 'GST', rate: 50_000 },
        { name: 'QST', rate: 99_750, isCompound: true },
      ],
    ]);
  });

  it('reads 20,000 rates of one country quickly', async () => {
    await pool.query(`insert into tax_rates (country, state, postcodes, percent, name, priority)
      select 'US', 'S' || n % 50, array['9' || n], 1, 'Many', 3 from generate_series(1, 20000) n`);
    await pool.query('analyze tax_rates');
    const duration = await measureFastest(async () =>
      expect(await find({ country: 'US', state: 'S7', postcode: '957' })).toEqual(['Everywhere', 'Many']),
    );
    const readAll = await measureFastest(() => pool.query('select * from tax_rates'));
    expect(duration / readAll).toBeLessThan(20);
  });
});
