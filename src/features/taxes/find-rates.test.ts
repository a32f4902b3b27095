import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

  it('reads a very long postcode like its beginning', async () => {
    const duration = await measureFastest(async () =>
      expect(await find({ country: 'IE', postcode: `T12${'X'.repeat(10_000)}` })).toEqual(['Postcode']),
    );
    expect(duration).toBeLessThan(500);
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
    expect(duration).toBeLessThan(500);
  });
});
