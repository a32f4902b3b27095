import type { ContactFormInput } from '#features/form-definitions/index.ts';

type Block = ContactFormInput['layout'][number];

const yourName: Block = {
  kind: 'text',
  name: 'your-name',
  label: 'Name',
  required: true,
  autocomplete: 'name',
  defaultFrom: 'customer',
  defaultKey: 'name',
};

const yourEmail: Block = {
  kind: 'email',
  name: 'your-email',
  label: 'Email address',
  required: true,
  defaultFrom: 'customer',
  defaultKey: 'email',
};

const contact: ContactFormInput = {
  id: 1,
  title: 'Contact',
  locale: 'en_GB',
  layout: [
    yourName,
    yourEmail,
    {
      kind: 'select',
      name: 'subject',
      label: 'What is it about?',
      defaultFrom: 'query',
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
    body: 'Hello [your-name],\n\nThank you for your message. We answer within two working days. You wrote:\n\n[your-message]',
  },
};

const commission: ContactFormInput = {
  id: 2,
  title: 'Commissions',
  locale: 'en_GB',
  layout: [
    {
      kind: 'radio',
      name: 'piece',
      label: 'What shall we make?',
      required: true,
      options: [
        { value: 'Tableware' },
        { value: 'A vase or vessel' },
        { value: 'Tiles' },
        { value: 'Something else:' },
      ],
      hasFreeText: true,
    },
    {
      kind: 'columns',
      columns: [
        [
          {
            kind: 'number',
            name: 'count',
            label: 'How many pieces?',
            min: 1,
            max: 500,
            step: 1,
            hint: 'Leave it open if you are not sure.',
          },
        ],
        [
          {
            ...{ kind: 'date', name: 'wanted-by', label: 'Wanted by', min: 'today+6weeks' },
            hint: 'A commission takes six weeks or more.',
          },
        ],
      ],
    },
    {
      ...{
        kind: 'textarea',
        name: 'idea',
        label: 'Your idea',
        required: true,
        minlength: 20,
        maxlength: 3000,
        rows: 8,
      },
      hint: 'What it is for, its size, the glaze you have in mind.',
    },
    {
      kind: 'element',
      name: 'p',
      attributes: { class: 'field__note' },
      content: [
        { kind: 'count', field: 'idea', direction: 'down' },
        { kind: 'plain', text: ' characters left' },
      ],
    },
    {
      ...{ kind: 'file', name: 'sketches', label: 'Sketches or photographs', accept: ['image/*', '.pdf'] },
      ...{ maxFiles: 5, maxBytes: 20_000_000 },
    },
    { kind: 'columns', columns: [[yourName], [yourEmail]] },
    { kind: 'submit', label: 'Send request' },
  ],
  mail: {
    ...{ to: '[_site_admin_email]', replyTo: '[your-email]', subject: 'Commission: [piece], [your-name]' },
    // What can be left open has a line of its own, so that the line is left out with it.
    body: '[piece]\nPieces: [count]\nWanted by: [wanted-by]\n\n[idea]\n\n[your-name], [your-email]',
    ...{ excludeBlank: true, attachments: ['sketches'] },
  },
  secondMail: {
    ...{ to: '[your-email]', subject: 'Your commission' },
    body: 'Hello [your-name],\n\nThank you for your request. We look at commissions on Fridays and answer with a sketch and a price.\n\n[idea]',
  },
};

const tradeAccount: ContactFormInput = {
  id: 3,
  title: 'Trade account',
  locale: 'en_GB',
  layout: [
    { kind: 'text', name: 'company', label: 'Company', required: true, autocomplete: 'organization' },
    {
      kind: 'columns',
      columns: [
        [
          {
            ...{ kind: 'text', name: 'vat-number', label: 'VAT number', required: true, minlength: 6, maxlength: 20 },
            hint: 'With its country, such as IE1234567FA.',
          },
        ],
        [{ kind: 'url', name: 'website', label: 'Website', hint: 'Where people find you.' }],
      ],
    },
    { kind: 'columns', columns: [[yourName], [yourEmail]] },
    {
      ...{ kind: 'tel', name: 'phone', label: 'Phone', required: true, hint: 'We call once, before the first order.' },
      defaultFrom: 'customer',
    },
    {
      ...{ kind: 'checkbox', name: 'use', label: 'What are the pieces for?' },
      options: [{ value: 'A shop' }, { value: 'A restaurant or hotel' }, { value: 'An interior project' }],
    },
    { kind: 'textarea', name: 'about', label: 'About your business', maxlength: 2000, rows: 5 },
    {
      ...{ kind: 'acceptance', name: 'trade-terms' },
      content: [
        { text: 'I order for a business, and accept the ' },
        { text: 'terms', href: '/pages/terms' },
        { text: '.' },
      ],
    },
    { kind: 'submit', label: 'Apply for an account' },
  ],
  mail: {
    ...{ to: '[_site_admin_email]', replyTo: '[your-email]', subject: 'Trade account: [company]' },
    body: '[company], [vat-number]\n[website]\n[your-name], [your-email], [phone]\n\nFor: [use]\n\n[about]',
    excludeBlank: true,
  },
};

const productQuestion: ContactFormInput = {
  id: 4,
  title: 'Ask about a piece',
  locale: 'en_GB',
  layout: [
    { kind: 'text', name: 'piece', label: 'Piece', required: true, defaultFrom: 'product', defaultKey: 'name' },
    { kind: 'hidden', name: 'piece-page', defaultFrom: 'product', defaultKey: 'path' },
    {
      kind: 'textarea',
      name: 'question',
      label: 'Your question',
      required: true,
      minlength: 5,
      maxlength: 2000,
      rows: 5,
    },
    yourName,
    yourEmail,
    { kind: 'submit', label: 'Send question' },
  ],
  mail: {
    ...{ to: '[_site_admin_email]', replyTo: '[your-email]', subject: 'Question about [piece]' },
    body: '[question]\n\n[your-name], about [piece] ([_site_url][piece-page])',
  },
};

/** Asks for an estimate of a wishlist, which is appended to the message. */
const estimate: ContactFormInput = {
  id: 6,
  title: 'Estimate',
  locale: 'en_GB',
  layout: [
    yourName,
    yourEmail,
    { kind: 'textarea', name: 'your-message', label: 'What should we know?', rows: 4 },
    { kind: 'submit', label: 'Ask for an estimate' },
  ],
  mail: {
    to: '[_site_admin_email]',
    replyTo: '[your-email]',
    subject: 'An estimate for [your-name]',
    body: 'From: [your-name]\n\n[your-message]',
    excludeBlank: true,
  },
  secondMail: {
    ...{ to: '[your-email]', subject: 'Your request for an estimate' },
    body: 'Hello,\n\nThank you for your list. We look at what is in stock and answer with a price, and with the date by which all of it can be ready. Simply answer this mail if something changes.',
  },
};

const year = 2026;

/** Every field and rule, for tests and documentation. */
const everyField: ContactFormInput = {
  id: 5,
  title: 'Every field',
  layout: [
    { kind: 'text', name: 'name', id: 'every-name', label: 'Name', required: true, minlength: 2, maxlength: 40 },
    { kind: 'email', name: 'email', label: 'Email address', required: true },
    { kind: 'url', name: 'site', label: 'Web address' },
    { kind: 'tel', name: 'phone', label: 'Phone' },
    { kind: 'text', name: 'reach', label: 'Also reach me at', hint: 'An email address or a phone number.' },
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
    { kind: 'time', name: 'hour', label: 'Time', step: 900, hint: 'In steps of a quarter of an hour.' },
    { kind: 'textarea', name: 'note', label: 'Note', maxlength: 2000 },
    { kind: 'count', field: 'note', direction: 'down' },
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
      options: [{ value: 'Email' }, { value: 'Phone' }],
    },
    {
      kind: 'group',
      legend: 'Your plates',
      showWhen: [{ field: 'interests', values: ['Plates'] }],
      content: [
        { kind: 'text', name: 'plates', label: 'Which plates?', required: true },
        {
          ...{ kind: 'checkbox', name: 'sizes', label: 'Sizes', hint: 'Two or three.' },
          options: [{ value: 'Side' }, { value: 'Salad' }, { value: 'Dinner' }, { value: 'Serving' }],
        },
      ],
    },
    {
      kind: 'group',
      legend: 'Your tiles',
      showWhen: [{ field: 'interests', values: ['Tiles'] }],
      content: [
        {
          ...{ kind: 'file', name: 'drawing', label: 'Drawing', required: true, accept: ['.pdf'] },
          ...{ minBytes: 100, maxBytes: 100_000 },
        },
      ],
    },
    {
      kind: 'file',
      name: 'files',
      label: 'Files',
      accept: ['.pdf', '.docx', 'image/*'],
      maxBytes: 1_000_000,
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
    { kind: 'acceptance', name: 'robot', content: [{ text: 'I am a program.' }], isInverted: true },
    { kind: 'hidden', name: 'campaign', defaultFrom: 'query' },
    { kind: 'submit', label: 'Send' },
  ],
  rules: [
    {
      ...{ rule: 'any', field: 'reach', error: 'Enter an email address or a phone number.' },
      rules: [{ rule: 'email' }, { rule: 'tel' }],
    },
    {
      ...{ rule: 'all', field: 'sizes' },
      rules: [
        { rule: 'minitems', threshold: 2, error: 'Choose at least two sizes.' },
        { rule: 'maxitems', threshold: 3, error: 'Choose at most three sizes.' },
      ],
    },
  ],
  mail: {
    ...{ to: '[team], [_site_admin_email]', replyTo: '[email]', subject: 'Every field' },
    ...{ body: 'From: [name]\nNote: [note]', excludeBlank: true },
  },
};

export const demoContactForms: readonly ContactFormInput[] = [
  ...[contact, commission, tradeAccount, productQuestion, everyField, estimate],
];

/** Pages of the forms, as settings. */
export const demoFormPages = [
  {
    ...{ slug: 'commissions', form: commission.id, title: 'Commissions' },
    lead: 'Plates for a restaurant, a vase for one corner, tiles for a hearth: tell us what you have in mind, and show us if you can.',
  },
  {
    ...{ slug: 'trade', form: tradeAccount.id, title: 'Trade accounts' },
    lead: 'For shops, restaurants and designers. We answer within two working days.',
  },
  {
    ...{ slug: 'every-field', form: everyField.id, title: 'Every field', inFooter: false },
    lead: 'Each kind of field and rule, to try them.',
  },
];
