import { describe, expect, it } from 'vitest';
import { findHiddenFields } from './conditions.shared.ts';
import {
  addUrlScheme,
  getCharacterCount,
  isAccepted,
  isFreeTextEnabled,
  keepOneChecked,
} from './field-behaviour.shared.ts';

describe('a web address', () => {
  it.each([
    ['example.com', 'http://example.com'],
    [' //example.com/a ', 'http://example.com/a'],
    ['https://example.com', 'https://example.com'],
    ['mailto:a@b.cd', 'mailto:a@b.cd'],
    ['localhost', 'localhost'],
    ['', ''],
  ])('%s becomes %s [5.1/32]', (typed, expected) => {
    expect(addUrlScheme(typed)).toBe(expected);
  });
});

describe('acceptance', () => {
  const box = { isChecked: false, isOptional: false, isInverted: false };
  it.each([
    [[], true],
    [[box], false],
    [[{ ...box, isChecked: true }], true],
    [[{ ...box, isOptional: true }], true],
    [[{ ...box, isInverted: true }], true],
    [[{ ...box, isInverted: true, isChecked: true }], false],
    [[{ ...box, isChecked: true }, box], false],
  ])('of %j is %s [5.1/33]', (boxes, expected) => {
    expect(isAccepted(boxes)).toBe(expected);
  });
});

describe('a counter of characters', () => {
  const limits = { starting: 5, maximum: 5, minimum: 2 } as const;
  it.each([
    ['', 'up', { current: 0, isTooLong: false, isTooShort: false }],
    ['a', 'up', { current: 1, isTooLong: false, isTooShort: true }],
    ['abcdef', 'up', { current: 6, isTooLong: true, isTooShort: false }],
    ['abc', 'down', { current: 2, isTooLong: false, isTooShort: false }],
    ['abcdef', 'down', { current: -1, isTooLong: true, isTooShort: false }],
    ['a\r\nb', 'up', { current: 3, isTooLong: false, isTooShort: false }],
  ] as const)('of %j, counting %s, says %j [5.1/34]', (text, direction, expected) => {
    expect(getCharacterCount(text, { ...limits, direction })).toEqual(expected);
  });

  it('flags nothing without limits [5.1/34]', () => {
    expect(getCharacterCount('abc', { direction: 'up', starting: 0 })).toEqual({
      ...{ current: 3, isTooLong: false, isTooShort: false },
    });
  });
});

it('exclusive boxes keep the one that was checked last [5.1/35]', () => {
  expect(keepOneChecked([true, false, true], 2)).toEqual([false, false, true]);
  expect(keepOneChecked([true, false, false], 1)).toEqual([true, false, false]);
});

it('other text can be typed while its option is checked [5.1/36]', () => {
  expect([{ checked: true }, { checked: false }, null].map(isFreeTextEnabled)).toEqual([true, false, false]);
});

describe('a conditional field', () => {
  const conditional = [
    { field: 'size', showWhen: [{ field: 'kind', values: ['vase', 'bowl'] }] },
    { field: 'colour', showWhen: [{ field: 'size' }] },
  ];
  it.each([
    [[], ['size', 'colour']],
    [[['kind', 'vase']], ['colour']],
    [
      [
        ['kind', 'cup'],
        ['size', '5'],
      ],
      ['size', 'colour'],
    ],
    [
      [
        ['kind[]', 'bowl'],
        ['size', '5'],
      ],
      [],
    ],
  ] as [[string, string][], string[]][])('is hidden for %j: %j', (values, expected) => {
    const entries = values.map(([name, value]) => ({ name, value }));
    expect([...findHiddenFields(conditional, entries)]).toEqual(expected);
  });
});
