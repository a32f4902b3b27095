import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, describe, expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { findTableDifferences } from '#tests/support/tables-match.ts';
import { type ImportOptions, importRates } from './import-rates.ts';
import * as tables from './tables.ts';

const { database, db, pool } = useDatabase();
const folder = mkdtempSync(join(tmpdir(), 'vitrine-rates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const header = 'Country Code,State Code,ZIP/Postcode,City,Rate %,Tax Name,Priority,Compound,Shipping,Tax Class\n';
const importRows = (rows: string, options?: ImportOptions) => importContent(header + rows, options);
function importContent(content: string | Uint8Array, options?: ImportOptions) {
  const file = join(folder, 'rates.csv');
  writeFileSync(file, content);
  return importRates(db, file, options);
}
const findRates = async () =>
  (
    await pool.query(
      `select country, state, postcodes, cities, percent::float, name, priority, compound, applies_to_shipping as shipping, tax_class as class
      from tax_rates order by position, id`,
    )
  ).rows;

it('the table in code matches the migration', async () => {
  const declared: PgTable[] = Object.values(tables);
  expect(await findTableDifferences(declared, database)).toEqual([]);
});

describe('importing tax rates', () => {
  const rows = 'GB,*,*,*,20.0000,VAT,1,1,1,\nus,al,12345; 35004,Springfield;Ava,"2,5",US AL,2,0,0,Reduced rate\n';

  it('reads percentages and priorities as people write them (A1, A2)', async () => {
    const written = ['IE,,,,"13,5\u202f%",VAT,1.0,0,1,', 'SE,,,,２５,VAT,\u200e2,0,1,', 'IL,,,,٪١٨,VAT,1,0,1,'];
    const report = await importRows(`${written.join('\n')}\nFR,,,,1e1,VAT,1,0,1,\nDE,,,,19,VAT,1.5,0,1,\n`);
    expect(report.messages.map(({ line, column }) => [line, column])).toEqual([
      [4, 'Rate %'],
      [5, 'Rate %'],
      [6, 'Priority'],
    ]);
    expect((await findRates()).map(({ percent, priority }) => [percent, priority])).toEqual([
      [13.5, 1],
      [25, 2],
    ]);
    await pool.query('delete from tax_rates');
  });

  it('changes nothing in a dry run', async () => {
    expect(await importRows(rows, { dryRun: true })).toMatchObject({ created: 2, skipped: 0 });
    expect(await findRates()).toEqual([]);
  });

  it('inserts rates once, and updates changed ones', async () => {
    expect(await importRows(rows)).toEqual({
      created: 2,
      updated: 0,
      unchanged: 0,
      skipped: 0,
      messages: [],
      untold: 0,
      removed: [],
    });
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
    const place = { country: 'US', state: 'AL', postcodes: ['12345', '35004'], cities: ['AVA', 'SPRINGFIELD'] };
    const us = {
      ...place,
      percent: 2.5,
      name: 'US AL',
      priority: 2,
      compound: false,
      shipping: false,
      class: 'reduced-rate',
    };
    expect(await findRates()).toEqual([gb, us]);
    expect(await importRows(rows)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    expect(await importRows(rows.replace('20.0000', '21').replace('35004', '35004;12345'))).toMatchObject({
      created: 0,
      updated: 1,
      unchanged: 1,
    });
    expect(await findRates()).toMatchObject([{ percent: 21 }, us]);
  });

  it('replaces rates: removes those that the file lacks, unless a row was skipped', async () => {
    await pool.query('delete from tax_rates');
    await importRows('IE,,D01;D02,,23,VAT,1,0,1,\nIE,,,,23,VAT,1,0,1,\nIE,,,,13.5,VAT,1,0,1,reduced-rate\n');
    const next = 'IE,,D01;D02;D03,,21,VAT,1,0,1,\nIE,,,,23,VAT,1,0,1,\n';
    const removed = [
      { country: 'IE', postcodes: [], percent: 13.5, taxClass: 'reduced-rate' },
      { country: 'IE', postcodes: ['D01', 'D02'], percent: 23, taxClass: 'standard' },
    ];
    const sortRemoved = ({ removed: rates }: Awaited<ReturnType<typeof importRows>>) =>
      rates.toSorted((a, b) => a.percent - b.percent);
    const calls: string[] = [];
    const onChange = async () => void calls.push('changed');
    expect(sortRemoved(await importRows(next, { replace: true, dryRun: true, onChange }))).toMatchObject(removed);
    expect(await importRows(`UK,,,,20,VAT,1,0,1,\n${next}`, { replace: true, dryRun: true })).toMatchObject({
      ...{ created: 1, skipped: 1, removed: [] },
    });
    expect(await findRates()).toHaveLength(3);
    expect(calls).toEqual([]);
    const report = await importRows(next, { replace: true, onChange });
    expect(report).toMatchObject({ created: 1, updated: 0, unchanged: 1 });
    expect(sortRemoved(report)).toMatchObject(removed);
    expect(await findRates()).toMatchObject([{ postcodes: ['D01', 'D02', 'D03'], percent: 21 }, { percent: 23 }]);
    expect(await importRows('IE,,,,23,VAT,1,0,1,\n', { replace: true, onChange })).toMatchObject({
      removed: [{ percent: 21 }],
    });
    expect(await importRows('IE,,,,23,VAT,1,0,1,\n', { replace: true, onChange })).toMatchObject({ removed: [] });
    expect(calls, 'not for a file without changes').toHaveLength(2);
    await pool.query('delete from tax_rates');
  });

  it('skips faulty rows one by one', async () => {
    const report = await importRows(
      'Spain,,,,21,IVA,1,0,1,\nES,,12?45,,21,IVA,1,0,1,\nES,,,,much,IVA,1,0,1,\nES,,,,-1,IVA,0,maybe,1,\nES,,,,21,IVA,1,0,1,\nES,*,*,*,10,IVA,1,0,1,\n',
    );
    expect(report).toMatchObject({ created: 1, skipped: 5 });
    expect(report.messages.map(({ line, column, code }) => [line, column, code])).toEqual([
      [2, 'Country Code', 'BAD_VALUE'],
      [3, 'ZIP/Postcode', 'BAD_VALUE'],
      [4, 'Rate %', 'BAD_VALUE'],
      [5, 'Rate %', 'BAD_VALUE'],
      [5, 'Priority', 'BAD_VALUE'],
      [5, 'Compound', 'BAD_VALUE'],
      [7, '', 'TWICE_IN_FILE'],
    ]);
  });

  it.each([
    ['an unknown country', 'UK,,,,20,VAT,1,0,1,', 'Country Code', "'UK' is not a two-letter country code"],
    ['a rate that is not a number', 'ES,,,,abc,IVA,1,0,1,', 'Rate %', "'abc' is not a rate"],
    ['a hexadecimal rate', 'ES,,,,0x15,IVA,1,0,1,', 'Rate %', "'0x15' is not a rate"],
    ['a negative rate', 'ES,,,,-21,IVA,1,0,1,', 'Rate %', "'-21' is not a rate"],
    ['a rate above 100', 'ES,,,,101 %,IVA,1,0,1,', 'Rate %', "'101 %' is not a rate"],
    ['no rate', 'ES,,,,,IVA,1,0,1,', 'Rate %', "'' is not a rate"],
    ['a fractional priority', 'ES,,,,21,IVA,1.5,0,1,', 'Priority', "'1.5' is not a whole number"],
    ['a class without Latin letters', 'ES,,,,21,IVA,1,0,1,税', 'Tax Class', "'税' is not a tax class"],
    [
      'one comma too many',
      'ES,,,,2,5,IVA,1,0,1,reduced-rate',
      '',
      'has 11 cells but the header has 10: check for a misplaced comma or quote',
    ],
    ['an unclosed quote', 'ES,,,,"21,IVA,1,0,1,', '', 'a quote begins here and never ends'],
    ['a state that is too long', `ES,${'x'.repeat(51)},,,21,IVA,1,0,1,`, 'State Code', 'has more than 50 characters'],
  ])('skips a row with %s, and reports where', async (_, row, column, message) => {
    const report = await importRows(`IE,,,,23,VAT,1,0,1,\n${row}\n`, { dryRun: true });
    expect(report).toMatchObject({ created: 1, skipped: 1 });
    expect(report.messages).toEqual([
      {
        level: 'error',
        line: 3,
        column,
        code: expect.stringMatching(/^(BAD_VALUE|BROKEN_ROW)$/),
        message: expect.stringContaining(message),
      },
    ]);
  });

  it.each([
    ['Calfornia', "'CALFORNIA' is no state of United States; did you mean CA (California)?"],
    ['XX', "'XX' is no state of United States; expected a code or a name, such as"],
    ['東京', "'東京' is no state of United States"],
  ])('refuses the state %s, which no address has (B2)', async (state, message) => {
    const report = await importRows(`US,${state},,,7,Tax,1,0,1,\n`, { dryRun: true });
    expect(report).toMatchObject({ created: 0, skipped: 1, messages: [{ column: 'State Code', code: 'BAD_VALUE' }] });
    expect(report.messages[0]?.message).toContain(message);
  });

  it('reads states by name and by full code as their code (B2)', async () => {
    await pool.query('delete from tax_rates');
    const rows = 'US,California,,,7,A,1,0,1,\nUS,us-ny,,,7,B,1,0,1,\nJP,JP13,,,7,C,1,0,1,\nCA,québec,,,7,D,1,0,1,\n';
    expect(await importRows(rows)).toMatchObject({ created: 4, messages: [] });
    expect((await findRates()).map(({ state }) => state)).toEqual(['CA', 'NY', '13', 'QC']);
    expect(await importRows('US,CA,,,8,A,1,0,1,\n')).toMatchObject({ updated: 1 });
  });

  it('tells of states that it can’t check, and refuses one without a country (B2)', async () => {
    const report = await importRows('DE,Bayern,,,7,A,1,0,1,\n,CA,,,7,B,1,0,1,\n', { dryRun: true });
    expect(report).toMatchObject({ created: 1, skipped: 1 });
    expect(report.messages).toMatchObject([
      { line: 2, level: 'warning', code: 'STATE_UNCHECKED' },
      { line: 3, level: 'error', code: 'BAD_VALUE', message: "'CA': a state needs its country" },
    ]);
  });

  it('leaves out postcodes that no address has, and skips a row that has no others (B1)', async () => {
    await pool.query('delete from tax_rates');
    const report = await importRows(
      'GB,,NG1 *;90210;ph31*,,5,A,1,0,1,\nPT,,95...99,,5,B,1,0,1,\nPT,,9500...9999,,5,C,1,0,1,\n',
    );
    expect(report).toMatchObject({ created: 2, skipped: 1 });
    expect(report.messages).toMatchObject([
      { line: 2, level: 'warning', message: expect.stringContaining("'90210': no postcode of United Kingdom") },
      { line: 3, level: 'error', message: expect.stringContaining("'95...99': no postcode of Portugal") },
    ]);
    expect(await findRates()).toMatchObject([{ postcodes: ['NG1', 'PH31*'] }, { postcodes: ['9500...9999'] }]);
  });

  it('defaults to priority 1 and the standard class', async () => {
    expect(await importRows('IE,,,,23 %,,,,,\nIE,,,,13.5,VAT,,,,Ermäßigter Satz\n')).toMatchObject({
      created: 2,
      messages: [],
    });
    expect((await findRates()).filter(({ country }) => country === 'IE')).toMatchObject([
      { percent: 23, name: 'Tax', priority: 1, compound: false, shipping: false, class: 'standard' },
      { percent: 13.5, class: 'ermassigter-satz' },
    ]);
  });

  it('skips only rates with too many postcodes for the index', async () => {
    const postcodes = Array.from({ length: 6000 }, (_, index) => `${(index * 7919) % 100_000}`.padStart(5, '0')).join(
      ';',
    );
    const report = await importRows(
      `FR,,,,20,TVA,1,0,1,\nFR,,${postcodes},,8.5,TVA,1,0,1,\nFR,,97100,,8.5,TVA,1,0,1,\n`,
    );
    expect(report).toMatchObject({ created: 2, skipped: 1, messages: [{ line: 3, code: 'BAD_VALUE' }] });
    expect((await findRates()).filter(({ country }) => country === 'FR')).toHaveLength(2);
  });

  it.each([
    ['a byte order mark', Buffer.from(`\ufeff${header}DK,,,Århus,25,Moms,1,0,1,\n`)],
    ['UTF-16', Buffer.from(`\ufeff${header}DK,,,Århus,25,Moms,1,0,1,\n`, 'utf16le')],
    ['Latin-1', Buffer.from(`${header}DK,,,Århus,25,Moms,1,0,1,\n`, 'latin1')],
    ['semicolons', Buffer.from(`${header}DK,,"2100;8000",Århus,"25,0",Moms,1,0,1,\n`.replaceAll(/,(?!0")/g, ';'))],
    ['tabs', Buffer.from(`${header}DK,,,Århus,25,Moms,1,0,1,\n`.replaceAll(',', '\t'))],
  ])('reads files with %s', async (_, bytes) => {
    await pool.query('delete from tax_rates');
    expect(await importContent(bytes)).toMatchObject({ created: 1, messages: [] });
    expect(await findRates()).toMatchObject([{ country: 'DK', cities: ['ÅRHUS'], percent: 25, name: 'Moms' }]);
  });

  it('reports the line that is not in the file’s encoding', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${header}DK,,,Århus,25,Moms,1,0,1,\n`),
      Buffer.from('SE,,,Malmö,25,Moms,1,0,1,\n', 'latin1'),
    ]);
    expect(await importContent(bytes)).toMatchObject({
      created: 1,
      messages: [{ level: 'warning', line: 3, code: 'NOT_UTF8' }],
    });
  });

  it('[A6] asks for an encoding that is not certain, which can be said', async () => {
    const bytes = Buffer.from(`${header}HU,,,B\xf5r,27,ÁFA,1,0,1,\n`.replace('ÁFA', 'AFA'), 'latin1');
    expect(await importContent(bytes)).toMatchObject({
      created: 0,
      messages: expect.arrayContaining([
        expect.objectContaining({
          code: 'UNREADABLE',
          message: expect.stringMatching(/windows-1250 \(Bőr\).*say its encoding/),
        }),
      ]),
    });
    expect(await importContent(bytes, { encoding: 'windows-1250', dryRun: true })).toMatchObject({ created: 1 });
  });

  it('stops at a line that is too long', async () => {
    await pool.query('delete from tax_rates');
    const report = await importRows(`IE,,,,23,VAT,1,0,1,\n${'x'.repeat(5_000_000)}\nDK,,,,25,Moms,1,0,1,\n`);
    expect(report).toMatchObject({ created: 1, messages: [{ line: 3, code: 'UNREADABLE' }] });
  });

  it('refuses a file with a duplicate column, or without a required one', async () => {
    const with11 = `${header.trim()},rate %\nDE,,,,19,MwSt,1,0,1,,7\n`;
    expect(await importContent(with11)).toMatchObject({
      created: 0,
      messages: [{ line: 1, column: 'rate %', code: 'COLUMN_TWICE' }],
    });
    expect(await importContent('Rate %,Tax Name\n19,MwSt\n')).toMatchObject({
      created: 0,
      messages: [{ code: 'UNREADABLE' }],
    });
    expect(await importContent('')).toMatchObject({ created: 0, messages: [{ code: 'UNREADABLE' }] });
  });

  it('imports all or none when stopped, and reports once when the transaction is retried', async () => {
    await pool.query('delete from tax_rates');
    await pool.query(`create sequence tries; create function interrupt() returns trigger language plpgsql as $$ begin
      if new.name = 'stop' then raise 'stopped' using errcode = '57P01'; end if;
      if nextval('tries') = 1 then raise 'deadlock detected' using errcode = '40P01'; end if; return new; end $$;
      create trigger interrupt before insert on tax_rates for each row execute function interrupt()`);
    const rows = Array.from({ length: 600 }, (_, index) => `IE,,,Town ${index},23,VAT,1,0,1,\n`).join('');
    await expect(importRows(`${rows}IE,,,,23,stop,1,0,1,\n`)).rejects.toThrow();
    expect(await findRates()).toEqual([]);
    await pool.query(`select setval('tries', 1, false)`);
    expect(await importRows(`UK,,,,20,VAT,1,0,1,\n${rows}`)).toMatchObject({
      created: 600,
      skipped: 1,
      messages: { length: 1 },
    });
    await pool.query('drop trigger interrupt on tax_rates');
    expect(await importRows(rows)).toMatchObject({ unchanged: 600 });
  });

  it('refuses a file of another kind', async () => {
    const file = join(folder, 'letter.csv');
    writeFileSync(file, 'Dear shop,\nwhere is my bowl?\n');
    expect(await importRates(db, file)).toMatchObject({ created: 0, messages: [{ line: 1, code: 'UNREADABLE' }] });
  });

  const sample = join(
    process.env.VITRINE_SAMPLE_DATA ?? join(import.meta.dirname, '../../../../shared/data'),
    'sample_tax_rates.csv',
  );
  it.skipIf(!existsSync(sample))('imports the e-commerce plugin’s sample', async () => {
    await pool.query('delete from tax_rates');
    // No ZIP code has six digits.
    const messages = [{ level: 'warning', line: 6, message: expect.stringContaining("'123456': no postcode") }];
    expect(await importRates(db, sample)).toMatchObject({ created: 5, skipped: 0, messages });
    expect(await findRates()).toMatchObject([
      { country: 'GB', percent: 20, class: 'standard' },
      { country: 'GB', percent: 5, class: 'reduced-rate' },
      { country: 'GB', percent: 0, class: 'zero-rate' },
      { country: 'US', state: '', percent: 10 },
      { country: 'US', state: 'AL', postcodes: ['12345'], percent: 2, priority: 2 },
    ]);
    expect(await importRates(db, sample)).toMatchObject({ unchanged: 5 });
  });
});
