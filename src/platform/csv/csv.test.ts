import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { measureProcessorTime } from '#tests/support/fastest.ts';
import { escapeFormula, formatCsvLine, unescapeFormula } from './csv-line.ts';
import type { Encoding } from './encoding.ts';
import { createEncodingWarnings, detectFormat, readRows, type TableFormat, UnreadableFile } from './read-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-csv-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'table.csv');
const isHead = (cell: string) => ['sku', 'name', 'gtin, upc'].includes(cell);
const format: TableFormat = { encoding: 'utf-8', separator: ',' };

async function readCells(content: string | Uint8Array, given?: TableFormat) {
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

describe('reading a CSV file', () => {
  it.each(Object.entries(encoders))('reads %s', async (_, [encoding, encode]) => {
    const text = 'SKU,Name\nÉTÉ,Crème brûlée à la façon d’été'.replace('’', "'");
    expect(await readCells(encode(text))).toEqual([
      [1, 'SKU', 'Name'],
      [2, 'ÉTÉ', "Crème brûlée à la façon d'été"],
    ]);
    expect((await detectFormat(file, isHead)).encoding).toBe(encoding);
  });

  // The bytes are written out, because Node can read these encodings and not write them.
  it.each<[Encoding, string, string]>([
    ['windows-1251', 'Ваза «Прибой»/Чашка синяя', 'c2e0e7e020abcff0e8e1eee9bb0ad7e0f8eae020f1e8edffff'],
    ['windows-1250', 'Żółty wazon/Łyżka', 'aff3b374792077617a6f6e0aa379bf6b61'],
    ['shift_jis', '青い花瓶/湯呑み', '90c282a289d495720a939293db82dd'],
    ['macintosh', 'Große Schüssel/Théière émaillée', '47726fa765205363689f7373656c0a54688e698f7265208e6d61696c6c8e65'],
    ['koi8-r', 'Ваза Прибой/Чашка синяя', 'f7c1dac120f0d2c9c2cfca0afec1dbcbc120d3c9ced1d1'],
    ['windows-1253', 'Μπλε βάζο/Κούπα', 'ccf0ebe520e2dce6ef0acaeffdf0e1'],
    ['windows-1254', 'Yeşil çiçek/Kahve fincanı', '5965fe696c20e769e7656b0a4b616876652066696e63616efd'],
    ['euc-jp', '青い花瓶/湯呑み', 'c0c4a4a4b2d6c9d30ac5f2c6dda4df'],
    ['big5', '藍色花瓶/茶杯', 'c2c5a6e2aae1b27e0aaff9aa4d'],
  ])('[A6] recognises %s from its letters and says so: %s', async (encoding, names, hex) => {
    const lines = Buffer.from(hex, 'hex').toString('latin1').split('\n');
    const rows = lines.map((name, index) => `${index},${name}`);
    const cells = await readCells(Buffer.from(['SKU,Name', ...rows].join('\n'), 'latin1'));
    expect(cells.slice(1)).toEqual(names.split('/').map((name, index) => [index + 2, String(index), name]));
    const found = await detectFormat(file, isHead);
    expect(found.encoding).toBe(encoding);
    expect(createEncodingWarnings(found)).toMatchObject([
      { line: 1, code: 'ENCODING_GUESSED', message: expect.stringContaining(names.split(/[/ ]/)[0] ?? '') },
    ]);
  });

  it.each(['£5 off', '½ l', '12 €', 'Café', 'geht´s', '10×20', 'Blå skål', 'Bol à café®'])(
    '[A6] reads what spreadsheets of the west write without a word: %s',
    async (name) => {
      const bytes = Buffer.from(`SKU,Name\n1,${name}`.replace('€', '\x80'), 'latin1');
      expect(await readCells(bytes)).toEqual([
        [1, 'SKU', 'Name'],
        [2, '1', name],
      ]);
      expect(createEncodingWarnings(await detectFormat(file, isHead))).toEqual([]);
    },
  );

  it.each([
    ['fit several encodings', 'c6c4b6f520b2c9bab4', /could be gb18030 \(.*\) or euc-kr \(파란, 꽃병\)/],
    ['are in an encoding that is not known', '47726fe16520536368817373656c', /its encoding is not known/],
  ])('[A6] reads nothing of a file whose letters %s', async (_, hex, problem) => {
    const bytes = Buffer.concat([Buffer.from('SKU,Name\n1,'), Buffer.from(hex, 'hex')]);
    await expect(readCells(bytes)).rejects.toThrow(problem);
    expect(await readCells(bytes, await detectFormat(file, isHead, 'euc-kr'))).toHaveLength(2);
  });

  it('[A6] recognises UTF-16 of other scripts without a mark', async () => {
    expect(await readCells(Buffer.from('SKU,Name\n1,Ваза «Прибой» ручной работы\n', 'utf16le'))).toEqual([
      [1, 'SKU', 'Name'],
      [2, '1', 'Ваза «Прибой» ручной работы'],
    ]);
  });

  it('[A6] takes no line that looks like UTF-8 by chance for the encoding of the file', async () => {
    const name = Buffer.from('c2e0e7e020abcff0e8e1eee9bb', 'hex');
    // 'Дё' of Windows-1251 is 'ĸ' of UTF-8.
    const lines = [
      Buffer.from('SKU,Name\n1,'),
      name,
      Buffer.from('\n2,\xc4\xb8\n3,', 'latin1'),
      name,
      Buffer.from('\n4,'),
      name,
    ];
    expect((await readCells(Buffer.concat(lines)))[2]).toEqual([3, '2', 'Дё']);
  });

  it('reads UTF-8 when a character spans two reads', async () => {
    const long = 'é'.repeat(300_001);
    expect(await readCells(`SKU,Name\n1,x${long}\n`)).toEqual([
      [1, 'SKU', 'Name'],
      [2, '1', `x${long}`],
    ]);
  });

  it('reads a mostly UTF-8 file as UTF-8 and reports the other lines', async () => {
    const latin = Buffer.from('3,Süd\r\n', 'latin1');
    const cut = Buffer.from('4,Größe für Süß').subarray(0, -1);
    const text = Buffer.concat([Buffer.from('SKU,Name\r\n1,One\r\n2,"Größe\r\nzwei"\r\n'), latin, cut]);
    expect(await readCells(text)).toEqual([
      [1, 'SKU', 'Name'],
      [2, '1', 'One'],
      [3, '2', 'Größe\nzwei'],
      [5, '3', 'Süd'],
      [6, '4', 'Größe für Sü�'],
    ]);
    expect(await detectFormat(file, isHead)).toMatchObject({ encoding: 'utf-8', nonUtf8Lines: { line: 5, count: 2 } });
    await readCells('SKU,Name\n1,Größe\n');
    expect((await detectFormat(file, isHead)).nonUtf8Lines).toBeNull();
  });

  it('finds the same lines wherever a read ends', async () => {
    const odd = Buffer.from('é', 'latin1');
    for (const before of [262_140, 262_142, 262_143, 262_144, 262_145]) {
      const start = `SKU,Name\r\né,"${'x'.repeat(before - 21)}"\r\n`;
      expect(await readCells(Buffer.concat([Buffer.from(`${start}1,ü\r\n2,`), odd]))).toMatchObject({
        ...{ length: 4, 2: [3, '1', 'ü'], 3: [4, '2', 'é'] },
      });
      expect((await detectFormat(file, isHead)).nonUtf8Lines).toEqual({ line: 4, count: 1 });
    }
  });

  it('counts a long line with several invalid characters once', async () => {
    const part = Buffer.from(`${'x'.repeat(200_000)}é`, 'latin1');
    writeFileSync(file, Buffer.concat([Buffer.from('SKU,Name\n1,é\n2,'), ...Array(5).fill(part), Buffer.from('\n')]));
    expect((await detectFormat(file, isHead)).nonUtf8Lines).toEqual({ line: 3, count: 1 });
  });

  it('detects the encoding about as fast when no line is UTF-8', async () => {
    const text = 'SKU,Name\n'.concat('1,Größe\n'.repeat(150_000));
    const measure = (bytes: Buffer) => {
      writeFileSync(file, bytes);
      return measureProcessorTime(() => detectFormat(file, isHead));
    };
    const whole = await measure(Buffer.from(text));
    // Throwing an error for each line would take a hundred times as long.
    expect(await measure(Buffer.from(text, 'latin1'))).toBeLessThan(30 * whole + 300);
  });

  it.each([
    ['a comma', 'SKU,Name\n', ','],
    ['a semicolon', 'SKU;"GTIN, UPC";Name\n', ';'],
    ['a semicolon beside more commas', 'SKU;Name, as it is said, here, and there\n', ';'],
    ['a tab', 'SKU\tName\n', '\t'],
    ['the one that a sep= line names', 'sep=|\nSKU|Name\n', '|'],
    ['a comma when there is one column', 'SKU\n', ','],
  ])('detects the separator: %s', async (_, text, separator) => {
    writeFileSync(file, text);
    expect((await detectFormat(file, isHead)).separator).toBe(separator);
  });

  it('skips the sep= line of a spreadsheet', async () => {
    expect(await readCells('sep=;\r\nSKU;Name\r\n1;One\r\n')).toEqual([
      [2, 'SKU', 'Name'],
      [3, '1', 'One'],
    ]);
  });

  it('numbers lines as an editor does, with line breaks in quotes', async () => {
    expect(await readCells('SKU,Name\r\n1,"Two\r\nlines"\r\n\r\n2,"say ""no"""\r\n')).toEqual([
      [1, 'SKU', 'Name'],
      [2, '1', 'Two\nlines'],
      [5, '2', 'say "no"'],
    ]);
    expect(await readCells('SKU,Name\r1,One\r2,Two')).toEqual([
      [1, 'SKU', 'Name'],
      [2, '1', 'One'],
      [3, '2', 'Two'],
    ]);
  });

  it('skips only the row with a misplaced quote', async () => {
    expect(await readCells('SKU,Name\n1,"5" pipe",x\n2,5" pipe\n3,Three\n', format)).toEqual([
      [1, 'SKU', 'Name'],
      [2, expect.stringContaining('a quote ends in the middle of a cell')],
      [3, expect.stringContaining('a quote begins in the middle of a cell')],
      [4, '3', 'Three'],
    ]);
  });

  it('reports where an unclosed quote begins', async () => {
    expect(await readCells('SKU,Name\n1,One\n\n2,"Two\n3,Three\n4,Four', format)).toEqual([
      [1, 'SKU', 'Name'],
      [2, '1', 'One'],
      [3, 'a quote begins here and never ends'],
    ]);
  });

  it('refuses a row of 1 GB with little memory', async () => {
    const huge = join(folder, 'huge.csv');
    const handle = await open(huge, 'w');
    await handle.write('SKU,Name\n1,One\n2,');
    // A sparse file: the zeros take no space on the disk.
    await handle.truncate(1_000_000_000);
    await handle.close();
    const block = Buffer.alloc(1_000_000, 'x');
    const filled = await open(huge, 'r+');
    for (let index = 0; index < 20; index += 1) {
      await filled.write(block, 0, block.length, 17 + index * block.length);
    }
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
/** Without carriage returns and zero bytes, which reading does not restore. */
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });

describe('writing a CSV file', () => {
  it('writes cells that are read back unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        // A line with nothing on it is no row.
        const written = rows.map((row) => ['|', ...row]);
        const read = (await readCells(written.map(formatCsvLine).join(''), format)) as unknown[][];
        expect(read.map(([, ...cells]) => cells)).toEqual(written);
      }),
      { numRuns: 200 },
    );
  });

  it('escapes formulas and restores them', () => {
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
