import { expect, it } from 'vitest';
import { normalizeState } from './states.ts';

it.each([
  ['US', 'California', 'CA'],
  ['US', 'ca', 'CA'],
  ['US', 'N. Y.', 'NY'],
  ['US', ' new  york ', 'NY'],
  ['US', 'Washington', 'WA'],
  ['US', 'US Virgin Islands', 'VI'],
  ['CA', 'Québec', 'QC'],
  ['CA', 'Que\u0301bec', 'QC'],
  ['CA', 'newfoundland and labrador', 'NL'],
  ['AU', 'New South Wales', 'NSW'],
  ['AU', 'wa', 'WA'],
  ['US', 'armed forces europe', 'AE'],
  ['IE', 'Co. Cork', 'CO'],
  ['IE', 'county cork', 'CO'],
  ['IE', 'Dublin', 'D'],
  ['ES', 'Las Palmas', 'GC'],
  ['IT', 'Roma', 'RM'],
  ['JP', 'Tokyo', '13'],
  ['JP', '東京都', '13'],
  ['HK', 'kowloon', 'Kowloon'],
  // A3
  ['VN', 'Da Nang', 'DN'],
  ['VN', 'ĐỒNG NAI', '39'],
  ['TR', 'IĞDIR', '76'],
  ['TR', 'iğdır', '76'],
  ['EG', 'اسوان', 'ASN'],
])('in %s %s is the code %s', (country, typed, code) => {
  expect(normalizeState(country, typed)).toBe(code);
});

it.each([
  ['US', 'Calfornia'],
  ['US', ''],
  ['US', '東京'],
  ['DE', 'CA'],
  ['', 'California'],
  ['toString', 'California'],
])('in %s %j stays as it was typed', (country, typed) => {
  expect(normalizeState(country, typed)).toBe(typed);
});
