import { describe, expect, it } from 'vitest';
import { createTranslate } from '#platform/texts/texts.ts';
import { findHiddenFields } from '../rules/conditions.shared.ts';
import { validateForm } from '../rules/validate-form.shared.ts';
import type { FormBlockInput } from './blocks.ts';
import { createRules, createSchema, listUnaccepted } from './create-rules.ts';
import { type ContactForm, type ContactFormInput, contactForm } from './form.ts';
import { listConditionalFields } from './form-fields.ts';
import { getMessages, messageNames } from './messages.ts';
import { resolveDate } from './resolve-date.ts';

const t = createTranslate('en');
const today = '2026-01-31';

function createForm(layout: readonly FormBlockInput[], rest: Partial<ContactFormInput> = {}): ContactForm {
  return contactForm.parse({ id: 1, title: 'Contact', layout, ...rest });
}

function listRules(layout: readonly FormBlockInput[], rest: Partial<ContactFormInput> = {}) {
  const rules = createRules(createForm(layout, rest), { messages: getMessages(t, {}), today });
  return rules.map(({ error: _, ...rule }) => rule);
}

const nest = (levels: number): FormBlockInput =>
  levels === 0 ? { kind: 'plain', text: 'x' } : { kind: 'group', content: [nest(levels - 1)] };

describe('a definition', () => {
  it('fills in what was left out', () => {
    const form = createForm([{ kind: 'text', name: 'your-name' }]);
    expect(form).toMatchObject({
      ...{ locale: 'en', messages: {}, layout: [{ kind: 'text', name: 'your-name', required: false }] },
      settings: { acceptanceAsValidation: false, demo: false, skipMail: false, doNotStore: false, inertOn: [] },
    });
  });

  it.each<[string, readonly FormBlockInput[], string]>([
    [
      'two fields of a name',
      [
        { kind: 'text', name: 'a' },
        { kind: 'email', name: 'a' },
      ],
      'More than one field',
    ],
    [
      'too many fields',
      Array.from({ length: 201 }, (_, n) => ({ kind: 'text', name: `f${n}` }) as const),
      'more than 200',
    ],
    ['a counter of nothing', [{ kind: 'count', field: 'a', direction: 'up' }], 'names “a”'],
    [
      'a condition about a later field',
      [
        { kind: 'group', showWhen: [{ field: 'a' }], content: [{ kind: 'text', name: 'b' }] },
        { kind: 'text', name: 'a' },
      ],
      'not a field before it',
    ],
    ['a step inside of a group', [{ kind: 'group', content: [{ kind: 'step', title: 'a', content: [] }] }], 'step'],
    ['a name of the form itself', [{ kind: 'text', name: '_form' }], ''],
    ['a name with markup', [{ kind: 'text', name: 'a"><script>' }], ''],
    ['an unknown field', [{ kind: 'password', name: 'a' } as unknown as FormBlockInput], ''],
    [
      'a link to a script',
      [{ kind: 'element', name: 'a', attributes: { href: 'javascript:alert(1)' }, content: [] }],
      '',
    ],
    [
      'a link to another host',
      [{ kind: 'element', name: 'a', attributes: { href: '//example.com' }, content: [] }],
      '',
    ],
    ['a script', [{ kind: 'element', name: 'script', content: [] } as unknown as FormBlockInput], ''],
    ['endless nesting', [nest(5000)], 'nested too deeply'],
    ['nothing', [], ''],
  ])('is refused with %s', (_, layout, message) => {
    const { error } = contactForm.safeParse({ id: 1, title: 'Contact', layout });
    expect(error?.message).toContain(message);
  });

  it('is refused with a further rule about no field, of no known name, or nested without end', () => {
    const layout: readonly FormBlockInput[] = [{ kind: 'text', name: 'a' }];
    const refuse = (rule: unknown) =>
      contactForm.safeParse({ id: 1, title: 'Contact', layout, rules: [rule] }).error?.message;
    const within = (rules: number): object =>
      rules === 0 ? { rule: 'email' } : { rule: 'all', rules: [within(rules - 1)] };
    expect(refuse({ rule: 'any', field: 'a', rules: [{ rule: 'email' }, within(3)] })).toBeUndefined();
    expect(refuse({ rule: 'any', field: 'a', rules: [{ rule: 'email', field: 'b' }] })).toContain('names “b”');
    expect(refuse({ rule: 'constructor', field: 'a' })).toContain('rule');
    expect(refuse(within(5000))).toContain('nested too deeply');
  });

  it('may be nested as forms are', () => {
    expect(contactForm.safeParse({ id: 1, title: 'Contact', layout: [nest(15)] }).success).toBe(true);
  });
});

describe('the rules of a form [3.1/7]', () => {
  it('are those of its fields, in their order, with their limits, lists and steps [3.1/11]', () => {
    const fields: readonly FormBlockInput[] = [
      { kind: 'text', name: 'your-name', required: true, minlength: 2 },
      { kind: 'group', content: [{ kind: 'email', name: 'your-email', required: true, maxlength: 100 }] },
      { kind: 'number', name: 'count', min: 1, max: 9, step: 2 },
      { kind: 'date', name: 'day', min: 'today', max: 'today+1month', weekdays: [1, 2] },
      { kind: 'file', name: 'plan', required: true, accept: ['.pdf'], maxBytes: 500, maxFiles: 2 },
    ];
    expect(listRules(fields)).toEqual([
      { rule: 'required', field: 'your-name' },
      { rule: 'maxlength', field: 'your-name', threshold: 400 },
      { rule: 'minlength', field: 'your-name', threshold: 2 },
      { rule: 'required', field: 'your-email' },
      { rule: 'email', field: 'your-email' },
      { rule: 'maxlength', field: 'your-email', threshold: 100 },
      { rule: 'number', field: 'count' },
      { rule: 'minnumber', field: 'count', threshold: 1 },
      { rule: 'maxnumber', field: 'count', threshold: 9 },
      { rule: 'stepnumber', field: 'count', base: 1, interval: 2 },
      { rule: 'date', field: 'day' },
      { rule: 'mindate', field: 'day', threshold: '2026-01-31' },
      { rule: 'maxdate', field: 'day', threshold: '2026-02-28' },
      { rule: 'dayofweek', field: 'day', accept: [1, 2] },
      { rule: 'requiredfile', field: 'plan' },
      { rule: 'file', field: 'plan', accept: ['.pdf'] },
      { rule: 'maxfilesize', field: 'plan', threshold: 500 },
      { rule: 'maxitems', field: 'plan', threshold: 2 },
    ]);
  });

  it('never tell what mails say instead of a choice', () => {
    const options = [{ value: 'Sales', mailValue: 'sales@example.com' }, { value: 'Repairs' }];
    const rules = listRules([
      { kind: 'select', name: 'menu', options, firstAsLabel: true },
      { kind: 'checkbox', name: 'boxes', options, isExclusive: true },
      { kind: 'checkbox', name: 'many', options },
    ]);
    expect(rules).toEqual([
      { rule: 'enum', field: 'menu', accept: ['Repairs'] },
      { rule: 'maxitems', field: 'menu', threshold: 1 },
      { rule: 'enum', field: 'boxes', accept: ['Sales', 'Repairs'] },
      { rule: 'maxitems', field: 'boxes', threshold: 1 },
      { rule: 'enum', field: 'many', accept: ['Sales', 'Repairs'] },
    ]);
  });

  it('[D13] say what to do: how many characters, which number, which day', () => {
    const layout: FormBlockInput[] = [
      { kind: 'text', name: 'a', minlength: 20 },
      { kind: 'number', name: 'b', min: 2, max: 7 },
      { kind: 'date', name: 'c', min: 'today+1week' },
    ];
    const form = createForm(layout, { messages: { number_too_large: 'At most {bound}, please' } });
    const errors = createRules(form, { messages: getMessages(t, form.messages), today }).map(({ error }) => error);
    expect(errors).toContain('This text is too short. Please write at least 20 characters.');
    expect(errors).toContain('This number is too small. Enter 2 or more.');
    expect(errors).toContain('At most 7, please');
    expect(errors).toContainEqual(
      expect.stringMatching(/^This date is too early\. Choose \d{4}-\d\d-\d\d or later\.$/),
    );
    expect(errors.join()).not.toContain('{');
  });

  it('have the texts of the form, else those of the shop [3.1/10]', () => {
    const form = createForm([{ kind: 'email', name: 'a', required: true }], { messages: { invalid_email: 'Nope' } });
    const rules = createRules(form, { messages: getMessages(t, form.messages), today });
    expect(rules.map(({ error }) => error)).toEqual([
      ...['Please fill in this field.', 'Nope', 'This text is too long. Please shorten it.'],
    ]);
  });

  it('have a field and an error each, within others too (G1)', () => {
    const layout: readonly FormBlockInput[] = [
      { kind: 'text', name: 'a' },
      { kind: 'text', name: 'b' },
    ];
    const form = createForm(layout, {
      rules: [
        {
          ...{ rule: 'any', field: 'a', error: 'Neither' },
          rules: [{ rule: 'email' }, { rule: 'all', rules: [{ rule: 'tel', error: 'No number' }, { rule: 'number' }] }],
        },
        {
          rule: 'all',
          rules: [
            { rule: 'minlength', field: 'b', threshold: 2 },
            { rule: 'maxlength', threshold: 4, error: 'Long' },
          ],
        },
        {
          rule: 'any',
          rules: [
            { rule: 'required', field: 'a' },
            { rule: 'required', field: 'b' },
          ],
        },
        { rule: 'any', error: 'Of no field', rules: [{ rule: 'required' }] },
      ],
    });
    const rules = createRules(form, { messages: { ...getMessages(t, {}), validation_error: 'Check this' }, today });
    const about = (field: string, error: string) => ({ field, error });
    expect(rules.slice(2)).toEqual([
      {
        ...{ rule: 'any', ...about('a', 'Neither') },
        rules: [
          { rule: 'email', ...about('a', 'Neither') },
          {
            ...{ rule: 'all', ...about('a', 'Neither') },
            rules: [
              { rule: 'tel', ...about('a', 'No number') },
              { rule: 'number', ...about('a', 'Neither') },
            ],
          },
        ],
      },
      {
        ...{ rule: 'all', ...about('b', 'Long') },
        rules: [
          { rule: 'minlength', threshold: 2, ...about('b', 'Long') },
          { rule: 'maxlength', threshold: 4, ...about('b', 'Long') },
        ],
      },
      {
        ...{ rule: 'any', ...about('a', 'Check this') },
        rules: [
          { rule: 'required', ...about('a', 'Check this') },
          { rule: 'required', ...about('b', 'Check this') },
        ],
      },
    ]);
  });
});

describe('acceptance [5.1/33]', () => {
  const layout: readonly FormBlockInput[] = [
    { kind: 'acceptance', name: 'terms', content: [{ text: 'I agree' }] },
    { kind: 'acceptance', name: 'robot', content: [{ text: 'I am a robot' }], isInverted: true },
    { kind: 'acceptance', name: 'news', content: [{ text: 'News' }], isOptional: true },
  ];
  const terms = [{ name: 'terms', value: '1' }];
  const robot = [...terms, { name: 'robot', value: '1' }];

  it('keeps a form from being sent', () => {
    const form = createForm(layout);
    expect(listRules(layout)).toEqual([]);
    expect(listUnaccepted(form, terms, new Set())).toEqual([]);
    expect(listUnaccepted(form, [], new Set())).toEqual(['terms']);
    expect(listUnaccepted(form, [], new Set(['terms']))).toEqual([]);
    expect(listUnaccepted(form, robot, new Set())).toEqual(['robot']);
  });

  it('is an error of its field when the form says so', () => {
    const settings = { settings: { acceptanceAsValidation: true } };
    const rules = listRules(layout, settings);
    expect(listUnaccepted(createForm(layout, settings), [], new Set())).toEqual([]);
    expect([...validateForm(rules, terms, 'server')]).toEqual([]);
    expect([...validateForm(rules, robot, 'server').keys()]).toEqual(['robot']);
    expect([...validateForm(rules, [], 'server').keys()]).toEqual(['terms']);
  });
});

it('fields inside of conditional groups have the conditions of all groups', () => {
  const form = createForm([
    { kind: 'text', name: 'a' },
    {
      ...{ kind: 'group', showWhen: [{ field: 'a', values: ['yes'] }] },
      content: [
        { kind: 'text', name: 'b' },
        { kind: 'group', showWhen: [{ field: 'b' }], content: [{ kind: 'text', name: 'c' }] },
      ],
    },
  ]);
  const conditional = listConditionalFields(form.layout);
  expect(conditional.map(({ field, showWhen }) => [field, showWhen.length])).toEqual([
    ['b', 1],
    ['c', 2],
  ]);
  expect([...findHiddenFields(conditional, [{ name: 'a', value: 'yes' }])]).toEqual(['c']);
});

describe('a date from today', () => {
  it.each([
    ['today', '2026-01-31'],
    ['today+1week', '2026-02-07'],
    ['today-31days', '2025-12-31'],
    ['today+1month', '2026-02-28'],
    ['today-2years', '2024-01-31'],
    ['today+99999years', '9999-01-31'],
    ['today-99999years', '0001-01-31'],
    ['2020-05-01', '2020-05-01'],
  ])('%s is %s', (text, expected) => {
    expect(resolveDate(text, today)).toBe(expected);
  });
});

it('the schema has version, locale and rules [7.1/2] [3.1/2] [3.1/3] [3.1/7]', () => {
  const form = createForm([{ kind: 'time', name: 'at' }], { locale: 'en_US' });
  expect(createSchema(form, { messages: getMessages(t, {}), today }, '6.1')).toEqual({
    ...{ version: '6.1', locale: 'en_US' },
    rules: [{ rule: 'time', field: 'at', error: 'Enter a valid time, e.g. 14:30' }],
  });
});

it('every message has a text', () => {
  const messages = getMessages(t, {});
  expect(Object.keys(messages)).toEqual([...messageNames]);
  expect(Object.values(messages).every((text) => text.length > 10)).toBe(true);
});
