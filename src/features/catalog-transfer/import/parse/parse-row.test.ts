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
  return { ...result.row, unknown: columns.unknownHeads };
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
