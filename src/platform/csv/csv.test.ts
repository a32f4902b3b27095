import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Encoding } from './encoding.ts';
import { detectFormat, readRows, type TableFormat, UnreadableFile } from './read-rows.ts';
import { escapeFormula, formatCsvLine, unescapeFormula } from './write-row.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-csv-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'table.csv');
const isHead = (cell: string) => ['sku', 'name', 'gtin, upc'].includes(cell);
const format: TableFormat = { encoding: 'utf-8', separator: ',' };

async function rowsOf(content: string | Uint8Array, given?: TableFormat) {
  writeFileSync(file, content);
  const rows: unknown[] = [];
  for await (const row of readRows(file, given ?? (await detectFormat(file, isHead)))) {
    rows.push('problem' in row ? [row.line, row.problem] : [row.line, ...row.cells]);
  }
  return rows;
}

const encoders: Readonly<Record<string, readonly [Encoding, (text: string) => Uint8Array]>> = {
  'UTF-8': ['utf-8', (text) => Buffer.from(text)],
  'UTF-8 with a byte order mark': ['utf-8', (text) => Buffer.from(`\ufeff${text}`)],
  'UTF-16 LE': ['utf-16le', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  'UTF-16 BE': ['utf-16be', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  'UTF-16 LE without a mark': ['utf-16le', (text) => Buffer.from(text, 'utf16le')],
  'UTF-16 BE without a mark': ['utf-16be', (text) => Buffer.from(text, 'utf16le').swap16()],
  'Latin-1': ['windows-1252', (text) => Buffer.from(text, 'latin1')],
};

describe('a table in a file', () => {
  it.each(Object.entries(encoders))('is read in %s', async (_, [encoding, encode]) => {
    const text = 'SKU,Name\nÉTÉ,Crème brûlée à la façon d’été'.replace('’', "'");
    expect(await rowsOf(encode(text))).toEqual([
      [1, 'SKU', 'Name'],
      [2, 'ÉTÉ', "Crème brûlée à la façon d'été"],
    ]);
    expect((await detectFormat(file, isHead)).encoding).toBe(encoding);
  });

  it('is UTF-8 where a letter is cut by the end of what is read at once', async () => {
    const long = 'é'.repeat(300_001);
    expect(await rowsOf(`SKU,Name\n1,x${long}\n`)).toEqual([
      [1, 'SKU', 'Name'],
      [2, '1', `x${long}`],
    ]);
  });

  it('is UTF-8 where most of it is; the lines that are not are told, and read as far as they can be', async () => {
    const latin = Buffer.from('3,Süd\r\n', 'latin1');
    const cut = Buffer.from('4,Größe für Süß').subarray(0, -1);
    const text = Buffer.concat([Buffer.from('SKU,Name\r\n1,One\r\n2,"Größe\r\nzwei"\r\n'), latin, cut]);
    expect(await rowsOf(text)).toEqual([
      [1, 'SKU', 'Name'],
      [2, '1', 'One'],
      [3, '2', 'Größe\nzwei'],
      [5, '3', 'Süd'],
      [6, '4', 'Größe für Sü�'],
    ]);
    expect(await detectFormat(file, isHead)).toMatchObject({ encoding: 'utf-8', odd: { line: 5, count: 2 } });
    await rowsOf('SKU,Name\n1,Größe\n');
    expect((await detectFormat(file, isHead)).odd).toBeNull();
  });

  it('has the same lines wherever it is cut for reading', async () => {
    const odd = Buffer.from('é', 'latin1');
    for (const before of [262_140, 262_142, 262_143, 262_144, 262_145]) {
      const start = `SKU,Name\r\né,"${'x'.repeat(before - 21)}"\r\n`;
      expect(await rowsOf(Buffer.concat([Buffer.from(`${start}1,ü\r\n2,`), odd]))).toMatchObject({
        ...{ length: 4, 2: [3, '1', 'ü'], 3: [4, '2', 'é'] },
      });
      expect((await detectFormat(file, isHead)).odd).toEqual({ line: 4, count: 1 });
    }
  });

  it('counts a long line with several odd letters once', async () => {
    const part = Buffer.from(`${'x'.repeat(200_000)}é`, 'latin1');
    writeFileSync(file, Buffer.concat([Buffer.from('SKU,Name\n1,é\n2,'), ...Array(5).fill(part), Buffer.from('\n')]));
    expect((await detectFormat(file, isHead)).odd).toEqual({ line: 3, count: 1 });
  });

  it('is recognised about as fast when all its lines are odd', async () => {
    const text = 'SKU,Name\n'.concat('1,Größe\n'.repeat(150_000));
    const timeOf = async (bytes: Buffer) => {
      writeFileSync(file, bytes);
      const start = performance.now();
      await detectFormat(file, isHead);
      return performance.now() - start;
    };
    // The best of three: other work on the machine only ever adds to a time.
    const bestOf = async (bytes: Buffer) => Math.min(await timeOf(bytes), await timeOf(bytes), await timeOf(bytes));
    const whole = await bestOf(Buffer.from(text));
    // An error thrown for each line would make it a hundred times as long.
    expect(await bestOf(Buffer.from(text, 'latin1'))).toBeLessThan(30 * whole + 300);
  });

  it.each([
    ['a comma', 'SKU,Name\n', ','],
    ['a semicolon', 'SKU;"GTIN, UPC";Name\n', ';'],
    ['a semicolon beside more commas', 'SKU;Name, as it is said, here, and there\n', ';'],
    ['a tab', 'SKU\tName\n', '\t'],
    ['what a spreadsheet says', 'sep=|\nSKU|Name\n', '|'],
    ['a comma when there is one column', 'SKU\n', ','],
  ])('is divided by %s', async (_, text, separator) => {
    writeFileSync(file, text);
    expect((await detectFormat(file, isHead)).separator).toBe(separator);
  });

  it('leaves out the line in which a spreadsheet names the separator', async () => {
    expect(await rowsOf('sep=;\r\nSKU;Name\r\n1;One\r\n')).toEqual([
      [2, 'SKU', 'Name'],
      [3, '1', 'One'],
    ]);
  });

  it('tells lines as an editor does, whatever is within quotes', async () => {
    expect(await rowsOf('SKU,Name\r\n1,"Two\r\nlines"\r\n\r\n2,"say ""no"""\r\n')).toEqual([
      [1, 'SKU', 'Name'],
      [2, '1', 'Two\nlines'],
      [5, '2', 'say "no"'],
    ]);
    expect(await rowsOf('SKU,Name\r1,One\r2,Two')).toEqual([
      [1, 'SKU', 'Name'],
      [2, '1', 'One'],
      [3, '2', 'Two'],
    ]);
  });

  it('loses only the row in which a quote is amiss', async () => {
    expect(await rowsOf('SKU,Name\n1,"5" pipe",x\n2,5" pipe\n3,Three\n', format)).toEqual([
      [1, 'SKU', 'Name'],
      [2, expect.stringContaining('a quote ends in the middle of a cell')],
      [3, expect.stringContaining('a quote begins in the middle of a cell')],
      [4, '3', 'Three'],
    ]);
  });

  it('says where a quote begins that never ends', async () => {
    expect(await rowsOf('SKU,Name\n1,One\n\n2,"Two\n3,Three\n4,Four', format)).toEqual([
      [1, 'SKU', 'Name'],
      [2, '1', 'One'],
      [3, 'a quote begins here and never ends'],
    ]);
  });

  it('refuses a line of 1 GB with little memory', { timeout: 60_000 }, async () => {
    const huge = join(folder, 'huge.csv');
    const handle = await open(huge, 'w');
    await handle.write('SKU,Name\n1,One\n2,');
    // Zeros that take no room on the disk.
    await handle.truncate(1_000_000_000);
    await handle.close();
    const piece = Buffer.alloc(1_000_000, 'x');
    const filled = await open(huge, 'r+');
    for (let at = 0; at < 20; at += 1) await filled.write(piece, 0, piece.length, 17 + at * piece.length);
    await filled.close();
    const before = process.memoryUsage().rss;
    const rows: unknown[] = [];
    const reading = async () => {
      for await (const row of readRows(huge, format)) rows.push(row.line);
    };
    await expect(reading()).rejects.toThrow(new UnreadableFile(3, 'a row is longer than 4 MB'));
    expect(rows).toEqual([1, 2]);
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });
});

const cell = fc.string({ unit: fc.constantFrom(...'ab ,;"\'=+-@|＝＋－＠\\\n\té€漢𝒳') });
/** Line ends within cells come back as line feeds, and tables have no zero bytes. */
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });

describe('what is written', () => {
  it('is read back as it was', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        // A line with nothing on it is no row.
        const written = rows.map((row) => ['|', ...row]);
        const read = (await rowsOf(written.map(formatCsvLine).join(''), format)) as unknown[][];
        expect(read.map(([, ...cells]) => cells)).toEqual(written);
      }),
      { numRuns: 200 },
    );
  });

  it('is no formula for a spreadsheet, and comes back as it was', () => {
    fc.assert(
      fc.property(cell, (text) => {
        const guarded = escapeFormula(text);
        expect(guarded).not.toMatch(/^[=+@|＝＋－＠]/);
        if (!/^-\d+$/.test(text)) expect(guarded).not.toMatch(/^-/);
        expect(unescapeFormula(guarded)).toBe(text);
      }),
      { numRuns: 2000 },
    );
    expect(['=1+1', '+49 1', '-x', '@a', "'=1", '-5', '-5.2', "it's"].map(escapeFormula)).toEqual([
      ...["'=1+1", "'+49 1", "'-x", "'@a", "''=1", '-5', '-5.2', "it's"],
    ]);
    expect(['|calc', '＝1+1', '＋1', '－1', '＠a', "'|x", 'a|b', 'x＝y'].map(escapeFormula)).toEqual([
      ...["'|calc", "'＝1+1", "'＋1", "'－1", "'＠a", "''|x", 'a|b', 'x＝y'],
    ]);
  });
});
