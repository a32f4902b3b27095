import { describe, expect, it } from 'vitest';
import { createTranslate } from '#platform/texts/texts.ts';
import { readAddons } from './addons.ts';
import type { AddonDefinition } from './contract.ts';

const createDefinition = (
  definition: Partial<AddonDefinition> & Pick<AddonDefinition, 'key' | 'kind'>,
): AddonDefinition => ({
  label: definition.key,
  help: '',
  required: false,
  maxLength: null,
  price: 0,
  options: [],
  ...definition,
});

const initials = createDefinition({
  key: 'initials',
  kind: 'text',
  label: 'Initials',
  maxLength: 3,
  price: 400,
  required: true,
});
const wrap = createDefinition({ key: 'wrap', kind: 'checkbox', price: 250 });
const ribbon = createDefinition({
  key: 'ribbon',
  kind: 'checkboxes',
  options: [
    { value: 'red', label: 'Red ribbon', price: 50 },
    { value: 'blue', label: 'Blue ribbon', price: 70 },
  ],
});
const paper = createDefinition({ ...ribbon, key: 'paper', label: 'Paper', kind: 'radio' });

describe('add-on fields', () => {
  it('[3.4/7] are read by their definitions; names that end in [] are lists', () => {
    const result = readAddons([initials, wrap, ribbon, paper], {
      'addon-initials': ' AB ',
      'addon-wrap': '1',
      'addon-ribbon[]': ['red', 'blue', 'red'],
      'addon-paper': 'blue',
      quantity: '2',
    });
    expect(result).toEqual({
      ok: true,
      price: 400 + 250 + 120 + 70,
      values: [
        { key: 'initials', label: 'Initials', sent: ['AB'], shown: 'AB', price: 400 },
        { key: 'wrap', label: 'wrap', sent: ['yes'], shown: '', price: 250 },
        { key: 'ribbon', label: 'ribbon', sent: ['red', 'blue'], shown: 'Red ribbon, Blue ribbon', price: 120 },
        { key: 'paper', label: 'Paper', sent: ['blue'], shown: 'Blue ribbon', price: 70 },
      ],
    });
  });

  it('leave out empty fields at no cost', () => {
    expect(readAddons([wrap, ribbon], { 'addon-wrap': '', 'addon-ribbon[]': [] })).toEqual({
      ok: true,
      values: [],
      price: 0,
    });
  });

  it('read a single checked box as a list of one', () => {
    const result = readAddons([ribbon], { 'addon-ribbon[]': 'blue' });
    expect(result.ok && result.values[0]?.sent).toEqual(['blue']);
  });

  it.each([
    ['a missing value', {}, 'ADDON_REQUIRED', 'Please fill in “Initials”.'],
    ['only spaces', { 'addon-initials': '   ' }, 'ADDON_REQUIRED', 'Please fill in “Initials”.'],
    [
      'too many characters',
      { 'addon-initials': 'ABCD' },
      'ADDON_TOO_LONG',
      '“Initials” can have at most 3 characters; yours has 4.',
    ],
  ])('reject %s', (_, form, code, message) => {
    const result = readAddons([initials], form);
    const [failure] = result.ok ? [] : result.failures;
    expect(failure).toMatchObject({ code, field: 'addon-initials' });
    expect(failure && createTranslate('en')(failure.text, failure.values)).toBe(message);
  });

  it('count code points as characters', () => {
    expect(readAddons([initials], { 'addon-initials': '🏺🏺🏺' }).ok).toBe(true);
  });

  it('reject unknown options, and two values for a single choice', () => {
    const listFailures = (form: Record<string, string | string[]>) => {
      const result = readAddons([ribbon, paper], form);
      return result.ok ? [] : result.failures.map(({ code, field }) => `${field} ${code}`);
    };
    expect(listFailures({ 'addon-ribbon[]': ['red', 'green'] })).toEqual(['addon-ribbon[] ADDON_UNKNOWN_OPTION']);
    expect(listFailures({ 'addon-paper': ['red', 'blue'] })).toEqual(['addon-paper ADDON_UNKNOWN_OPTION']);
    expect(listFailures({ 'addon-paper': 'toString' })).toEqual(['addon-paper ADDON_UNKNOWN_OPTION']);
  });
});
