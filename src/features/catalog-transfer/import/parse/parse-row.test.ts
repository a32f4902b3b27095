import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readColumns } from './columns.ts';
import { parseRow } from './parse-row.ts';

function parseCells(cells: Readonly<Record<string, string>>) {
  const columns = readColumns(Object.keys(cells));
  const result = parseRow(
    columns,
    { line: 2, cells: Object.values(cells) },
    { currency: 'EUR', prices: {}, others: {} },
  );
  if (!result.ok) throw new Error(result.messages.map(({ column, message }) => `${column}: ${message}`).join('; '));
  return { ...result.row, unknown: columns.unknown };
}

describe('a row of the exporting shop', () => {
  it.each([
    ['2026-05-31 0:00:00', '2026-05-31T00:00:00Z'],
    ['2026-05-31 9:05:30', '2026-05-31T09:05:30Z'],
    ['2026-05-31 18:05:30', '2026-05-31T18:05:30Z'],
  ])('starts a sale at %s, also with hours without a leading zero', (cell, moment) => {
    expect(parseCells({ 'Date sale price starts': cell }).saleFrom).toEqual(new Date(moment));
  });

  it('ends a sale in the last second of a day at the end of the day', () => {
    expect(parseCells({ 'Date sale price ends': '2026-05-31 23:59:59' }).saleTo).toEqual(
      new Date('2026-06-01T00:00:00Z'),
    );
    expect(parseCells({ 'Date sale price ends': '2026-05-31 0:00:00' }).saleTo).toEqual(
      new Date('2026-05-31T00:00:00Z'),
    );
  });

  it.each([
    ['1', 'published'],
    ['0', 'private'],
    ["'-1", 'draft'],
    ['2', 'pending'],
  ])('marked %s is %s', (mark, status) => {
    expect(parseCells({ Published: mark }).status).toBe(status);
  });

  it.each([
    ['Tags', 'Salt, wood\\, fired', ['Salt', 'wood, fired']],
    ['Tags (comma separated)', 'Salt, wood\\, fired', ['Salt', 'wood, fired']],
    ['Tags (space separated)', ' salt  wood-fired ', ['salt', 'wood-fired']],
  ])('has its tags in the column %s', (head, cell, tags) => {
    expect(parseCells({ [head]: cell })).toMatchObject({ tags, unknown: [] });
  });

  it.each(['1', 'yes', 'TRUE'])('reads %s as a flag of an attribute', (mark) => {
    const cells = { 'Attribute 1 name': 'Glaze', 'Attribute 1 value(s)': 'Sea' };
    const marked = { ...cells, 'Attribute 1 visible': mark, 'Attribute 1 global': mark };
    expect(parseCells(marked).attributes).toMatchObject([{ visible: true, global: true }]);
  });
});

describe('a row that people or plugins wrote (G6)', () => {
  const starts = (cell: string) => parseCells({ 'Date sale price starts': cell }).saleFrom?.toISOString();

  it.each([
    '2026-12-31',
    '2026/12/31',
    '2026.12.31',
    '20261231',
    '31.12.2026',
    '31.12.2026 00:00',
    '31/12/2026',
    '12/31/2026',
    '31-12-2026',
    '31 December 2026',
    '31. Dezember 2026',
    'Dec 31, 2026',
    'Thursday, December 31, 2026',
    'Donnerstag, 31. Dezember 2026',
    'jeudi 31 déc. 2026',
    '31 de diciembre de 2026',
    '31 dicembre 2026',
    '31 dec. 2026',
    '31 de dez. de 2026',
    '31 grudnia 2026',
    '31. joulukuuta 2026',
    '31. prosince 2026',
    '31st Dec 2026',
    '2026年12月31日',
    '1798675200',
    '1798675200000',
    '\u200e2026\u201112\u201131',
    '2026-12-31T00:00:00Z',
    '2026-12-31T01:00:00+01:00',
    '12/31/2026 12:00 AM',
  ])('starts a sale on %s', (cell) => {
    expect(starts(cell)).toBe('2026-12-31T00:00:00.000Z');
  });

  it.each([
    ['31.12.2026 18:05', '2026-12-31T18:05:00.000Z'],
    ['Dec 31, 2026 6:05 PM', '2026-12-31T18:05:00.000Z'],
    ['2026-12-31T18:05:06.789+02:00', '2026-12-31T16:05:06.789Z'],
    ['03.04.2026', '2026-04-03T00:00:00.000Z'],
    ['04/04/2026', '2026-04-04T00:00:00.000Z'],
  ])('starts a sale at %s', (cell, moment) => {
    expect(starts(cell)).toBe(moment);
  });

  it.each([
    ...[
      '03/04/2026',
      '3-4-2026',
      '31/12/26',
      '2026-02-30',
      '31.02.2026',
      '31/13/2026',
      '12/2026',
      'soon',
      '2026-12-31 25:00',
    ],
    ...['31 Foo 2026', '00.12.2026', '1e9', '0000-00-00'],
  ])('is refused with %s', (cell) => {
    expect(() => starts(cell)).toThrow('Date sale price starts');
  });

  it('reads every day in the way of each language', () => {
    const written = fc.record({
      day: fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
      language: fc.constantFrom(
        'en-GB',
        'en-US',
        'de',
        'fr',
        'es',
        'it',
        'nl',
        'pt',
        'sv',
        'da',
        'pl',
        'nb',
        'fi',
        'cs',
        'ja',
      ),
      dateStyle: fc.constantFrom('full' as const, 'long' as const),
    });
    fc.assert(
      fc.property(written, ({ day, language, dateStyle }) => {
        const text = new Intl.DateTimeFormat(language, { dateStyle, timeZone: 'UTC' }).format(day);
        expect(starts(text), text).toBe(`${day.toISOString().slice(0, 10)}T00:00:00.000Z`);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['1.0', 'published'],
    ['1,0', 'published'],
    ['0.0', 'private'],
    ['-1.0', 'draft'],
    ['2.0', 'pending'],
    ['Publish', 'published'],
    ['draft', 'draft'],
  ])('marked %s is %s', (mark, status) => {
    expect(parseCells({ Published: mark }).status).toBe(status);
  });

  it.each<readonly [string, string | undefined]>([
    ...(['1', '1.0', 'instock', 'In stock', 'yes', 'ja', 'Oui', 'Sí', 'TRUE'] as const).map(
      (cell) => [cell, 'in'] as const,
    ),
    ...(['0', '0,0', 'outofstock', 'out of stock', 'nein', 'não'] as const).map((cell) => [cell, 'out'] as const),
    ...(['backorder', 'onbackorder', 'On backorder'] as const).map((cell) => [cell, 'backorder'] as const),
    ['', undefined],
  ])('with “%s” under “In stock?” is %s', (cell, status) => {
    expect(parseCells({ 'In stock?': cell }).stock.status).toBe(status);
  });

  it('takes backorders in the same words', () => {
    const read = (cell: string) => parseCells({ 'Backorders allowed?': cell }).stock.backorders;
    expect(['1.0', 'yes', 'Notify', '0', 'nej', ''].map(read)).toEqual(['yes', 'yes', 'notify', 'no', 'no', 'no']);
    expect(() => read('sometimes')).toThrow('must be 1, 0 or notify');
  });

  it('tells of a value without the name of its attribute, and of a flag that is none', () => {
    expect(() => parseCells({ 'Attribute 1 name': '', 'Attribute 1 value(s)': 'Sea' })).toThrow(
      "Attribute 1 value(s): 'Sea' has no name of its attribute",
    );
    expect(parseCells({ 'Attribute 1 name': '', 'Attribute 1 value(s)': '' }).attributes).toEqual([]);
    const cells = { 'Attribute 1 name': 'Glaze', 'Attribute 1 value(s)': 'Sea', 'Attribute 1 visible': 'perhaps' };
    expect(() => parseCells(cells)).toThrow("Attribute 1 visible: 'perhaps' must be 1 or 0");
  });
});
