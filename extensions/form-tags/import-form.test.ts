import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listFields } from '#features/form-definitions/definition/form-fields.ts';
import { matchesFileType } from '#features/form-definitions/rules/file-types.shared.ts';
import { importForm } from './import-form.ts';

const source = {
  ...{ id: 5, title: 'Contact', locale: 'de_DE' },
  form: '<label>Name [text* your-name]</label>\n[email* your-email]\n[file plan]\n[submit "Send"]',
  mail: {
    ...{ active: true, subject: '[_site_title] "[your-name]"' },
    ...{ recipient: 'shop@example.com', body: 'From: [your-name]', use_html: '1', attachments: '[plan]' },
    additional_headers: '\nReply-To: [your-email]\r\n',
  },
  mail_2: { active: false, recipient: '[your-email]' },
  messages: { invalid_required: 'Bitte ausfüllen', invalid_quiz: 'Falsch' },
  additional_settings: '# Demo\ndemo_mode: on\nskip_mail: off\nacceptance_as_validation: on',
};

describe('a form of the plugin', () => {
  it('becomes a form of the shop', () => {
    const { form, problems } = importForm(source);
    expect(problems).toEqual([]);
    expect(form).toMatchObject({
      ...{ id: 5, title: 'Contact', locale: 'de_DE' },
      messages: { invalid_required: 'Bitte ausfüllen', quiz_answer_not_correct: 'Falsch' },
      mail: {
        ...{ to: 'shop@example.com', replyTo: '[your-email]', isHtml: true },
        ...{ subject: '[_site_title] "[your-name]"', attachments: ['plan'] },
      },
      settings: { demo: true, skipMail: false, acceptanceAsValidation: true },
    });
    expect(form?.secondMail).toBeUndefined();
  });

  it('sends a mail of its own to each address of a copy, and says so', () => {
    const additional_headers =
      'Cc: Team <team@example.com>\nReply-To: [your-email]\nbcc: archive@example.com, [your-email]';
    const { form, problems } = importForm({ ...source, mail: { ...source.mail, additional_headers } });
    expect(form?.mail).toMatchObject({
      to: 'shop@example.com, Team <team@example.com>, archive@example.com, [your-email]',
      replyTo: '[your-email]',
    });
    const property = 'mail.additional_headers';
    expect(problems).toEqual([
      { property, line: 1, message: expect.stringContaining('“Cc” become recipients') },
      { property, line: 3, message: expect.stringContaining('“bcc” become recipients') },
    ]);
  });

  it('says which headers, attachments, settings and messages are left out', () => {
    const { form, problems } = importForm({
      ...source,
      mail: {
        ...source.mail,
        additional_headers: 'X-Mailer: x\nReply-To: [your-email]\nReply-To: other@example.com\nno header',
        attachments: '[plan]\nuploads/terms.pdf',
      },
      messages: { ...source.messages, unheard_of: 'x' },
      additional_settings: 'demo_mode: on\nsubscribers_only: true\non_sent_ok: "alert(1)"\nsubscribers_only: off',
    });
    expect(form?.mail).toMatchObject({ replyTo: '[your-email]', attachments: ['plan'] });
    expect(Object.keys(form?.messages ?? {})).not.toContain('unheard_of');
    expect(problems.map(({ property, line, message }) => `${property}:${line}: ${message}`)).toEqual([
      'mail.additional_headers:1: “X-Mailer: x” is left out: mails take only Reply-To, Cc and Bcc from here.',
      'mail.additional_headers:3: “Reply-To: other@example.com” is left out: a mail has one Reply-To.',
      'mail.additional_headers:4: “no header” is left out: mails take only Reply-To, Cc and Bcc from here.',
      'mail.attachments:2: “uploads/terms.pdf” is left out: mails attach only files of fields.',
      'messages:1: “unheard_of” is no message of the shop: it is left out.',
      'additional_settings:2: “subscribers_only” is left out: people who are not signed in can send this form too.',
      'additional_settings:3: “on_sent_ok” is no setting of the shop: it is left out.',
    ]);
  });

  const readForm = (form: string) => {
    const imported = importForm({ ...source, form, mail: undefined });
    return {
      fields: listFields(imported.form?.layout ?? []),
      shown: JSON.stringify(imported.form?.layout),
      messages: imported.problems.map(({ message }) => message),
    };
  };

  it.each(['[response]', '[reflection your-name]', '[recaptcha]', '[recaptcha id:x theme:dark]'])(
    '[G5] shows no tag of the plugin to visitors as text: %s',
    (tag) => {
      const { shown, messages } = readForm(`<p>Hello ${tag}</p>[text* your-name][submit]`);
      expect(shown).toContain('Hello');
      expect(shown).not.toMatch(/\[re[a-z]/);
      expect(messages).toEqual([expect.stringContaining('is left out')]);
    },
  );

  it.each<[string, { text: string; href?: string }[]]>([
    ['[acceptance terms] I accept.\n[submit]', [{ text: 'I accept.' }]],
    [
      '[acceptance terms] I accept the <a href="/terms">terms</a>[submit]',
      [{ text: 'I accept the ' }, { text: 'terms', href: '/terms' }],
    ],
    ['<label>[acceptance terms] Yes</label> More [submit]', [{ text: 'Yes' }]],
    ['[acceptance terms] Yes [text note] [/acceptance][submit]', [{ text: 'Yes' }]],
    ['[acceptance terms "In the tag"][submit]', [{ text: 'In the tag' }]],
    ['[acceptance terms]Inside[/acceptance] after [submit]', [{ text: 'Inside' }]],
  ])('[G5] keeps the box of an acceptance without an end tag, with its sentence: %s', (form, content) => {
    const { fields, shown } = readForm(form);
    expect(fields.find(({ kind }) => kind === 'acceptance')).toMatchObject({ name: 'terms', content });
    expect(shown).not.toContain('[/acceptance]');
  });

  it('[G5] takes the types of the plugin where a file tag names none, and types in any case', () => {
    expect(readForm('[file plan][submit]').fields[0]).toMatchObject({ accept: ['audio/*', 'video/*', 'image/*'] });
    const { fields } = readForm('[file plan filetypes:IMAGE/HEIF|.PDF|audio/3gpp][submit]');
    expect(fields[0]).toMatchObject({ accept: ['image/heif', '.pdf', 'audio/3gpp'] });
    const passes = (type: string, name: string) => matchesFileType(name, type);
    expect([passes('image/heif', 'a.HEIC'), passes('audio/3gpp', 'a.3gp'), passes('audio/*', 'a.3gpp')]).toEqual([
      ...[true, true, true],
    ]);
  });

  it('[G5] shows the placeholder of the field below a captcha', () => {
    const { fields } = readForm('[captchac code][captchar code placeholder "Letters of the image"][submit]');
    expect(fields.find(({ kind }) => kind === 'captcha')).toMatchObject({ placeholder: 'Letters of the image' });
  });

  it('gets a quiz below an image of a captcha, for who can’t see it, and says so', () => {
    const image = '[captchac code][captchar code]';
    const { form, problems } = importForm({ ...source, form: `[text quiz]<p>${image}</p>\n${source.form}` });
    expect(problems).toEqual([
      { property: 'form', line: 1, message: expect.stringContaining('A quiz with sums was added') },
    ]);
    const fields = listFields(form?.layout ?? []).map(({ kind, name }) => `${kind} ${name}`);
    expect(fields.slice(0, 4)).toEqual(['text quiz', 'captcha-image code', 'captcha code', 'quiz quiz-2']);
    expect(importForm({ ...source, form: `${source.form}${image}[quiz sum "1+1?|2"]` }).problems).toEqual([]);
  });

  it('says that its sender is not used, and that ten recipients get a mail', () => {
    const addresses = Array.from({ length: 9 }, (_, index) => `${index}@example.com`).join(', ');
    const sender = 'Shop <shop@example.com>';
    const readProblems = (rest: object) => importForm({ ...source, mail: { ...source.mail, ...rest } }).problems;
    expect(readProblems({ sender })).toEqual([
      { property: 'mail.sender', line: 1, message: `“${sender}” is not used: mails come from the shop’s address.` },
    ]);
    expect(readProblems({ recipient: `${addresses}, a@example.com, a@example.com` })).toEqual([]);
    const additional_headers = 'Bcc: b@example.com, c@example.com';
    expect(readProblems({ recipient: `${addresses}, a@example.com`, additional_headers })).toContainEqual({
      property: 'mail',
      line: 1,
      message: 'Only the first 10 of 12 recipients get this mail.',
    });
  });

  it('names the mail tags that stay empty', () => {
    const mail = {
      ...{ recipient: '[_post_author_email], [_site_admin_email]', subject: '[_post_title]', attachments: '' },
      ...{ body: 'By [_user_login], [_date]\n[[_remote_ip]] [_remote_ip]' },
      additional_headers: 'X-Page: [_url]\nReply-To: [_user_email]',
    };
    const { problems } = importForm({ ...source, mail: { ...source.mail, ...mail } });
    const empty = problems.filter(({ message }) => message.includes('stays empty'));
    expect(empty.map(({ property, line, message }) => `${property}:${line}: ${message}`)).toEqual([
      'mail:1: “_user_login” stays empty: the shop does not know it.',
      'mail:2: “_remote_ip” stays empty: the shop does not know it.',
      'mail:1: “_post_title” stays empty: the shop does not know it.',
      'mail:1: “_post_author_email” stays empty: the shop does not know it.',
      'mail.additional_headers:2: “_user_email” stays empty: the shop does not know it.',
    ]);
  });

  it('says what is wrong, and where', () => {
    const { form, problems } = importForm({
      ...source,
      form: '[text your-name]\n[text][submit]',
      mail: { ...source.mail, body: '\n[gone]', attachments: '', additional_headers: '' },
    });
    expect(form).not.toBeNull();
    expect(problems).toEqual([
      { property: 'form', line: 2, message: 'The tag “text” needs a name.' },
      { property: 'mail', line: 2, message: '“gone” is neither a field nor a mail tag: it stays text.' },
    ]);
  });

  it('is kept without a mail to nobody', () => {
    const { form, problems } = importForm({ ...source, mail: { ...source.mail, recipient: ' ' } });
    expect(form?.mail).toBeUndefined();
    expect(problems.map(({ message }) => message)).toEqual(['This mail has no recipient: it is left out.']);
  });

  it('reads booleans, ids and empty parts as PHP writes them (G1)', () => {
    const read = (use_html: unknown, exclude_blank: unknown) =>
      importForm({ ...source, mail: { ...source.mail, use_html, exclude_blank } }).form?.mail;
    for (const yes of [1, '1', true, 'true', 'on', ' Yes '])
      expect(read(yes, yes)).toMatchObject({ isHtml: true, excludeBlank: true });
    for (const no of [0, '0', false, 'false', '', null, undefined])
      expect(read(no, no)).toMatchObject({ isHtml: false, excludeBlank: false });
    const { form, problems } = importForm({ ...source, mail: { ...source.mail, use_html: 2 } });
    expect([form, problems]).toEqual([null, [{ property: 'mail.use_html', line: 1, message: 'write true or false' }]]);
    const odd = { ...source, id: '5', title: 2024, locale: null, messages: [], mail_2: [], additional_settings: null };
    expect(importForm(odd)).toMatchObject({
      form: { id: 5, title: '2024', locale: 'en_US', messages: {} },
      problems: [],
    });
    expect(importForm({ ...source, mail: false, mail_2: null }).form).toMatchObject({ id: 5 });
  });

  it('keeps a form with a message that is too long, without the message', () => {
    const { form, problems } = importForm({ ...source, messages: { mail_sent_ok: 'x'.repeat(501), spam: 'No' } });
    expect(form?.messages).toEqual({ spam: 'No' });
    expect(problems.map(({ message }) => message)).toEqual([
      '“mail_sent_ok” has more than 500 characters: it is left out.',
    ]);
  });

  it('gets a button where nothing sends it, and says so (G1)', () => {
    const { form, problems } = importForm({ ...source, form: '[text* your-name][email your-email][file plan]' });
    expect(form?.layout.at(-1)).toMatchObject({ name: 'p', content: [{ kind: 'submit', label: 'Send' }] });
    expect(problems.map(({ message }) => message)).toEqual([
      'Nothing sent this form: a button “Send” was added at its end.',
    ]);
    const button = '<button type="submit">Los</button>';
    expect(importForm({ ...source, form: `[text* your-name][email your-email][file plan]${button}` }).problems).toEqual(
      [],
    );
  });

  it('is refused without a required field or its button (G1)', () => {
    for (const lost of ['[text* 1]', '<noscript>[submit]</noscript>', '[country* land]']) {
      const { form, problems } = importForm({ ...source, form: `${source.form}${lost}` });
      expect(form).toBeNull();
      expect(problems.length).toBeGreaterThan(0);
    }
  });

  it('is refused when nothing is left of it', () => {
    for (const wrong of [
      null,
      'x',
      {},
      { ...source, id: 0 },
      { ...source, form: '' },
      { ...source, form: '[count a]' },
    ]) {
      const { form, problems } = importForm(wrong);
      expect(form).toBeNull();
      expect(problems.length).toBeGreaterThan(0);
    }
  });

  it('never throws', () => {
    const anything = fc.record({
      form: fc.string(),
      additional_settings: fc.string(),
      mail: fc.anything(),
      messages: fc.anything(),
    });
    fc.assert(fc.property(anything, (rest) => Array.isArray(importForm({ ...source, ...rest }).problems)));
  });

  it('never loses a part without a word, and never one that the form needs (G1)', () => {
    const junk = [
      ...[
        'class:md:w-1/2',
        'class:hover:bg-x',
        'id:1',
        'id:a/b',
        'size:0',
        'size:9999',
        'maxlength:-1',
        'min:x',
        'step:0',
      ],
      ...[
        'default:get',
        'default:9',
        'default:nobody',
        'placeholder',
        'limit:1tb',
        'filetypes:?',
        'autocomplete:A_b',
        '40x0',
      ],
      ...['"a|b"', '"a|b" "a|c"', '"It\'s"', '\'say "x"\'', '"&lt;b&gt;"', '""', 'x"y', 'data-x:1', 'free_text'],
    ];
    const types = [
      'text',
      'email',
      'number',
      'date',
      'select',
      'checkbox',
      'radio',
      'file',
      'quiz',
      'acceptance',
      'nobody',
    ];
    const wraps = [
      '§',
      '<label>§</label>',
      '<div class="a/b">§</div>',
      '<button>§</button>',
      '<!-- § -->',
      '<b>§',
      '§</p>',
    ];
    const raw = ['<noscript>§</noscript>', '<section>§</section>', '<p hidden>§</p>', '[group g]§[/group]'];
    const tag = fc.record({
      ...{ type: fc.constantFrom(...types), isRequired: fc.boolean(), wrap: fc.constantFrom(...wraps, ...raw) },
      options: fc.array(fc.constantFrom(...junk), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.array(tag, { minLength: 1, maxLength: 6 }), (tags) => {
        const sources = tags.map(({ type, isRequired, wrap, options }, index) =>
          wrap.replace('§', () => `[${type}${isRequired ? '*' : ''} f${index} ${options.join(' ')}]`),
        );
        const { form, problems } = importForm({
          ...source,
          mail: undefined,
          form: `${sources.join('\n')}[submit "Go"]`,
        });
        if (form === null) return problems.length > 0;
        const found = listFields(form.layout);
        return tags.every(({ isRequired, options }, index) => {
          const field = found.find(({ name }) => name === `f${index}`);
          if (!field) return !isRequired && problems.length > 0;
          const isWhole = options.every((option) => !option.includes('md:w') || problems.length > 0);
          return isWhole && (!isRequired || !('required' in field) || field.required);
        });
      }),
      { numRuns: 1500 },
    );
  });
});
