import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { createTranslate } from '#platform/texts/texts.ts';
import type { FieldRecord } from '../field.ts';
import { FoldedField, TextField } from '../field-look.shared.tsx';
import { FormFields } from '../form-fields.tsx';
import { choice, email, line, phone, text } from '../kinds.ts';
import { formBody, readForm, readSingleLine, readText } from '../read-form.ts';
import { readEmail, toTextLook } from './text.tsx';

const t = createTranslate('en', {});

const fields = {
  name: line({ name: 'your_name', label: 'Name', required: true, max: 5 }),
  email: email({ name: 'your_email', label: 'Email', required: true, autoComplete: 'email' }),
  phone: phone({ name: 'your_phone', label: 'Phone' }),
  topic: choice({ label: 'Topic', options: [{ value: 'repair', label: 'A repair' }] }),
  code: line({ label: 'Code', max: 9, isValid: (value) => value === '7', invalid: 'Not 7' }),
  even: line({ label: 'Even', max: 9, isValid: (value) => Number(value) % 2 === 0 }),
  message: text({ label: 'Message', max: 10 }),
  hidden: null,
};

const valid = { your_name: 'Ada', your_email: 'ada@example.com' };
const read = (form: FormBody) => readForm({ t, form }, fields);
const render = (shown: FieldRecord, form: FormBody, problems = read(form).problems) =>
  renderToStaticMarkup(<FormFields fields={shown} state={{ t, form, problems }} />);

describe('reading declared fields', () => {
  it('trims values, keeps line breaks of texts only, and reads nothing of a field that is not there', () => {
    const sent = { ...valid, your_name: '  Ada\n B ', message: ' one\r\ntwo\0 ', hidden: 'x' };
    expect(read(sent)).toEqual({
      value: {
        ...{ name: 'Ada B', email: 'ada@example.com', phone: '', topic: '', code: '', even: '' },
        message: 'one\ntwo',
      },
      problems: [],
    });
  });

  it.each([
    ['your_name', '', 'Please fill in “Name”.'],
    ['your_name', 'Ada Byrne', '“Name” can have at most 5 characters.'],
    ['your_email', '', 'Please fill in “Email”.'],
    ['your_email', 'ada@example', 'Enter a valid email address, e.g. name@example.com'],
    ['your_email', `${'a'.repeat(260)}@example.com`, 'Enter a valid email address, e.g. name@example.com'],
    ['your_email', 'vİctim@example.com', 'Enter a valid email address, e.g. name@example.com'],
    ['your_phone', 'call me', 'Enter a valid phone number, e.g. +49 30 123456'],
    ['your_phone', '1'.repeat(51), 'Enter a valid phone number, e.g. +49 30 123456'],
    ['topic', 'other', 'Select one of the choices.'],
    ['code', '8', 'Not 7'],
    ['even', '3', 'Please check “Even”.'],
    ['message', 'x'.repeat(11), '“Message” can have at most 10 characters.'],
  ])('refuses %s=%s', (field, value, message) => {
    expect(read({ ...valid, [field]: value }).problems).toEqual([{ field, message }]);
  });

  it('reads an email address in one form, and shows it as it was typed', () => {
    const sent = { ...valid, your_email: ' Ada@BÜCHER.example' };
    expect(read(sent).value.email).toBe('Ada@xn--bcher-kva.example');
    expect(readEmail(sent, 'your_email')).toBe('Ada@xn--bcher-kva.example');
    expect(render({ email: fields.email }, sent)).toContain('value="Ada@BÜCHER.example"');
  });

  it('lists problems in the order of the fields, and shows what was typed with the first one', () => {
    const sent = { message: 'x'.repeat(11), your_email: 'ada' };
    const { problems } = read(sent);
    expect(problems.map(({ field }) => field)).toEqual(['your_name', 'your_email', 'message']);
    const html = render({ email: fields.email }, sent);
    expect(html).toContain('value="ada"');
    expect(html).toContain(problems[1]?.message);
    expect(render({ phone: fields.phone }, sent)).not.toContain('error');
  });
});

describe('showing a field of text', () => {
  it('connects a control with its label, hint and problem, and keeps what was typed', () => {
    const html = render({ email: { ...fields.email, hint: 'For news' } }, { your_email: 'ada' });
    expect(html).toContain('<label class="field__label" for="your_email">');
    expect(html).toMatch(
      /<input type="email" id="your_email" required="" aria-describedby="your_email-hint your_email-error"/,
    );
    for (const part of ['aria-invalid="true"', 'name="your_email"', 'inputMode="email"', 'maxLength="254"'])
      expect(html).toContain(part);
    expect(html).toContain('value="ada"');
  });

  it('leaves it to the server to require what browsers must not', () => {
    expect(render({ email: { ...fields.email, requiredInBrowser: false } }, {}, [])).not.toMatch(
      /<input[^>]* required/,
    );
  });

  it('offers choices and several lines', () => {
    const html = render({ topic: fields.topic, message: fields.message }, { topic: 'repair', message: 'CA' });
    expect(html).toContain('<option value="repair" selected="">A repair</option>');
    expect(html).toMatch(/<textarea[^>]*rows="3"[^>]*>CA<\/textarea>/);
  });

  it('is the same from JSON, for islands', () => {
    const look = JSON.parse(JSON.stringify(toTextLook(fields.email)));
    expect(renderToStaticMarkup(<TextField look={look} value="ada" />)).toBe(
      render({ email: fields.email }, { your_email: 'ada' }, []).replace(/^<p.*?<\/p>/s, ''),
    );
    const folded = (
      <FoldedField field={look} isOpen>
        x
      </FoldedField>
    );
    expect(renderToStaticMarkup(folded)).toContain('Email</summary>x');
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
