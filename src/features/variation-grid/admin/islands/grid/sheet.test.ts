import { describe, expect, it } from 'vitest';
import { applyFormula, parseFormula } from './formulas.ts';
import { createGridModel } from './grid-model.ts';
import { findTarget } from './selection.ts';
import { parseSheetText, toCellText, writeSheetText } from './sheet-text.ts';

const compute = (formula: string, text: string, decimals = 2, mark: '.' | ',' = '.') => {
  const parsed = parseFormula(formula);
  return parsed && applyFormula(parsed, text, { decimals, mark });
};

describe('formulas on the selection', () => {
  it.each([
    ['+10 %', '10.00', '11.00'],
    ['+10%', '10.05', '11.06'],
    ['-5 %', '19.90', '18.91'],
    ['−5,5 %', '10', '9.45'],
    ['+2.00', '10.50', '12.50'],
    ['-2', '10,50', '8.50'],
    ['+.5', '1 250,00', '1250.50'],
    ['round .95', '20.10', '19.95'],
    ['.95', '20.60', '20.95'],
    [',9', '20.60', '20.90'],
    ['round .95', '0.10', '0.95'],
    ['=19.90', '', '19.90'],
    ['=', '10.00', ''],
  ])('%s makes %s to %s', (formula, text, expected) => {
    expect(compute(formula, text)).toBe(expected);
  });

  it.each([
    ['10 %', '10.00'],
    ['+1.250', '10.00'],
    ['+2', ''],
    ['+2', '1.250'],
    ['-20', '10.00'],
    ['+0.001', '10.00'],
    ['+-2', '10.00'],
    ['round', '10.00'],
  ])('%s of %s is left as it was', (formula, text) => {
    expect(compute(formula, text)).toBeNull();
  });

  it('writes numbers as the page does, and never one that could mean two', () => {
    expect(compute('+10 %', '10', 2, ',')).toBe('11,00');
    expect(compute('+1', '9', 0)).toBe('10');
    expect(compute('+0.5', '0.75', 3)).toBe('1.2500');
    expect(compute('round .5', '9', 0)).toBeNull();
  });
});

describe('cells on the clipboard', () => {
  it.each([
    ['a', [['a']]],
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\n\nb', [['a'], [''], ['b']]],
    ['\ta\t', [['', 'a', '']]],
    ['"two\nlines"\t"say ""hi"""\n', [['two\nlines', 'say "hi"']]],
    ['5" pipe\tb', [['5" pipe', 'b']]],
    ['', []],
  ])('%j is %j', (text, rows) => {
    expect(parseSheetText(text)).toEqual(rows);
  });

  it('are written so that they are read as the same', () => {
    const rows = [
      ['a\tb', 'say "hi"'],
      ['', 'c'],
    ];
    expect(parseSheetText(writeSheetText(rows))).toEqual(rows);
  });

  it('are read by the names of choices, and as ticks', () => {
    const choice = {
      name: 'status',
      label: '',
      control: 'choice',
      options: [{ value: 'out', label: 'Out of stock' }],
    } as const;
    const flag = { name: 'enabled', label: '', control: 'flag' } as const;
    expect(['out of stock', 'OUT', 'sold'].map((text) => toCellText(choice, text))).toEqual(['out', 'out', null]);
    expect(['TRUE', 'yes', '0', '', 'perhaps'].map((text) => toCellText(flag, text))).toEqual(['1', '1', '', '', null]);
  });
});

it('keys stay within the table', () => {
  const size = { rows: 3, columns: 2 };
  const press = (key: string, changes = {}) =>
    findTarget({ key, shiftKey: false, ctrlKey: false, metaKey: false, ...changes }, { row: 1, column: 1 }, size);
  expect(press('ArrowRight')).toEqual({ row: 1, column: 1 });
  expect(press('Enter', { shiftKey: true })).toEqual({ row: 0, column: 1 });
  expect(press('End', { ctrlKey: true })).toEqual({ row: 2, column: 1 });
  expect(press('PageDown')).toEqual({ row: 2, column: 1 });
  expect(press('Tab')).toBeNull();
});

it('a cell that is typed back while it is sent is changed again, and sent after the answer', () => {
  const row = { id: 1, label: '', options: [], image: null, cells: ['5', 'A'] };
  const columns = [
    { name: 'onHand', label: '', control: 'number' },
    { name: 'sku', label: '', control: 'text' },
  ] as const;
  const model = createGridModel(columns, [row], { typed: {}, problems: {}, ambiguous: '' });
  model.set([{ id: 1, column: 0, value: '8' }]);
  const sent = new Map(model.getRows().map((each) => [each.id, each]));
  model.undo();
  model.merge([{ ...row, cells: ['8', 'B'] }], sent);
  expect(model.get(1)).toMatchObject({ cells: ['8', 'B'], values: ['5', 'B'] });
  expect(model.listChanges()).toEqual({ onHand: [[1, '8', '5']] });
});
