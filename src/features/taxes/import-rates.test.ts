import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, describe, expect, it } from 'vitest';
import { useDatabase } from '#tests/database.ts';
import { tablesMatchDatabase } from '#tests/tables-match.ts';
import { importRates } from './import-rates.ts';
import * as tables from './tables.ts';

const { database, db, pool } = useDatabase();
const folder = mkdtempSync(join(tmpdir(), 'vitrine-rates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const head = 'Country Code,State Code,ZIP/Postcode,City,Rate %,Tax Name,Priority,Compound,Shipping,Tax Class\n';
function take(rows: string, options?: { dryRun: boolean }) {
  const file = join(folder, 'rates.csv');
  writeFileSync(file, head + rows);
  return importRates(db, file, options);
}
const stored = async () =>
  (
    await pool.query(
      `select country, state, postcodes, cities, percent::float, name, priority, compound, on_shipping as shipping, tax_class as class
      from tax_rates order by position, id`,
    )
  ).rows;

it('declares its table as the migration made it', async () => {
  const declared: PgTable[] = Object.values(tables);
  expect(await tablesMatchDatabase(declared, database)).toEqual([]);
});

describe('tax rates from a file', () => {
  const rows = 'GB,*,*,*,20.0000,VAT,1,1,1,\nus,al,12345; 123456,Springfield;Ava,"2,5",US AL,2,0,0,Reduced rate\n';

  it('change nothing in a dry run', async () => {
    expect(await take(rows, { dryRun: true })).toMatchObject({ created: 2, skipped: 0 });
    expect(await stored()).toEqual([]);
  });

  it('go in once, and change where the file has changed', async () => {
    expect(await take(rows)).toEqual({ created: 2, updated: 0, unchanged: 0, skipped: 0, messages: [], untold: 0 });
    const everywhere = { state: '', postcodes: [], cities: [] };
    const gb = {
      country: 'GB',
      ...everywhere,
      percent: 20,
      name: 'VAT',
      priority: 1,
      compound: true,
      shipping: true,
      class: 'standard',
    };
    const place = { country: 'US', state: 'AL', postcodes: ['12345', '123456'], cities: ['AVA', 'SPRINGFIELD'] };
    const us = {
      ...place,
      percent: 2.5,
      name: 'US AL',
      priority: 2,
      compound: false,
      shipping: false,
      class: 'reduced-rate',
    };
    expect(await stored()).toEqual([gb, us]);
    expect(await take(rows)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    expect(await take(rows.replace('20.0000', '21').replace('123456', '123456;12345'))).toMatchObject({
      created: 0,
      updated: 1,
      unchanged: 1,
    });
    expect(await stored()).toMatchObject([{ percent: 21 }, us]);
  });

  it('are left out one by one where they are wrong', async () => {
    const report = await take(
      'Spain,,,,21,IVA,1,0,1,\nES,,12?45,,21,IVA,1,0,1,\nES,,,,much,IVA,1,0,1,\nES,,,,-1,IVA,0,maybe,1,\nES,,,,21,IVA,1,0,1,\nES,*,*,*,10,IVA,1,0,1,\n',
    );
    expect(report).toMatchObject({ created: 1, skipped: 5 });
    expect(report.messages.map(({ line, column, code }) => [line, column, code])).toEqual([
      [2, 'Country Code', 'BAD_VALUE'],
      [3, 'ZIP/Postcode', 'BAD_VALUE'],
      [4, 'Rate %', 'BAD_VALUE'],
      [5, 'Compound', 'BAD_VALUE'],
      [5, 'Rate %', 'BAD_VALUE'],
      [5, 'Priority', 'BAD_VALUE'],
      [7, '', 'TWICE_IN_FILE'],
    ]);
  });

  it('are not in a file of something else', async () => {
    const file = join(folder, 'letter.csv');
    writeFileSync(file, 'Dear shop,\nwhere is my bowl?\n');
    expect(await importRates(db, file)).toMatchObject({ created: 0, messages: [{ line: 1, code: 'UNREADABLE' }] });
  });

  const sample = join(
    process.env.VITRINE_SAMPLE_DATA ?? join(import.meta.dirname, '../../../../shared/data'),
    'sample_tax_rates.csv',
  );
  it.skipIf(!existsSync(sample))('are those of the e-commerce plugin’s sample', async () => {
    await pool.query('delete from tax_rates');
    expect(await importRates(db, sample)).toMatchObject({ created: 5, skipped: 0, messages: [] });
    expect(await stored()).toMatchObject([
      { country: 'GB', percent: 20, class: 'standard' },
      { country: 'GB', percent: 5, class: 'reduced-rate' },
      { country: 'GB', percent: 0, class: 'zero-rate' },
      { country: 'US', state: '', percent: 10 },
      { country: 'US', state: 'AL', postcodes: ['12345', '123456'], percent: 2, priority: 2 },
    ]);
    expect(await importRates(db, sample)).toMatchObject({ unchanged: 5 });
  });
});
