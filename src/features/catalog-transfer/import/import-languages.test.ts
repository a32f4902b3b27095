import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { catalogShop } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { exportProducts } from '../export/export-products.ts';
import { type ImportOptions, importProductFile } from './import-products.ts';
import { readMapping } from './parse/columns.ts';
import { findHead } from './parse/heads/find-head.ts';
import { measureHeads, numberedHeads, singleHeads, translatedHeads } from './parse/heads/head-fields.ts';

const { database, pool } = useDatabase();
const shop = catalogShop(database);
const folder = mkdtempSync(join(tmpdir(), 'vitrine-import-languages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function importText(text: string, options: ImportOptions = {}) {
  const file = join(folder, 'products.csv');
  writeFileSync(file, text);
  return importProductFile(shop, file, options);
}

async function exportText(): Promise<string> {
  let text = '';
  await exportProducts(shop, {
    async write(part) {
      text += part;
    },
  });
  return text;
}

const languages = Object.keys(translatedHeads);
const formatHeads = { ...singleHeads, ...measureHeads, ...numberedHeads };

/** The head of a field in a language, and the one of the format where none is known. */
function translate(language: string, head: string): string {
  const [whole = head, name = head, unit = ''] = /^(\w+) (\(\w+\))$/.exec(head) ?? [];
  const pattern = name.replace(/\d+/, '#');
  const field = Object.entries(formatHeads).find(([known]) => known === pattern)?.[1];
  const heads = translatedHeads[language] ?? {};
  const [translated] = field === undefined ? [] : [heads[field]].flat();
  const [meta = 'Meta'] = [heads.meta].flat();
  if (head.startsWith('Meta: ')) return head.replace('Meta', meta);
  const [digits = ''] = /\d+/.exec(head) ?? [];
  return translated === undefined ? whole : `${translated.replace('#', digits)}${unit && ` ${unit}`}`;
}

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const splitHeads = (line: string) =>
  [...line.matchAll(/"([^"]*)"|([^,]+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');

const german = [
  'ID,Typ,Artikelnummer,Name,Veröffentlicht,"Ist hervorgehoben?",Steuerstatus,Vorrätig?,Bestand,"Gewicht (kg)","Regulärer Preis",Kategorien,"Übergeordnetes Produkt",Position,"Attribut 1 Name","Attribut 1 Wert(e)","Attribut 1 Sichtbar","Attribut 1 Global","Attribut 1 Standard","Meta: ton"',
  '1,simple,VASE,Vase,1,0,taxable,1,5,"0,75","24,50",Vasen,,0,,,,,,Steingut',
  '2,variable,KRUG,Krug,1,1,taxable,1,,,,Krüge,,1,Glasur,"See, Asche",1,1,See,',
  '3,variation,KRUG-S,"Krug - See",1,,taxable,1,3,,"48,00",,KRUG,0,Glasur,See,,1,,',
  '4,variation,KRUG-A,"Krug - Asche",1,,taxable,1,0,,"49,90",,id:2,1,Glasur,Asche,,1,,',
];

describe('a file with the column names of another language (G6)', () => {
  it('has the same products as one with English names: kinds, SKUs, prices and variations', async () => {
    expect(await importText(german.join('\n'))).toMatchObject({ created: 4, skipped: 0, messages: [] });
    const { rows } = await pool.query(
      `select p.type, v.sku, o.regular_price as price, v.id <> v.product_id as variation, p.meta ->> 'ton' as clay
      from variations v join products p on p.id = v.product_id left join main_prices o on o.variation_id = v.id order by v.sku`,
    );
    expect(rows).toEqual([
      { type: 'variable', sku: 'KRUG', price: null, variation: false, clay: null },
      { type: 'variable', sku: 'KRUG-A', price: 4990, variation: true, clay: null },
      { type: 'variable', sku: 'KRUG-S', price: 4800, variation: true, clay: null },
      { type: 'simple', sku: 'VASE', price: 2450, variation: false, clay: 'Steingut' },
    ]);
  });

  it.each(languages)('gives the same catalogue after an export: %s', async (language) => {
    await importText(german.join('\n'));
    const exported = await exportText();
    const end = exported.indexOf('\n');
    const heads = splitHeads(
      exported
        .slice(0, end)
        .replace(/^\uFEFF/, '')
        .trim(),
    );
    const translated = heads.map((head) => translate(language, head));
    expect(translated.filter((head, index) => head !== heads[index]).length).toBeGreaterThan(30);
    const report = await importText(`${translated.map(quote).join(',')}${exported.slice(end)}`);
    expect(report).toMatchObject({ created: 0, updated: 0, unchanged: 4, skipped: 0, messages: [] });
    expect(await exportText()).toBe(exported);
  });

  it('is read whatever the case, the accents, the spaces and the signs', () => {
    const written = languages.flatMap((language) =>
      Object.entries(formatHeads).flatMap(([head, field]) => {
        const isMeasure = Object.hasOwn(measureHeads, head);
        return [translatedHeads[language]?.[field] ?? []].flat().map((text) => (isMeasure ? `${text} (cm)` : text));
      }),
    );
    const change = fc.constantFrom<(text: string) => string>(
      (text) => text.toUpperCase(),
      (text) => text.normalize('NFD'),
      (text) => `\u00a0${text.replaceAll(' ', '\u00a0')} `,
      (text) => text.replace(/ ?\?$/, '\u202f?'),
      (text) => text.replaceAll('’', "'"),
      (text) => `\u200e${text}`,
    );
    fc.assert(
      fc.property(fc.constantFrom(...written), change, (text, alter) => {
        const head = text.replace('#', '12');
        expect(findHead(alter(head))).toEqual(findHead(head));
        expect(findHead(head)).not.toBeNull();
      }),
      { numRuns: 1000 },
    );
  });

  it('knows the spelling of Britain, and the numbers of goods in every language', () => {
    expect(findHead('Visibility in catalogue')).toEqual({ kind: 'single', field: 'visibility' });
    for (const word of ['lub', 'tai', 'または', 'nebo'])
      expect(findHead(`GTIN, UPC, EAN ${word} ISBN`)).toEqual({ kind: 'single', field: 'gtin' });
    for (const head of ['Weight (constructor)', 'constructor', '__proto__', 'toString', 'Attribute 1 constructor'])
      expect(findHead(head)?.kind === 'measure' ? findHead(head) : null, head).toEqual(
        head.startsWith('Weight') ? { kind: 'measure', field: 'weight', unit: null } : null,
      );
  });

  it('has translations of known fields alone', () => {
    const fields = new Set<string>(['meta', ...[singleHeads, measureHeads, numberedHeads].flatMap(Object.values)]);
    expect(
      Object.values(translatedHeads)
        .flatMap(Object.keys)
        .filter((field) => !fields.has(field)),
    ).toEqual([]);
  });

  it('names each field alike in all languages', () => {
    const meanings = new Map<string, unknown>();
    for (const heads of Object.values(translatedHeads))
      for (const [field, texts] of Object.entries(heads))
        for (const text of [texts].flat()) {
          const key = text.toLowerCase().replace(/[\s?]/g, '');
          expect(meanings.get(key) ?? field, `${text} means two things`).toBe(field);
          meanings.set(key, field);
        }
  });
});

const hungarian = [
  'ID;Típus;Cikkszám;Név;Közzétéve;Normál ár;Szülő;1. tulajdonság neve;1. tulajdonság értéke;Megjegyzés',
  '901;variable;KANCSO;Kancsó;1;;;Máz;Tenger;kézzel készült',
  '902;variation;KANCSO-T;Kancsó - Tenger;1;48,50;KANCSO;Máz;Tenger;',
  '903;simple;VAZA;Váza;1;24,50;;;;két darab',
].join('\n');

describe('a file with columns of unknown names (G6)', () => {
  it('stops before anything is written when they decide what its rows are', async () => {
    const before = await exportText();
    const { messages, ...counts } = await importText(hungarian);
    expect(counts).toEqual({ created: 0, updated: 0, unchanged: 0, skipped: 1, untold: 0 });
    const unread = messages.filter(({ code }) => code === 'COLUMN_NOT_READ');
    expect(unread.map(({ column, message }) => [column, /look like '([^']+)'/.exec(message)?.[1]])).toEqual([
      ['Típus', 'Type'],
      ['Cikkszám', 'SKU'],
      ['Normál ár', 'Regular price'],
    ]);
    expect(unread[1]?.message).toContain('--column "Cikkszám=SKU"');
    expect(messages).toContainEqual(expect.objectContaining({ column: 'Megjegyzés', code: 'UNKNOWN_COLUMN' }));
    expect(await exportText()).toBe(before);
  });

  it('says when attributes are missing without which variations would have any value', async () => {
    const mapping = readMapping(['Típus=Type', 'Cikkszám=SKU', 'Név=Name', 'Normál ár=Regular price']);
    if (typeof mapping === 'string') throw new Error(mapping);
    const { messages } = await importText(hungarian, { mapping });
    expect(messages.flatMap(({ code, column }) => (code === 'COLUMN_NOT_READ' ? column : []))).toEqual([
      '1. tulajdonság neve',
      '1. tulajdonság értéke',
    ]);
  });

  it('is read as its mapping says', async () => {
    const mapping = readMapping([
      ...['Típus=Type', 'cikkszám = SKU', 'Név=Name', 'Közzétéve=Published', 'Normál ár=Regular price', 'Szülő=Parent'],
      ...['#. tulajdonság neve=Attribute # name', '#. tulajdonság értéke=Attribute # value(s)', 'Megjegyzés='],
    ]);
    if (typeof mapping === 'string') throw new Error(mapping);
    expect(await importText(hungarian, { mapping })).toMatchObject({ created: 3, skipped: 0, messages: [] });
    expect(readMapping(['Cikkszám'])).toContain("must be 'column of the file");
    expect(readMapping(['Cikkszám=Artikel'])).toContain("'Artikel' is no column");
  });

  it('goes on where they decide nothing', async () => {
    const file = 'SKU,Name,Type,Regular price,Supplier,Bin\nP1,Pot,simple,5,Clay & Co,12\n';
    expect(await importText(file)).toMatchObject({
      ...{ created: 1, skipped: 0 },
      messages: [
        { column: 'Supplier', code: 'UNKNOWN_COLUMN' },
        { column: 'Bin', code: 'UNKNOWN_COLUMN' },
      ],
    });
    expect(await importText('SKU,Regular price,Note\nP1,6,new price\n')).toMatchObject({ updated: 1, skipped: 0 });
  });
});

describe('rows that are not whole (G6)', () => {
  it('are named in the message of the product that was skipped', async () => {
    const report = await importText(
      [
        'ID,Type,SKU,Name,Regular price,Parent,Attribute 1 name,Attribute 1 value(s),Featured',
        '71,variation,CUP-S,Cup - S,12,CUP,Size,S,',
        '70,variable,CUP,Cup,a few,,Size,"S, L",',
        '72,variation,,Cup - L,13,id:70,Size,L,',
      ].join('\n'),
    );
    const read = ({ line, code, message }: (typeof report.messages)[number]) => [line, code, message];
    const told = report.messages.filter(({ code }) => code !== 'UNKNOWN_COLUMN').map(read);
    expect(told).toEqual([
      [2, 'UNKNOWN_PARENT', 'its product in line 3 was skipped'],
      [3, 'BAD_VALUE', expect.stringContaining("'a few'")],
      [3, 'VARIATIONS_SKIPPED', 'its variations were skipped too: line 2 (CUP-S), line 4 (72)'],
      [4, 'UNKNOWN_PARENT', 'its product in line 3 was skipped'],
    ]);
    expect(report).toMatchObject({ created: 0, skipped: 3 });
  });

  it('have prices of more decimals rounded, and it is told', async () => {
    const { messages, created } = await importText(
      'SKU,Name,Regular price,Sale price\nR1,One,12.34567,9.99\nR2,Two,€ 0.995,\nR3,Three,"1,299.995",\n',
    );
    expect(created).toBe(3);
    expect(messages.map(({ line, column, code, message }) => [line, column, code, message])).toEqual([
      [2, 'Regular price', 'PRICE_ROUNDED', "'12.34567' was rounded to 12.35, because EUR has 2 decimals"],
      [3, 'Regular price', 'PRICE_ROUNDED', "'€ 0.995' was rounded to 1.00, because EUR has 2 decimals"],
      [4, 'Regular price', 'PRICE_ROUNDED', "'1,299.995' was rounded to 1300.00, because EUR has 2 decimals"],
    ]);
    const { rows } = await pool.query(
      "select regular_price as price from variations join main_prices on variation_id = id where sku like 'R_' order by sku",
    );
    expect(rows.map(({ price }) => price)).toEqual([1235, 100, 130_000]);
  });

  it('have dates in the order of the other dates of the file, or of the option', async () => {
    const head = 'SKU,Name,Regular price,Sale price,Date sale price starts,Date sale price ends';
    const rows = ['S1,One,9,5,03/04/2026,05/04/2026', 'S2,Two,9,5,,'];
    const ambiguous = await importText([head, ...rows].join('\n'));
    expect(ambiguous.messages.map(({ line, column, message }) => [line, column, message])).toEqual([
      [2, 'Date sale price starts', expect.stringContaining("'03/04/2026' could have the day or the month first")],
      [2, 'Date sale price ends', expect.stringContaining('--dates day')],
    ]);
    const readStart = async () =>
      (
        await pool.query(
          "select sale_from as start from variations join main_prices on variation_id = id where sku = 'S1'",
        )
      ).rows[0]?.start?.toISOString();
    await importText([head, rows[0], 'S2,Two,9,5,01/02/2026,31/12/2026'].join('\n'));
    expect(await readStart()).toBe('2026-04-03T00:00:00.000Z');
    await importText([head, ...rows].join('\n'), { dateOrder: 'month' });
    expect(await readStart()).toBe('2026-03-04T00:00:00.000Z');
  });
});
