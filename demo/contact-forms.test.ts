import { describe, expect, it } from 'vitest';
import {
  type ContactForm,
  contactForm,
  fillTemplate,
  fillWithoutBlankLines,
  listFields,
  type MailTemplate,
  parseMailTemplate,
} from '#features/form-definitions/index.ts';
import { demoContactForms } from './contact-forms.ts';

const special = {
  ...{ _url: '/page', _date: '', _time: '', _serial_number: '1', _contact_form_title: 'Form', _post_url: '/page' },
  ...{ _site_title: 'Shop', _site_description: '', _site_url: 'https://shop.example', _site_domain: 'shop.example' },
  _site_admin_email: 'shop@shop.example',
};

/** The body of a mail about a message in which only required fields are filled in. */
function fillRequired({ layout }: ContactForm, { body, excludeBlank }: MailTemplate): string {
  const fields = listFields(layout);
  const filled = fields.filter((field) => 'required' in field && field.required);
  const values = new Map(filled.map(({ name }) => [name, { value: `<${name}>`, raw: '' }]));
  const parts = parseMailTemplate(body, new Set(fields.map(({ name }) => name)));
  return (excludeBlank ? fillWithoutBlankLines : fillTemplate)(parts, { values, special, locale: 'en' }, 'text');
}

const mails = demoContactForms.flatMap((input) => {
  const form = contactForm.parse(input);
  const both = [form.mail, form.secondMail].filter((mail) => mail != null);
  return both.map((mail) => ({ title: form.title, to: mail.to, form, mail }));
});

describe('the mails of the demo’s contact forms', () => {
  it.each(mails)('have no holes where nothing was filled in: $title, to $to', ({ form, mail }) => {
    expect(fillRequired(form, mail)).not.toMatch(/>: *$|, *[,)]| {2,}| (by|about|for|from) *$/im);
  });

  it('name the pieces and the date of a commission only where they are known', () => {
    const [commission] = mails.filter(({ title }) => title === 'Commissions');
    if (!commission) throw new Error('no form for commissions');
    expect(fillRequired(commission.form, commission.mail)).toBe('<piece>\n\n<idea>\n\n<your-name>, <your-email>');
  });
});
