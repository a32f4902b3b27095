import type { ContactFormInput } from '#features/form-definitions/index.ts';

const contact: ContactFormInput = {
  id: 1,
  title: 'Contact',
  locale: 'en_GB',
  layout: [
    { kind: 'text', name: 'your-name', label: 'Name', required: true, autocomplete: 'name' },
    { kind: 'email', name: 'your-email', label: 'E-mail address', required: true, autocomplete: 'email' },
    {
      kind: 'select',
      name: 'subject',
      label: 'What is it about?',
      options: [{ value: 'An order' }, { value: 'A piece' }, { value: 'Something else' }],
    },
    { kind: 'textarea', name: 'your-message', label: 'Message', required: true, minlength: 10, rows: 8 },
    { kind: 'submit', label: 'Send message' },
  ],
  mail: {
    to: '[_site_admin_email]',
    replyTo: '[your-email]',
    subject: '[subject]: [your-name]',
    body: 'From: [your-name]\n\n[your-message]\n\nSent from [_url]',
    excludeBlank: true,
  },
  secondMail: {
    to: '[your-email]',
    subject: 'We got your message',
    body: 'Hello [your-name],\n\nthank you for your message. We answer within two working days. You wrote:\n\n[your-message]',
  },
};

const year = 2026;

/** Every field and rule, for tests and documentation. */
const everyField: ContactFormInput = {
  id: 5,
  title: 'Every field',
  layout: [
    { kind: 'text', name: 'name', id: 'every-name', label: 'Name', required: true, minlength: 2, maxlength: 40 },
    { kind: 'email', name: 'email', label: 'E-mail address', required: true },
    { kind: 'url', name: 'site', label: 'Web address' },
    { kind: 'tel', name: 'phone', label: 'Phone' },
    { kind: 'number', name: 'pieces', label: 'Pieces', min: 1, max: 99, step: 1 },
    { kind: 'range', name: 'size', label: 'Size', min: 0, max: 10, step: 2 },
    {
      kind: 'date',
      name: 'day',
      label: 'Day',
      min: `${year}-01-01`,
      max: `${year + 10}-12-31`,
      weekdays: [1, 2, 3, 4, 5],
    },
    { kind: 'time', name: 'hour', label: 'Time' },
    { kind: 'textarea', name: 'note', label: 'Note', maxlength: 2000 },
    {
      kind: 'select',
      name: 'team',
      label: 'Team',
      options: [{ value: 'Orders', mailValue: 'orders@saltmarsh.example' }, { value: 'Studio' }],
      includeBlank: true,
    },
    {
      kind: 'select',
      name: 'glazes',
      label: 'Glazes',
      isMultiple: true,
      options: [{ value: 'Salt' }, { value: 'Ash' }],
    },
    {
      kind: 'radio',
      name: 'source',
      label: 'How did you find us?',
      options: [{ value: 'A friend' }, { value: 'Other' }],
      hasFreeText: true,
    },
    { kind: 'checkbox', name: 'interests', label: 'Interests', options: [{ value: 'Plates' }, { value: 'Tiles' }] },
    {
      kind: 'checkbox',
      name: 'reply-by',
      label: 'Reply by',
      isExclusive: true,
      options: [{ value: 'E-mail' }, { value: 'Phone' }],
    },
    {
      kind: 'group',
      legend: 'Your plates',
      showWhen: [{ field: 'interests', values: ['Plates'] }],
      content: [{ kind: 'text', name: 'plates', label: 'Which plates?', required: true }],
    },
    {
      kind: 'file',
      name: 'files',
      label: 'Files',
      accept: ['.pdf', '.docx', 'image/*'],
      maxBytes: 5_000_000,
      maxFiles: 3,
    },
    {
      kind: 'quiz',
      name: 'quiz',
      label: 'Question',
      questions: [
        { question: 'Which is hotter: ice or fire?', answer: 'fire' },
        { question: 'What is two and three?', answer: '5' },
      ],
    },
    { kind: 'captcha-image', name: 'picture' },
    { kind: 'captcha', name: 'picture', label: 'Characters of the image' },
    { kind: 'acceptance', name: 'terms', content: [{ text: 'I accept that my message is stored.' }] },
    { kind: 'acceptance', name: 'news', content: [{ text: 'Send me news.' }], isOptional: true },
    { kind: 'hidden', name: 'campaign', defaultFrom: 'query' },
    { kind: 'submit', label: 'Send' },
  ],
  mail: { to: '[team], [_site_admin_email]', replyTo: '[email]', subject: 'Every field', body: '[name]: [note]' },
};

export const demoContactForms: readonly ContactFormInput[] = [contact, everyField];
