import { describe, expect, it } from 'vitest';
import { maxEmailLength } from '#platform/mail/email-address.ts';
import { createTranslate } from '#platform/texts/texts.ts';
import { type FormField, getFieldState, maxPhoneLength, readEmail, readFields } from './fields.ts';
import { formBody, readSingleLine, readText } from './read-form.ts';

const t = createTranslate('en', {});

const fields = {
  name: { name: 'your_name', kind: 'line', label: 'Name', required: true, max: 5 },
  email: { name: 'your_email', kind: 'email', label: 'E-mail', required: true, max: maxEmailLength },
  phone: { name: 'your_phone', kind: 'phone', label: 'Phone', max: maxPhoneLength },
  topic: {
    ...{ name: 'topic', kind: 'select', label: 'Topic', max: 20 },
    options: [{ value: 'repair', label: 'A repair' }],
  },
  code: { name: 'code', kind: 'line', label: 'Code', max: 9, isValid: (value) => value === '7', invalid: 'Not 7' },
  even: { name: 'even', kind: 'line', label: 'Even', max: 9, isValid: (value) => Number(value) % 2 === 0 },
  message: { name: 'message', kind: 'text', label: 'Message', max: 10 },
  hidden: null,
} as const satisfies Record<string, FormField | null>;

const valid = { your_name: 'Ada', your_email: 'ada@example.com' };

describe('reading declared fields', () => {
  it('trims values, keeps line breaks of texts only, and reads nothing of a field that is not there', () => {
    const sent = { ...valid, your_name: '  Ada\n B ', message: ' one\r\ntwo\0 ', hidden: 'x' };
    expect(readFields(t, sent, fields)).toEqual({
      values: {
        ...{ name: 'Ada B', email: 'ada@example.com', phone: '', topic: '', code: '', even: '' },
        ...{ message: 'one\ntwo', hidden: '' },
      },
      problems: [],
    });
  });

  it.each([
    ['your_name', '', 'Please fill in “Name”.'],
    ['your_name', 'Ada Byrne', '“Name” can have at most 5 characters.'],
    ['your_email', '', 'Please fill in “E-mail”.'],
    ['your_email', 'ada@example', 'Enter a valid e-mail address, e.g. name@example.com'],
    ['your_email', `${'a'.repeat(260)}@example.com`, 'Enter a valid e-mail address, e.g. name@example.com'],
    ['your_email', 'vİctim@example.com', 'Enter a valid e-mail address, e.g. name@example.com'],
    ['your_phone', 'call me', 'Enter a valid phone number, e.g. +49 30 123456'],
    ['your_phone', '1'.repeat(51), 'Enter a valid phone number, e.g. +49 30 123456'],
    ['topic', 'other', 'Select one of the choices.'],
    ['code', '8', 'Not 7'],
    ['even', '3', 'Check what you entered in “Even”.'],
    ['message', 'x'.repeat(11), '“Message” can have at most 10 characters.'],
  ])('refuses %s=%s', (field, value, message) => {
    const { problems } = readFields(t, { ...valid, [field]: value }, fields);
    expect(problems).toEqual([{ field, message }]);
  });

  it('reads an e-mail address in one form, and shows it as it was typed', () => {
    const sent = { ...valid, your_email: ' Ada@BÜCHER.example' };
    expect(readFields(t, sent, fields).values.email).toBe('Ada@xn--bcher-kva.example');
    expect(readEmail(sent, 'your_email')).toBe('Ada@xn--bcher-kva.example');
    expect(getFieldState(sent, [], fields.email).value).toBe('Ada@BÜCHER.example');
  });

  it('lists problems in the order of the fields, and shows what was typed with the first one', () => {
    const sent = { message: 'x'.repeat(11), your_email: 'ada' };
    const { problems } = readFields(t, sent, fields);
    expect(problems.map(({ field }) => field)).toEqual(['your_name', 'your_email', 'message']);
    expect(getFieldState(sent, problems, fields.email)).toEqual({ value: 'ada', error: problems[1]?.message });
    expect(getFieldState(sent, problems, fields.phone)).toEqual({ value: '', error: undefined });
  });
});

describe('a submitted form', () => {
  it('has the first of repeated values, and no inherited ones', () => {
    expect(readSingleLine({ a: ['one', 'two'] }, 'a')).toBe('one');
    expect(readText({}, 'constructor')).toBe('');
    expect(readSingleLine({ a: 'e\u0301\ud800' }, 'a')).toBe('é\ufffd');
  });

  it('is refused with too many or too long fields', () => {
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`field${index}`, '']));
    expect(formBody.safeParse(many).success).toBe(false);
    expect(formBody.safeParse({ a: 'x'.repeat(10_001) }).success).toBe(false);
    expect(formBody.safeParse({ a: 'x'.repeat(10_000), b: ['', ''] }).success).toBe(true);
  });
});
