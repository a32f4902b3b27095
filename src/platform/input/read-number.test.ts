import { describe, expect, it } from 'vitest';
import { createNotationDetector, readNumber, readPercent, readWhole } from './read-number.ts';

describe('a number (A1)', () => {
  it.each([
    ['1,250.5', '1250.5'],
    ['-1.250,5', '-1250.5'],
    ['−5', '-5'],
    ['- 5', '-5'],
    ['-0', '0'],
    ['007', '7'],
    ['1.50', '1.5'],
    ['1 234 567', '1234567'],
    ['12,34,567', '1234567'],
  ])('%j is %s', (text, value) => {
    expect(readNumber(text)).toEqual({ ok: true, value });
  });

  it('is ambiguous with one separator before three digits', () => {
    for (const text of ['1.250', '1,250', '-12.500', '１．２５０'])
      expect(readNumber(text)).toEqual({ ok: false, isAmbiguous: true });
    expect(readNumber('1٫250')).toEqual({ ok: true, value: '1.25' });
    expect(readNumber('1٬250')).toEqual({ ok: true, value: '1250' });
  });

  it.each(['', '.', ',', '-', '1e1', '0x1f', '1_000', '+5', 'NaN', '1..5', '1.,5', '1 2', '1,23', '1,,000'.repeat(2)])(
    '%j is refused or has decimals',
    (text) => {
      const read = readNumber(text);
      if (text === '1,23') expect(read).toEqual({ ok: true, value: '1.23' });
      else expect(read.ok).toBe(false);
    },
  );
});

describe('a percentage (A1)', () => {
  it.each([
    ['10', 10],
    ['12,5 %', 12.5],
    ['8.875', 8.875],
    ['20.0000', 20],
    ['٪١٢', null],
    ['١٢٪', 12],
    ['1e1', null],
    ['100.01', null],
    ['-1', null],
    ['1 0', null],
  ])('%j is %s', (text, percent) => {
    expect(readPercent(text)).toBe(percent);
  });
});

describe('a whole number (A1)', () => {
  it.each([
    ['10', 10],
    ['10.0', 10],
    ['10 000', 10_000],
    ['10,000', null],
    ['10.000', null],
    ['1.5', null],
    ['1e3', null],
    ['100001', null],
    ['-1', null],
  ])('%j is %s', (text, number) => {
    expect(readWhole(text, 0, 100_000)).toBe(number);
  });
});

describe('the notation of a file (A1)', () => {
  it.each([
    [['12.50', '1.250'], '.'],
    [['3,50', '1.250'], ','],
    [['1,234,567', '1.250'], '.'],
    [['1.234.567'], ','],
    [['1,234.50'], '.'],
    [['10', '1.250'], undefined],
    [['1.50', '3,50'], undefined],
    [['word', '', '0.125'], '.'],
    [['1\u202f250,00'], ','],
    [['12,50 €', '1.250 €'], ','],
    [['CHF 12.50', '1,250'], '.'],
    [['12,5 %'], ','],
  ])('of %j has the decimal separator %s', (texts, decimal) => {
    const detector = createNotationDetector();
    for (const text of texts) detector.add(text);
    expect(detector.getNotation().decimal).toBe(decimal);
  });
});
