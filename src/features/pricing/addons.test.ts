import { describe, expect, it } from 'vitest';
import { createTranslate } from '#platform/texts/texts.ts';
import { readAddons } from './addons.ts';
import type { AddonDefinition } from './contract.ts';

const define = (definition: Partial<AddonDefinition> & Pick<AddonDefinition, 'key' | 'kind'>): AddonDefinition => ({
  label: definition.key,
  help: '',
  required: false,
  maxLength: null,
  price: 0,
  options: [],
  ...definition,
});

const initials = define({ key: 'initials', kind: 'text', label: 'Initials', maxLength: 3, price: 400, required: true });
const wrap = define({ key: 'wrap', kind: 'checkbox', price: 250 });
const ribbon = define({
  key: 'ribbon',
  kind: 'checkboxes',
  options: [
    { value: 'red', label: 'Red ribbon', price: 50 },
    { value: 'blue', label: 'Blue ribbon', price: 70 },
  ],
});
const paper = define({ ...ribbon, key: 'paper', label: 'Paper', kind: 'radio' });

describe('add-on fields', () => {
  it('[3.4/7] reads fields by their definitions and collects names that end in [] as lists', () => {
    const read = readAddons([initials, wrap, ribbon, paper], {
      'addon-initials': ' AB ',
      'addon-wrap': '1',
      'addon-ribbon[]': ['red', 'blue', 'red'],
      'addon-paper': 'blue',
      quantity: '2',
    });
    expect(read).toEqual({
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

  it('leaves out what was left empty, and costs nothing then', () => {
    expect(readAddons([wrap, ribbon], { 'addon-wrap': '', 'addon-ribbon[]': [] })).toEqual({
      ok: true,
      values: [],
      price: 0,
    });
  });

  it('takes a single tick of several as a list of one', () => {
    const read = readAddons([ribbon], { 'addon-ribbon[]': 'blue' });
    expect(read.ok && read.values[0]?.sent).toEqual(['blue']);
  });

  it.each([
    ['a missing one', {}, 'ADDON_REQUIRED', 'Please fill in “Initials”.'],
    ['one of spaces', { 'addon-initials': '   ' }, 'ADDON_REQUIRED', 'Please fill in “Initials”.'],
    [
      'too many letters',
      { 'addon-initials': 'ABCD' },
      'ADDON_TOO_LONG',
      '“Initials” can have at most 3 characters; yours has 4.',
    ],
  ])('refuses %s', (_, form, code, message) => {
    const read = readAddons([initials], form);
    const [failure] = read.ok ? [] : read.failures;
    expect(failure).toMatchObject({ code, field: 'addon-initials' });
    expect(failure && createTranslate('en')(failure.text, failure.values)).toBe(message);
  });

  it('counts characters as people do', () => {
    expect(readAddons([initials], { 'addon-initials': '🏺🏺🏺' }).ok).toBe(true);
  });

  it('refuses options that are not offered, and two where one is asked', () => {
    const codes = (form: Record<string, string | string[]>) => {
      const read = readAddons([ribbon, paper], form);
      return read.ok ? [] : read.failures.map(({ code, field }) => `${field} ${code}`);
    };
    expect(codes({ 'addon-ribbon[]': ['red', 'green'] })).toEqual(['addon-ribbon[] ADDON_UNKNOWN_OPTION']);
    expect(codes({ 'addon-paper': ['red', 'blue'] })).toEqual(['addon-paper ADDON_UNKNOWN_OPTION']);
    expect(codes({ 'addon-paper': 'toString' })).toEqual(['addon-paper ADDON_UNKNOWN_OPTION']);
  });
});
