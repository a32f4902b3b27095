import { describe, expect, it } from 'vitest';
import { createTranslate } from '#platform/texts/texts.ts';
import { readAddons } from './addons.ts';
import type { AddonDefinition, AddonFile } from './contract.ts';

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
        { key: 'initials', label: 'Initials', sent: ['AB'], shown: 'AB', files: [], price: 400 },
        { key: 'wrap', label: 'wrap', sent: ['yes'], shown: '', files: [], price: 250 },
        {
          key: 'ribbon',
          label: 'ribbon',
          sent: ['red', 'blue'],
          shown: 'Red ribbon, Blue ribbon',
          files: [],
          price: 120,
        },
        { key: 'paper', label: 'Paper', sent: ['blue'], shown: 'Blue ribbon', files: [], price: 70 },
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

  describe('for files', () => {
    const fileRule = { types: ['png', 'pdf'], maxBytes: 1_000_000, maxFiles: 2 } as const;
    const drawing = createDefinition({ key: 'drawing', kind: 'file', label: 'Drawing', price: 500, fileRule });
    const createFile = (id: string, changes: Partial<AddonFile> = {}): [string, AddonFile] => [
      id,
      { id, name: `${id}.png`, type: 'png', bytes: 10, sha256: id, shown: `${id}.png (0.1 kB)`, ...changes },
    ];
    const files = new Map([
      ...[createFile('a'), createFile('b'), createFile('c')],
      ...[createFile('webp', { type: 'webp' }), createFile('large', { bytes: 1_000_001 })],
    ]);
    const getMessage = (...ids: string[]) => {
      const result = readAddons([drawing], { 'addon-drawing[]': ids }, files);
      const [failure] = result.ok ? [] : result.failures;
      return failure && [failure.code, createTranslate('en')(failure.text, failure.values)];
    };

    it('take files by their ids, cost once, and show their names', () => {
      expect(readAddons([drawing], { 'addon-drawing[]': ['a', 'b', 'a'] }, files)).toEqual({
        ok: true,
        price: 500,
        values: [
          {
            ...{ key: 'drawing', label: 'Drawing', sent: ['a', 'b'], price: 500 },
            ...{ shown: 'a.png (0.1 kB), b.png (0.1 kB)', files: [files.get('a'), files.get('b')] },
          },
        ],
      });
    });

    it('reject what the rule does not allow, in words that say what to do', () => {
      expect(getMessage('d')).toEqual([
        'ADDON_FILE_UNKNOWN',
        'A file of “Drawing” is no longer there. Please upload it again.',
      ]);
      expect(getMessage('a', 'b', 'c')).toEqual([
        'ADDON_TOO_MANY_FILES',
        '“Drawing” can have at most 2 files. Please remove some.',
      ]);
      expect(getMessage('webp')).toEqual([
        'ADDON_FILE_TYPE',
        '“webp.png” can’t be used for “Drawing”. Please choose a file of these types: PNG, PDF.',
      ]);
      expect(getMessage('large')).toEqual([
        'ADDON_FILE_TOO_LARGE',
        '“large.png” is too large for “Drawing”. Please choose a file of at most 1 MB, or save it in a smaller size.',
      ]);
    });
  });
});
