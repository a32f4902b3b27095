import { describe, expect, it } from 'vitest';
import { isEmail, normalizeEmail } from '#platform/mail/email-address.ts';
import { listExtensions } from './file-types.shared.ts';
import type { FieldRule, FormEntry } from './rule.shared.ts';
import { isEmailAddress } from './text-formats.shared.ts';
import { validateForm } from './validate-form.shared.ts';

const toEntries = (value: unknown): FormEntry[] =>
  [value].flat().map((item) => ({ name: 'f', value: item as FormEntry['value'] }));

function passes(rule: Omit<FieldRule, 'field'>, value: unknown, side: 'browser' | 'server' = 'browser'): boolean {
  return validateForm([{ field: 'f', error: 'no', ...rule }], toEntries(value), side).size === 0;
}

const file = (name: string, size = 1) => ({ name, size });
const none = file('', 0);

interface Table {
  readonly lines: string;
  readonly rule: Omit<FieldRule, 'field'>;
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
}

const tables: readonly Table[] = [
  {
    ...{ lines: '[5.1/2] required', rule: { rule: 'required' } },
    ...{ good: ['a', ' a ', '0', ['', 'a'], file('a.txt')], bad: [[], '', ' \n\t', ['', ' '], none] },
  },
  {
    ...{ lines: '[5.1/3] requiredfile', rule: { rule: 'requiredfile' } },
    ...{ good: [file('a.txt'), [none, file('a.txt')], file('empty.txt', 0)], bad: [[], none, 'a.txt'] },
  },
  {
    ...{ lines: '[5.1/4-10] email', rule: { rule: 'email' } },
    good: [
      ...['', ' ', 'a@b.cd', 'ada@example.com', '  ada@example.com ', ['a@b.cd', 'c@d.ef'], 'A@B.CD', 'a@b-c.d.e'],
      ...["!#$%&'*+/=?^_`{|}~.-@example.com", '.a.@example.com', 'ab@1.2', 'a@xn--bcher-kva.example'],
      ...['a@bücher.example', 'ada@пример.рф'],
    ],
    bad: [
      ...['a@b.c', '@b.cde', 'abcdef', 'a@b@c.de', 'ada@@b.cd', 'ä@example.com', 'a b@example.com', 'a"b@example.com'],
      ...[
        'a@example..com',
        'a@.example.com',
        'a@example.com.',
        'a@ example.com',
        'a@localhost',
        'a@-b.com',
        'a@b-.com',
      ],
      ...[
        'a@b_c.com',
        'a@bü_cher.example',
        'a@ü..de',
        ['a@b.cd', 'nobody'],
        'a@b.cd\nx@y.zz',
        'a@b.c d',
        'a(b)@example.com',
      ],
    ],
  },
  {
    ...{ lines: '[5.1/11] url', rule: { rule: 'url' } },
    good: [
      ...['', 'http://a', 'https://example.com/a?b#c', 'ftp://a', 'ftps://a', 'mailto:a@b.cd', 'news:a', 'irc://a'],
      ...['irc6://a', 'ircs://a', 'gopher://a', 'nntp://a', 'feed:a', 'telnet://a', 'mms://a', 'rtsp://a', 'sms:1'],
      ...['svn://a', 'tel:+1', 'fax:1', 'xmpp:a', 'webcal://a', 'urn:isbn:1', 'HTTPS://A', ' http://a '],
    ],
    bad: [
      'example.com',
      '/a',
      'http://',
      'javascript:alert(1)',
      'data:text/html,a',
      'file:///a',
      'ws://a',
      'http://a b',
    ],
  },
  {
    ...{ lines: '[5.1/12-15] tel', rule: { rule: 'tel' } },
    good: [
      ...['', '123456', '123456789012345', '+123456', '+123456789012345', '00 49 30 123456', '(030) 12/34-56.78'],
      ...['123456#99', '123456*abc', '123456 # extension 7', '+49 30 123456'],
    ],
    bad: [
      ...['12345', '1234567890123456', '+12345', '+1234567890123456', 'call me', '12a456', '1+23456', '++123456'],
      ...['#123456', '１２３４５６', '12345,6'],
    ],
  },
  {
    ...{ lines: '[5.1/16] number', rule: { rule: 'number' } },
    good: ['', '0', '-1', '12', '1.5', '-.5', '.5', '1e3', '1E-3', '1.5e+3', ' 7 ', '007'],
    bad: ['1.', '+1', 'e3', '1e', '1,5', '1 000', 'NaN', 'Infinity', '0x1f', '--1', '1.2.3', '１'],
  },
  {
    ...{ lines: '[5.1/17] date', rule: { rule: 'date' } },
    good: ['', '2026-01-31', '2024-02-29', '2000-02-29', '12026-12-31', '0001-01-01', '999999-02-28'],
    bad: [
      ...['2026-1-31', '26-01-31', '2026-13-01', '2026-00-10', '2026-01-00', '2026-04-31', '2023-02-30', '2023-02-29'],
      ...['1900-02-29', '31.01.2026', '2026-01-31T00:00', '-2026-01-31', 'today'],
    ],
  },
  {
    ...{ lines: '[5.1/18] time', rule: { rule: 'time' } },
    good: ['', '00:00', '23:59', '12:30:59', ' 09:05 '],
    bad: ['24:00', '12:60', '12:30:60', '9:05', '12', '12:3', '12:30:', '12:30:5', '12:30:05.5', '12:30 pm'],
  },
  {
    ...{ lines: '[5.1/19] file', rule: { rule: 'file', accept: ['.pdf', 'image/*', 'text/plain'] } },
    good: [[], none, file('a.pdf'), file('A.PDF'), file('a.b.jpeg'), file('a.heic'), file('a.txt'), file('x.srt')],
    bad: [file('a.exe'), file('pdf'), file('a.pdf.exe'), file('a.xpdf'), file('a.csv'), [file('a.pdf'), file('b.js')]],
  },
  {
    ...{ lines: '[5.1/20] enum', rule: { rule: 'enum', accept: ['A', 'b c', '3', 4] } },
    ...{ good: ['', [], 'A', ' b c ', '3', '4', ['A', '3']], bad: ['a', 'B C', 'A,3', ['A', 'x'], '__proto__'] },
  },
  {
    ...{ lines: '[5.1/21] dayofweek', rule: { rule: 'dayofweek', accept: [1, '7'] } },
    // 23 November 2026 is a Monday.
    good: ['', '2026-11-23', '2026-11-22', '1900-01-01', ['2026-11-23', '2026-11-29']],
    bad: ['2026-11-24', '2026-11-28', '2023-02-30', 'Monday', ['2026-11-23', '2026-11-24']],
  },
  {
    ...{ lines: '[5.1/22] minitems', rule: { rule: 'minitems', threshold: 2 } },
    ...{
      good: [
        ['a', 'b'],
        ['a', '', 'b', 'c'],
      ],
      bad: [[], 'a', ['a', ' ']],
    },
  },
  {
    ...{ lines: '[5.1/22] maxitems', rule: { rule: 'maxitems', threshold: '2' } },
    ...{ good: [[], 'a', ['a', 'b'], ['a', '', 'b']], bad: [['a', 'b', 'c']] },
  },
  {
    ...{ lines: '[5.1/23] minlength', rule: { rule: 'minlength', threshold: 4 } },
    ...{ good: ['', ' ', 'abcd', ['ab', 'cd'], '😀😀', 'a\nbc'], bad: ['abc', ' abc ', 'a\r\nb', ['a', 'b']] },
  },
  {
    ...{ lines: '[5.1/24] maxlength', rule: { rule: 'maxlength', threshold: 4 } },
    ...{ good: ['', 'abcd', ' abcd ', 'ab\r\nc', ['ab', 'cd']], bad: ['abcde', ['abc', 'de'], '😀😀😀'] },
  },
  {
    ...{ lines: '[5.1/25] minnumber', rule: { rule: 'minnumber', threshold: '1.5' } },
    ...{ good: ['', '1.5', '2', '1e1', 'text'], bad: ['1.4', '-3', ['2', '1']] },
  },
  {
    ...{ lines: '[5.1/25] maxnumber', rule: { rule: 'maxnumber', threshold: 10 } },
    ...{ good: ['', '10', '-11', '1e1', 'text'], bad: ['10.1', '1e2', ['2', '11']] },
  },
  {
    ...{ lines: '[5.1/26] mindate', rule: { rule: 'mindate', threshold: '2026-02-01' } },
    ...{ good: ['', '2026-02-01', '12026-01-01', '2026-2-1', 'soon'], bad: ['2026-01-31', '0999-12-31'] },
  },
  {
    ...{ lines: '[5.1/26] maxdate', rule: { rule: 'maxdate', threshold: '2026-02-01' } },
    ...{ good: ['', '2026-02-01', '1999-12-31', '2027'], bad: ['2026-02-02', '12026-01-01'] },
  },
  {
    ...{ lines: '[5.1/26] maxdate without a date', rule: { rule: 'maxdate', threshold: 'today' } },
    ...{ good: ['2026-02-01'], bad: [] },
  },
  {
    ...{ lines: '[5.1/27] minfilesize', rule: { rule: 'minfilesize', threshold: 100 } },
    good: [[], none, file('a', 100), [file('a', 60), file('b', 40)]],
    bad: [file('a', 99), file('a', 0), [file('a', 60), file('b', 39)]],
  },
  {
    ...{ lines: 'maxeachfilesize', rule: { rule: 'maxeachfilesize', threshold: '100' } },
    ...{
      good: [[], file('a', 100), [file('a', 60), file('b', 100)]],
      bad: [file('a', 101), [file('a', 60), file('b', 101)]],
    },
  },
  {
    ...{ lines: '[5.1/27] maxfilesize', rule: { rule: 'maxfilesize', threshold: '100' } },
    ...{
      good: [[], file('a', 100), [file('a', 60), file('b', 40)]],
      bad: [file('a', 101), [file('a', 60), file('b', 41)]],
    },
  },
  {
    ...{ lines: '[5.1/28] stepnumber', rule: { rule: 'stepnumber', base: '0.1', interval: '0.2' } },
    ...{ good: ['', '0.1', '0.3', '-0.1', '1.1000000001', '1000000.1', 'x'], bad: ['0.2', '0', '1.10001'] },
  },
  {
    ...{ lines: '[5.1/28] stepnumber without an interval', rule: { rule: 'stepnumber', base: 0, interval: 0 } },
    ...{ good: ['0.5', '7'], bad: [] },
  },
  {
    ...{ lines: '[5.1/28] stepnumber with a negative interval', rule: { rule: 'stepnumber', base: 0, interval: -2 } },
    ...{ good: ['1'], bad: [] },
  },
  {
    ...{
      lines: '[5.1/29] all',
      rule: { rule: 'all', rules: [{ rule: 'email' }, { rule: 'maxlength', threshold: 8 }] },
    },
    ...{ good: ['', 'a@b.cd'], bad: ['a', 'ada@example.com'] },
  },
  {
    ...{ lines: '[5.1/30] any', rule: { rule: 'any', rules: [{ rule: 'email' }, { rule: 'tel' }] } },
    ...{ good: ['', 'a@b.cd', '+49 30 1234'], bad: ['a', '12'] },
  },
  {
    ...{ lines: '[3.1/12] nothing within any', rule: { rule: 'any', rules: [{ rule: 'later' }] } },
    ...{ good: ['a'], bad: [] },
  },
  { lines: '[3.1/8] a rule that is not known', rule: { rule: 'constructor' }, good: ['a', ''], bad: [] },
];

it.each([
  ...['ada@example.com', 'ada@bücher.example', 'ada@BÜCHER.example', 'ada@bu\u0308cher.example', 'ada@例え.jp'],
  ...['ada@пример.рф', 'ada@xn--bcher-kva.example', 'ada+shop@mail.museum'],
  ...['ada@münchen', 'ada@büch er.de', 'ada@ü..de', 'ädä@example.com', 'ada@', '@bücher.example'],
])('[A5] forms and the checkout judge an address alike: %s', (address) => {
  expect(isEmailAddress(address)).toBe(isEmail(normalizeEmail(address)));
});

describe('each rule takes good values and refuses bad ones', () => {
  it.each(tables.map((table) => [table.lines, table] as const))('%s', (_, { rule, good, bad }) => {
    expect(good.filter((value) => !passes(rule, value))).toEqual([]);
    expect(bad.filter((value) => passes(rule, value))).toEqual([]);
    expect(good.filter((value) => !passes(rule, value, 'server'))).toEqual([]);
    const lenient = rule.rule === 'tel' ? ['+12345'] : [];
    expect(bad.filter((value) => passes(rule, value, 'server'))).toEqual(lenient);
  });
});

describe('the errors of a form', () => {
  const rules: readonly FieldRule[] = [
    { rule: 'required', field: 'name', error: 'Name?' },
    { rule: 'required', field: 'menu', error: 'Menu?' },
    { rule: 'minlength', field: 'name', threshold: 3, error: 'Longer' },
    { rule: 'email', field: 'name', error: 'Address' },
  ];

  it('are of the first rule that fails, in the order of the rules [3.1/9] [3.1/10] [5.1/31]', () => {
    expect([...validateForm(rules, [], 'browser')]).toEqual([
      ['name', 'Name?'],
      ['menu', 'Menu?'],
    ]);
    const entries = [
      { name: 'name', value: 'ab' },
      { name: 'menu[]', value: 'soup' },
    ];
    expect([...validateForm(rules, entries, 'browser')]).toEqual([['name', 'Longer']]);
  });

  it('leave out fields that are not shown', () => {
    const nested: FieldRule = { rule: 'all', rules: [{ rule: 'required', field: 'name', error: 'Nested' }] };
    expect([...validateForm([...rules, nested], [], 'browser', new Set(['name']))]).toEqual([['menu', 'Menu?']]);
  });

  it('are those of the inner rule in all, and of the outer one in any [5.1/29] [5.1/30]', () => {
    const inner: readonly FieldRule[] = [
      { rule: 'email', field: 'a', error: 'No address' },
      { rule: 'tel', field: 'a', error: 'No number' },
    ];
    const entries = [{ name: 'a', value: 'x' }];
    const all: FieldRule = { rule: 'all', field: 'outer', error: 'All', rules: inner };
    const any: FieldRule = { rule: 'any', field: 'outer', error: 'Any', rules: inner };
    expect([...validateForm([all], entries, 'browser')]).toEqual([['a', 'No address']]);
    expect([...validateForm([any], entries, 'browser')]).toEqual([['outer', 'Any']]);
    const { field: _, error: __, ...nameless } = any;
    expect([...validateForm([nameless], entries, 'browser')]).toEqual([]);
  });
});

describe('types of files', () => {
  it('has the extensions of a hundred and more types [5.1/19]', () => {
    expect(listExtensions('image/jpeg')).toEqual(['jpg', 'jpeg', 'jpe']);
    expect(listExtensions('IMAGE/PNG')).toEqual(['png']);
    expect(listExtensions('application/vnd.ms-excel.sheet.macroEnabled.12')).toEqual(['xlsm']);
    const all = ['image', 'video', 'audio', 'text', 'application', 'font', 'model'].flatMap((group) =>
      listExtensions(`${group}/*`),
    );
    expect(new Set(all).size).toBeGreaterThan(120);
    expect(all.filter((extension) => !/^[a-z0-9]{1,7}$/.test(extension))).toEqual([]);
  });

  it('has nothing for types that are none', () => {
    expect(['', 'image', '*/*', 'constructor/*', 'image/x'].flatMap(listExtensions)).toEqual([]);
  });
});
