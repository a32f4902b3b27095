import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureProcessorTime } from '#tests/support/fastest.ts';
import { readFieldTexts } from '../definition/field-kinds.ts';
import { contactForm } from '../definition/form.ts';
import { listFields } from '../definition/form-fields.ts';
import { groupEntries } from '../rules/form-values.shared.ts';
import { fillTemplate, fillWithoutBlankLines, type MailFacts } from './fill-template.ts';
import { formatFieldDate } from './format-date.ts';
import { parseMailTemplate } from './mail-tags.ts';

const { layout } = contactForm.parse({
  ...{ id: 1, title: 'Contact' },
  layout: [
    { kind: 'text', name: 'your-name' },
    { kind: 'textarea', name: 'text' },
    {
      kind: 'select',
      name: 'menu',
      options: [{ value: 'Sales', mailValue: 'sales@example.com' }, { value: 'Repairs' }],
    },
    { kind: 'checkbox', name: 'extra', hasFreeText: true, options: [{ value: 'A' }, { value: 'Other' }] },
    { kind: 'date', name: 'day' },
    { kind: 'acceptance', name: 'terms', content: [{ text: 'I agree' }] },
    { kind: 'file', name: 'plan' },
  ],
});
const fields = new Set(['your-name', 'text', 'menu', 'extra', 'day', 'terms', 'plan']);

const entries = [
  { name: 'your-name', value: ' Ada [menu] <b> ' },
  { name: 'text', value: 'one\r\nBcc: all@example.com' },
  { name: 'menu', value: 'Sales' },
  { name: 'extra[]', value: 'A' },
  { name: 'extra[]', value: 'Other' },
  { name: 'day', value: '2026-11-23' },
  { name: 'terms', value: '1' },
  { name: 'plan', value: { name: 'plan.pdf', size: 5 } },
];

const listValues = (sent: typeof entries): MailFacts['values'] =>
  new Map(
    listFields(layout).map((field) => {
      const { texts, mailText } = readFieldTexts(field, groupEntries(sent), 'glaze');
      return [field.name, { value: mailText, raw: texts.join(', ') }];
    }),
  );

const facts: MailFacts = {
  values: listValues(entries),
  special: {
    ...{ _url: '', _post_url: '', _date: '', _time: '', _serial_number: '', _contact_form_title: '' },
    ...{ _site_title: 'Vitrine', _site_description: '', _site_url: '', _site_domain: '', _site_admin_email: '' },
  },
  locale: 'en',
};

const fill = (source: string, format: 'line' | 'text' | 'html' = 'text') =>
  fillTemplate(parseMailTemplate(source, fields), facts, format);

/** The offsets of what the shop can't fill. */
function findProblems(source: string): number[] {
  const positions: number[] = [];
  parseMailTemplate(source, fields, (position) => positions.push(position));
  return positions;
}

describe('a mail tag', () => {
  it.each([
    ['From [your-name]!', 'From Ada [menu] <b>!'],
    ['[menu]', 'sales@example.com'],
    ['[_raw_menu]', 'Sales'],
    ['[extra]', 'A, Other glaze'],
    ['[_format_day "D, M j"]', 'Mon, Nov 23'],
    ["[_format_day 'l jS \\o\\f F Y']", 'Monday 23S of November 2026'],
    ['[_site_title] [_remote_ip]', 'Vitrine '],
    ['[terms] [plan]', 'I agree plan.pdf'],
    ['[[your-name]] [nobody] [ ] []', '[your-name] [nobody] [ ] []'],
    ['[your-name', '[your-name'],
    ['[_raw_nobody] [_nobody]', '[_raw_nobody] [_nobody]'],
  ])('%s becomes %s', (source, expected) => {
    expect(fill(source)).toBe(expected);
  });

  it('that is none is named with its place', () => {
    expect(findProblems('a\n[nobody]')).toEqual([2]);
  });

  it('that the shop never fills is named, and is empty', () => {
    expect(fill('By [_user_login].')).toBe('By .');
    expect(findProblems('[[_user_login]] [_user_login]')).toEqual([16]);
  });

  it('adds no header to a line, and no markup to HTML', () => {
    expect(fill('Re: [text]', 'line')).toBe('Re: one Bcc: all@example.com');
    expect(fill('<p>[your-name] [text]</p>', 'html')).toBe('<p>Ada [menu] &lt;b&gt; one<br>\nBcc: all@example.com</p>');
  });

  it('of a hidden field is empty, and its line can be left out', () => {
    const values = listValues(entries.filter(({ name }) => name !== 'menu'));
    const parts = parseMailTemplate('Hi\n\nMenu: [menu]\nDay: [day] [menu]\nBye', fields);
    expect(fillWithoutBlankLines(parts, { ...facts, values }, 'text')).toBe('Hi\n\nDay: 2026-11-23 \nBye');
  });
});

it('dates and times have the formats of PHP', () => {
  expect(formatFieldDate('2026-01-05', 'd/m/y N w n', 'en')).toBe('05/01/26 1 1 1');
  expect(formatFieldDate('2026-01-05', 'l', 'de')).toBe('Montag');
  expect(formatFieldDate('14:05', 'H:i G g:i a A s h', 'en')).toBe('14:05 14 2:05 pm PM 00 02');
  expect(['soon', '2026-13-45', ''].map((text) => formatFieldDate(text, 'Y', 'en'))).toEqual([
    'soon',
    '2026-13-45',
    '',
  ]);
});

describe('hostile mails', () => {
  it('never throw', () => {
    const piece = fc.oneof(
      fc.constantFrom('[', ']', '[[', '[your-name]', '"', '[_format_day "', '\n'),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(
        fc.array(piece).map((parts) => parts.join('')),
        (source) => typeof fill(source, 'html') === 'string',
      ),
    );
  });

  it('take time in proportion to their length', async () => {
    const pieces = ['[', '[a ', '[your-name]', '[[', '["', '\n'];
    expect(await measureProcessorTime(() => pieces.map((piece) => fill(piece.repeat(50_000))))).toBeLessThan(3_000);
  });
});
