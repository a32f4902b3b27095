import { randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { demoContactForms } from '#demo/contact-forms.ts';
import { findOrCreateCustomer } from '#features/customers/index.ts';
import type { ContactFormInput } from '#features/form-definitions/definition/form.ts';
import { messageFilesFolder, outboxFolder } from '#platform/config/data-folders.ts';
import { inTransaction } from '#platform/database/database.ts';
import { providePort } from '#platform/features/ports.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { createEmlName } from '#platform/mail/message.ts';
import { listMails } from '#platform/mail/records.ts';
import { useDatabase } from '#tests/support/database.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { testClock } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { type SmtpServer, startSmtp } from '#tests/support/smtp-server.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { createFormRules } from '../feedback/receive-message.ts';
import type { FeedbackReply } from '../feedback/reply.ts';
import { formPagePath } from '../placement/paths.ts';
import { type AppendedText, appendedTexts, contactFormSources } from '../ports.ts';
import { defineContactForms, findContactForm } from '../sources/find-forms.ts';
import { formCommands } from '../sources/form-commands.ts';
import { messageCommands } from './message-commands.ts';
import { answerMailJob, messageMailJob } from './message-mails.ts';
import { messageData, removeErasedMailsJob } from './personal-data.ts';
import { purgeMessagesJob } from './purge-messages.ts';

const database = useDatabase();
const clock = testClock();
const mailJobs = [messageMailJob, answerMailJob];
let app: App;
let smtp: SmtpServer;

const layout: ContactFormInput['layout'] = [
  { kind: 'text', name: 'name', label: 'Name' },
  { kind: 'email', name: 'email', label: 'Email' },
  { kind: 'textarea', name: 'note', label: 'Note' },
  { kind: 'select', name: 'team', options: [{ value: 'Orders', mailValue: 'orders@saltmarsh.example' }] },
  { kind: 'file', name: 'files', maxBytes: 5_000_000 },
];
const html: ContactFormInput = {
  ...{ id: 30, title: 'Html', layout },
  mail: {
    to: 'Studio <studio@saltmarsh.example>, [team], [email]',
    replyTo: '[name] <[email]>',
    subject: 'From [name]',
    body: '<p>[note]</p>\n<p>[name] [unknown]</p>\n<p><a class="x" href="https://shop.example/a?b=1&amp;c=2">Our shop</a></p>\n<p>[files]</p>',
    isHtml: true,
    attachments: ['files'],
    excludeBlank: true,
  },
};
const without: ContactFormInput = { id: 31, title: 'Without templates', layout };
const demo: ContactFormInput = { id: 32, title: 'Demo', layout, settings: { demo: true } };
const skipped: ContactFormInput = { id: 33, title: 'Skipped', layout, settings: { skipMail: true, retentionDays: 1 } };
const dated: ContactFormInput = {
  ...{ id: 35, title: 'Dated', layout: [...layout, { kind: 'date', name: 'day', min: 'today' }] },
  mail: { to: 'studio@saltmarsh.example', subject: 'Dated', body: 'Sent on [_date] at [_time].' },
};
const terms: ContactFormInput['layout'][number] = {
  kind: 'acceptance',
  name: 'terms',
  content: [{ text: 'I accept the ' }, { text: 'terms', href: '/pages/terms' }, { text: '.' }],
};
const wedding = { kind: 'date', name: 'wedding', label: 'Day of the wedding' } as const;
const accepting: ContactFormInput = { id: 39, title: 'Accepting', layout: [...layout, wedding, terms] };
const weekly: ContactFormInput = { id: 36, title: 'Weekly', layout, settings: { retentionDays: 7 } };
const unkept: ContactFormInput = { id: 34, title: 'Unkept', layout, settings: { doNotStore: true } };

const unkeptSkipped: ContactFormInput = { ...unkept, id: 37, settings: { doNotStore: true, skipMail: true } };
const unkeptDemo: ContactFormInput = { ...unkept, id: 38, settings: { doNotStore: true, demo: true } };

const appendedText: AppendedText = {
  field: 'piece_list',
  append: async (_shop, { value }) =>
    value === 'gone'
      ? { ok: false, message: 'The list is gone.' }
      : { ok: true, label: 'List of pieces', text: `1 Cup of ${value}\n2 Plates` },
};

beforeAll(async () => {
  smtp = await startSmtp();
  const forms = [
    ...demoContactForms,
    html,
    without,
    demo,
    skipped,
    unkept,
    unkeptSkipped,
    unkeptDemo,
    dated,
    weekly,
    accepting,
  ];
  app = await testShop(database, {
    clock,
    choices: {
      provides: [
        ...providePort(contactFormSources, [defineContactForms(forms)]),
        ...providePort(appendedTexts, [appendedText]),
      ],
      settings: {
        'contact-forms': { minSeconds: 0, perHour: { visitor: 1000, form: 1000 }, disallowedWords: ['spamword'] },
        mail: { unprovenPerDay: 1000 },
      },
    },
    env: { MAIL_URL: smtp.url },
  });
});

afterAll(() => smtp.server.close());

async function send(formId: number, fields: Readonly<Record<string, string | File>>): Promise<FeedbackReply> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ _form_unit_tag: `form-f${formId}-o1`, ...fields }))
    form.append(name, value);
  return (await newShopper(app).submitFiles(`/api/contact-forms-api/v1/contact-forms/${formId}/feedback`, form)).json();
}

interface StoredMessage {
  readonly id: number;
  readonly mail: string;
  readonly status: string;
  readonly fields: readonly unknown[];
  readonly files: number;
}

async function findStored(formId: number): Promise<StoredMessage> {
  const sql = `select id, mail, status, fields,
    (select count(*)::int from contact_message_files f where f.message_id = m.id) as files
    from contact_messages m where form_id = $1 order by id desc limit 1`;
  const { rows } = await database.pool.query<StoredMessage>(sql, [formId]);
  return rows[0] as StoredMessage;
}

/** Runs what is due, and takes the mails that were accepted since. */
async function takeMails(): Promise<SmtpServer['accepted']> {
  await runJobsNow(app.shop, mailJobs);
  return smtp.accepted.splice(0);
}

/** The lines of a mail's head. */
const readHead = (data: string) => (data.split('\r\n\r\n')[0] ?? '').replace(/\r\n\s+/g, ' ').split('\r\n');
const run = (name: string, ...args: string[]) => runCommand(app.shop, messageCommands, `messages ${name}`, args);

describe('the mails of a message', () => {
  it('go to the shop with the address of the sender to reply to, and to the sender', async () => {
    const note = 'Is the plate still there?\n\nI need two.';
    const fields = { 'your-name': 'Ada', 'your-email': 'ada@example.com', subject: 'A piece', 'your-message': note };
    expect((await send(1, fields)).status).toBe('mail_sent');
    const [shop, sender, ...rest] = await takeMails();
    expect(rest).toEqual([]);
    expect([shop?.to, sender?.to]).toEqual([app.shop.choices.email, 'ada@example.com']);
    const head = readHead(shop?.data ?? '');
    expect(head).toEqual(expect.arrayContaining(['Reply-To: ada@example.com', 'Subject: A piece: Ada']));
    const { name, email } = app.shop.choices;
    expect(head.find((line) => line.startsWith('From:'))).toBe(`From: ${name} <${email}>`);
    expect(readHead(sender?.data ?? '')).toContain(`Reply-To: ${app.shop.choices.email}`);
    expect((await findStored(1)).mail).toBe('sent');
    expect(await takeMails()).toEqual([]);
  });

  it('have no header, recipient or element that a sender made up', async () => {
    const evil = 'Eve\r\nBcc: victim@example.com\r\n\r\n<script>';
    const fields = {
      name: evil,
      email: 'eve@example.com',
      note: '<img src=x onerror=alert(1)>\n[team]',
      team: 'Orders',
    };
    expect((await send(30, fields)).status).toBe('mail_sent');
    const mails = await takeMails();
    expect(mails.map(({ to }) => to)).toEqual([
      'studio@saltmarsh.example',
      'orders@saltmarsh.example',
      'eve@example.com',
    ]);
    for (const { to, data } of mails) {
      const head = readHead(data);
      expect(head.filter((line) => /^(?:bcc|cc|to):/i.test(line))).toHaveLength(1);
      // Whoever typed an address of somebody else gets no answers from there (F1).
      expect(head).toContain(`Reply-To: ${to === 'eve@example.com' ? app.shop.choices.email : 'eve@example.com'}`);
      const body = data.replaceAll('=\r\n', '');
      const html = body.slice(body.indexOf('text/html'));
      expect(html).toMatch(/&lt;img src=(?:3D)?x onerror=(?:3D)?alert\(1\)&gt;/);
      expect(html).toContain('[unknown]');
      expect(html).not.toMatch(/<script>|<img/);
    }
  });

  const bodies = (data = '') => {
    const [text = '', html = ''] = data.replaceAll('=\r\n', '').split('text/html');
    return { text: text.replaceAll('\r\n', '\n'), html };
  };

  it('keep lines and paragraphs as they were typed, in both versions', async () => {
    const note = 'One jug.\nTwo cups.\n\nKind regards,\nAda';
    const ada = { name: 'Ada', email: 'ada@example.com', 'your-name': 'Ada', 'your-email': 'ada@example.com' };
    await send(1, { ...ada, subject: 'A piece', 'your-message': note });
    await send(31, { ...ada, note });
    const [toShop, toSender, plain] = (await takeMails()).map(({ data }) => bodies(data));
    for (const mail of [toShop, toSender]) {
      expect(mail?.text).toContain(`\n\n${note}\n\n`);
      expect(mail?.html).toMatch(/>One jug\.<br\/>Two cups\.<\/p><p [^>]*>Kind regards,<br\/>Ada<\/p>/);
    }
    expect(plain?.text).toContain('Note:\n  One jug.\n  Two cups.\n  Kind regards,\n  Ada');
    expect(plain?.html).toContain('One jug.<br/>Two cups.<br/><br/>Kind regards,<br/>Ada');
  });

  it('say in words what was accepted and dates in the language of the shop, without a template, as the command does', async () => {
    await send(39, { name: 'Ada', wedding: '2027-06-05', terms: '1' });
    const [mail] = await takeMails();
    const shown = await run('show', String((await findStored(39)).id));
    for (const text of [bodies(mail?.data).text, shown.text]) {
      expect(text).toMatch(/^ *Day of the wedding: 5 June 2027$/m);
      expect(text).toMatch(/^ *Accepted: I accept the terms\.$/m);
    }
  });

  it('have the lines and the addresses of the links of an HTML template in their plain text', async () => {
    await send(30, { name: 'Ada', email: 'ada@example.com', note: 'One jug.\nTwo cups.' });
    const [mail] = await takeMails();
    expect(bodies(mail?.data).text).toMatch(
      /One jug\.\nTwo cups\.\nAda \[unknown\]\nOur shop https:\/\/shop\.example\/a\?b=1&c=2/,
    );
  });

  it('are for the shop also where the form has no templates', async () => {
    const file = new File(['%PDF-1.7'], 'plan.pdf');
    expect((await send(31, { name: 'Ada', email: 'ada@example.com', note: 'Hello', files: file })).status).toBe(
      'mail_sent',
    );
    const [mail, ...rest] = await takeMails();
    expect([mail?.to, rest]).toEqual([app.shop.choices.email, []]);
    for (const words of ['Name', 'Ada', 'Hello', 'plan.pdf', `/admin/messages/${(await findStored(31)).id}`])
      expect(mail?.data).toContain(words);
  });

  it.each([
    { formId: 1, kind: 'a template' },
    { formId: 30, kind: 'a template of HTML' },
    { formId: 31, kind: 'no template' },
  ])('say what a feature has appended, with $kind', async ({ formId }) => {
    const ada = { name: 'Ada', email: 'ada@example.com', 'your-name': 'Ada', 'your-email': 'ada@example.com' };
    const typed = {
      ...ada,
      subject: 'A piece',
      'your-message': 'Do you still have these?',
      note: 'These?',
      piece_list: '<ash>',
    };
    expect((await send(formId, { ...typed, piece_list: 'gone' })).message).toBe('The list is gone.');
    expect((await send(formId, typed)).status).toBe('mail_sent');
    const [mail] = await takeMails();
    const [text = '', html = ''] = (mail?.data ?? '').replaceAll('=\r\n', '').split('text/html');
    expect(text).toMatch(/List of pieces\s+1 Cup of <ash>\s+2 Plates/i);
    expect(html).toContain('1 Cup of &lt;ash&gt;');
    const shown = await run('show', String((await findStored(formId)).id));
    expect(shown.text).toContain('  List of pieces: 1 Cup of <ash>\n2 Plates');
  });

  it('have the files of the fields that the template names', async () => {
    await send(30, { name: 'Ada', files: new File(['%PDF-1.7 plan'], 'Grundriß 1.pdf') });
    const [mail] = await takeMails();
    expect(mail?.data).toContain('filename=Grundri-1.pdf');
    expect(mail?.data).toContain(Buffer.from('%PDF-1.7 plan').toString('base64'));
  });

  it('name files that are too large to come along, also where the template is HTML of its own', async () => {
    const plan = new File([`%PDF-1.7 ${'x'.repeat(4_000_000)}`], 'large & plan.pdf');
    expect((await send(30, { name: 'Ada', files: plan })).status).toBe('mail_sent');
    const [mail] = await takeMails();
    const text = (mail?.data ?? '').replaceAll('=\r\n', '');
    expect(text).not.toContain('filename=');
    expect(text).toContain('<li>large &amp; plan.pdf, 4001 kB</li>');
    expect(text).toContain(`/admin/messages/${(await findStored(30)).id}`);
  });

  it('that the mail server refuses for good are known, listed and sent again', async () => {
    const listFailed = () => runCommand(app.shop, messageCommands, 'messages list', [], { mailFailed: true });
    smtp.answers.set('RCPT', '550 no such user');
    await send(31, { note: randomUUID() });
    const { id } = await findStored(31);
    await takeMails();
    smtp.answers.clear();
    expect((await findStored(31)).mail).toBe('failed');
    expect((await listFailed()).data).toMatchObject({ messages: [{ id, mail: 'failed' }] });
    expect((await run('resend', String(id))).data).toMatchObject({ changed: true });
    expect(await takeMails()).toHaveLength(1);
    expect((await findStored(31)).mail).toBe('sent');
    expect((await listFailed()).data).toMatchObject({ messages: [] });
    clock.forward(1000);
    expect((await run('resend', String(id))).data, 'also what was sent').toMatchObject({ changed: true });
    expect(await takeMails()).toHaveLength(1);
    await send(31, { files: new File(['%PDF-1.7'], 'only.pdf') });
    const { id: fileOnly } = await findStored(31);
    expect(await takeMails()).toHaveLength(1);
    clock.forward(1000);
    expect((await run('resend', String(fileOnly))).data, 'of files alone').toMatchObject({ changed: true });
    expect(await takeMails()).toHaveLength(1);
    await send(33, { note: 'Hello' });
    const { id: without } = await findStored(33);
    expect((await run('resend', String(without))).data, 'of a form without mails').toMatchObject({ changed: false });
  });

  it('are not sent in the demo and skip-mail modes, and a message is stored all the same', async () => {
    for (const id of [32, 33]) {
      expect((await send(id, { note: 'Hello' })).status).toBe('mail_sent');
      expect(await findStored(id)).toMatchObject({ mail: 'none', status: 'new' });
    }
    expect(await takeMails()).toEqual([]);
  });

  it('are all that is left of a message whose form stores nothing, once they were accepted', async () => {
    const fields = { name: randomUUID(), email: 'ada@example.com', note: 'Private' };
    smtp.answers.set('EHLO', 'hangUp');
    await send(34, fields);
    await takeMails();
    expect(await findStored(34)).toMatchObject({ mail: 'queued', fields: [{}, {}, {}] });
    smtp.answers.clear();
    clock.forward(10 * 60 * 1000);
    expect((await takeMails())[0]?.data).toContain('Private');
    const { id } = await findStored(34);
    expect(await findStored(34)).toMatchObject({ mail: 'sent', fields: [] });
    expect((await run('show', String(id))).text).toContain('content: deleted');
    expect((await run('resend', String(id))).data).toMatchObject({ changed: false });
    expect((await send(34, fields)).status).toBe('mail_sent');
    expect(await takeMails()).toEqual([]);
  });

  it('leave a message whose form stores nothing until an answer is sent, too', async () => {
    smtp.answers.set('EHLO', 'hangUp');
    await send(34, { name: randomUUID(), email: 'ada@example.com', note: 'Private' });
    const { id } = await findStored(34);
    expect((await run('answer', String(id), 'It is here')).code).toBe(0);
    smtp.answers.clear();
    await runJobsNow(app.shop, [messageMailJob]);
    expect(await findStored(34)).toMatchObject({ mail: 'sent', fields: [{}, {}, {}] });
    expect((await takeMails()).map(({ data }) => data.includes('It is here'))).toContain(true);
    expect(await findStored(34)).toMatchObject({ mail: 'sent', fields: [] });
    expect((await run('show', String(id))).text, 'answers are content, too').not.toContain('It is here');
  });

  it('carry all files of a message whose form stores nothing, which are deleted with its content', async () => {
    const before = await countFiles();
    const files = new File(['%PDF-1.7 plan'], 'plan.pdf');
    await send(34, { name: 'Ada', email: 'ada@example.com', files });
    const [mail] = await takeMails();
    expect(mail?.data).toContain('filename=plan.pdf');
    expect(mail?.data).not.toContain('/admin/messages');
    expect(await findStored(34)).toMatchObject({ mail: 'sent', fields: [], files: 0 });
    expect(await countFiles()).toBe(before);
  });

  it('leave a message whose form stores nothing where a file is too large for them', async () => {
    await send(34, { name: 'Ada', files: new File([`%PDF-1.7 ${'x'.repeat(4_000_000)}`], 'large.pdf') });
    const { id } = await findStored(34);
    expect((await takeMails())[0]?.data).toContain(`/admin/messages/${id}`);
    expect(await findStored(34)).toMatchObject({ mail: 'sent', fields: [{}], files: 1 });
  });

  it.each([37, 38])('are not sent, and nothing is stored, where a form does neither: %i', async (form) => {
    const before = await countFiles();
    const files = new File(['%PDF-1.7'], 'a.pdf');
    expect((await send(form, { note: randomUUID(), files })).status).toBe('mail_sent');
    expect(await findStored(form)).toMatchObject({ mail: 'none', status: 'new', fields: [], files: 0 });
    expect((await send(form, { note: `spamword ${randomUUID()}`, files })).status).toBe('spam');
    const { id, fields } = await findStored(form);
    expect([fields.length, await countFiles()], 'waits for staff').toEqual([1, before + 1]);
    await run('release', String(id));
    expect(await findStored(form)).toMatchObject({ status: 'new', fields: [], files: 0 });
    expect(await countFiles()).toBe(before);
  });

  // One of these is always on another day than UTC.
  it.each(['Pacific/Kiritimati', 'Etc/GMT+12'])('and rules have the day and time of the shop: %s', async (timeZone) => {
    const before = process.env.TZ;
    process.env.TZ = timeZone;
    try {
      const now = clock.now();
      const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(now);
      const time = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(now);
      expect((await newShopper(app).visit(formPagePath(35))).body).toContain(`min="${day}"`);
      const form = await findContactForm(app.shop, 35);
      expect(form && createFormRules(app.shop, form)).toContainEqual(
        expect.objectContaining({ rule: 'mindate', threshold: day }),
      );
      await send(35, { note: randomUUID() });
      expect((await takeMails())[0]?.data).toContain(`Sent on ${day} at ${time}.`);
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });

  it('of 50 messages wait for the mail server: 50 messages, 50 mails, none twice', async () => {
    smtp.answers.set('EHLO', 'hangUp');
    const notes = Array.from({ length: 50 }, () => randomUUID());
    const replies = await Promise.all(notes.map((note) => send(31, { name: 'Ada', note })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set(['mail_sent']));
    expect(await takeMails()).toEqual([]);
    const { rows } = await database.pool.query(
      "select count(*)::int from contact_messages where form_id = 31 and mail = 'queued'",
    );
    expect(rows).toEqual([{ count: 50 }]);
    smtp.answers.clear();
    clock.forward(60 * 60 * 1000);
    const mails = await takeMails();
    expect(mails).toHaveLength(50);
    for (const note of notes)
      expect(
        mails.filter(({ data }) => data.replaceAll('=\r\n', '').includes(note)),
        note,
      ).toHaveLength(1);
    clock.forward(5 * 24 * 60 * 60 * 1000);
    expect(await takeMails()).toEqual([]);
  });
});

describe('the commands', () => {
  it('release a message from quarantine, which is mailed then, once', async () => {
    expect((await send(31, { note: `spamword ${randomUUID()}`, email: 'ada@example.com' })).status).toBe('spam');
    const { id, status } = await findStored(31);
    expect([status, await takeMails()]).toEqual(['quarantine', []]);
    expect((await run('list')).text).toContain('word');
    for (const changed of [true, false]) expect((await run('release', String(id))).data).toMatchObject({ changed });
    expect(await takeMails()).toHaveLength(1);
    expect((await run('spam', String(id))).data).toMatchObject({ changed: true });
    expect((await run('answer', String(id), 'No')).code).toBe(1);
  });

  it('stop the mails of spam until it is released', async () => {
    await send(31, { note: randomUUID() });
    const id = String((await findStored(31)).id);
    await run('spam', id);
    expect(await takeMails()).toEqual([]);
    await run('release', id);
    expect(await takeMails()).toHaveLength(1);
  });

  it('answer a message by mail', async () => {
    await send(31, { note: randomUUID(), email: 'bob@example.com' });
    const { id } = await findStored(31);
    await takeMails();
    expect((await run('answer', String(id), 'Yes, it is.\nBest')).code).toBe(0);
    const [mail] = await takeMails();
    expect([mail?.to, mail?.data.includes('Yes, it is.')]).toEqual(['bob@example.com', true]);
    expect((await run('show', String(id))).text).toContain('answered by shop');
    expect((await findStored(31)).status).toBe('answered');
  });

  it('export and erase what an address has sent, with its files', async () => {
    const mark = randomUUID();
    await send(31, { note: mark, email: 'Carla@example.com', files: new File(['%PDF-1.7'], 'a.pdf') });
    const before = await countFiles();
    expect(JSON.stringify((await run('export', 'carla@EXAMPLE.com')).data)).toContain(mark);
    expect((await run('erase', 'carla@example.com')).data).toEqual({ erased: 1 });
    expect(await countFiles()).toBe(before - 1);
    expect((await run('export', 'carla@example.com')).data).toEqual({ messages: [] });
    expect(await takeMails()).toEqual([]);
    expect((await run('erase', 'nobody')).code).toBe(2);
    expect((await run('show', '999999')).code).toBe(1);
  });

  it('erase the records of the mails about these messages, and their files in the outbox', async () => {
    const email = `frida-${randomUUID()}@example.com`;
    await send(30, { name: 'Frida', email, team: 'Orders' });
    const { id } = await findStored(30);
    await takeMails();
    clock.forward(1000);
    await run('resend', String(id));
    await run('answer', String(id), 'Yes');
    await takeMails();
    // The id of another message begins with the same digits.
    const other = `contact-message:${id}0:shop`;
    const values = [other, email];
    await database.pool.query(
      `insert into platform.mail (id, recipient, subject, locale, state) values ($1, $2, 'Other', 'en', 'queued')`,
      values,
    );
    const listIds = async (start: string) =>
      (await listMails(app.shop.db, { start, page: 1, perPage: 50 })).map((mail) => mail.id);
    const about = await listIds(`contact-message:${id}:`);
    expect(about).toHaveLength(7);
    const outbox = outboxFolder(app.shop.config.dataDir);
    await mkdir(outbox, { recursive: true });
    for (const mail of [...about, other]) await writeFile(join(outbox, createEmlName(mail)), email);
    expect((await run('erase', email)).data).toEqual({ erased: 1 });
    expect(await listIds(`contact-message:${id}`)).toEqual([other]);
    expect(await readdir(outbox)).toEqual([createEmlName(other)]);
  });
});

it('messages that a customer sent are part of their personal data, and erased with it', async () => {
  const email = `dora-${randomUUID()}@example.com`;
  const acting = await findOrCreateCustomer(app.shop, app.shop.db, email);
  await send(33, { note: 'Mine', email });
  await send(31, { note: 'Mailed', email });
  const [{ id: silent }, { id }] = [await findStored(33), await findStored(31)];
  for (const text of ['First answer', 'Second answer']) await run('answer', String(id), text);
  await takeMails();
  const listIds = async () =>
    (await listMails(app.shop.db, { start: `contact-message:${id}:`, page: 1, perPage: 50 })).map((mail) => mail.id);
  const mails = await listIds();
  expect(mails.length).toBeGreaterThan(0);
  const outbox = outboxFolder(app.shop.config.dataDir);
  await mkdir(outbox, { recursive: true });
  for (const mail of mails) await writeFile(join(outbox, createEmlName(mail)), email);
  await database.pool.query('update contact_messages set customer_id = $2 where id = any($1)', [
    [id, silent],
    acting.id,
  ]);
  expect(await messageData.read(app.shop, app.shop.db, acting)).toMatchObject([
    { form: 'Skipped', fields: [{}, { values: ['Mine'] }], answers: [] },
    { form: 'Without templates', answers: [{ body: 'First answer' }, { body: 'Second answer' }] },
  ]);
  await inTransaction(app.shop.db, async (tx) => messageData.erase?.(app.shop, tx, acting));
  expect(await messageData.read(app.shop, app.shop.db, acting)).toEqual([]);
  expect(await listIds()).toEqual([]);
  await runJobsNow(app.shop, [removeErasedMailsJob]);
  expect(await readdir(outbox)).not.toEqual(expect.arrayContaining([createEmlName(mails[0] ?? '')]));
});

it('messages are deleted with their files when their time is over', async () => {
  await send(33, { note: randomUUID(), files: new File(['%PDF-1.7'], 'a.pdf') });
  const { id } = await findStored(33);
  const before = await countFiles();
  clock.forward(25 * 60 * 60 * 1000);
  await app.shop.jobs.add(app.shop.db, purgeMessagesJob, {});
  expect((await runJobsNow(app.shop, [purgeMessagesJob])).failed).toEqual([]);
  expect((await run('show', String(id))).code).toBe(1);
  expect(await countFiles()).toBe(before - 1);
});

describe('a message that waits for its mails', () => {
  const purge = async () => {
    await app.shop.jobs.add(app.shop.db, purgeMessagesJob, {});
    expect((await runJobsNow(app.shop, [purgeMessagesJob])).failed).toEqual([]);
  };
  const exists = async (id: number) => (await run('show', String(id))).code === 0;
  const days = (count: number) => clock.forward(count * 24 * 60 * 60 * 1000);

  it('is not deleted before it was mailed, also when it was released after its time', async () => {
    await send(36, { note: `spamword ${randomUUID()}` });
    const { id } = await findStored(36);
    days(8);
    await run('release', String(id));
    await purge();
    smtp.answers.set('EHLO', 'hangUp');
    expect(await takeMails()).toEqual([]);
    days(8);
    await purge();
    expect(await exists(id)).toBe(true);
    smtp.answers.clear();
    expect(await takeMails()).toHaveLength(1);
    await purge();
    expect(await exists(id)).toBe(false);
  });

  it('has its time from its release', async () => {
    await send(36, { note: `spamword ${randomUUID()}` });
    const { id } = await findStored(36);
    days(8);
    await run('release', String(id));
    expect(await takeMails()).toHaveLength(1);
    days(6);
    await purge();
    expect(await exists(id)).toBe(true);
    days(2);
    await purge();
    expect(await exists(id)).toBe(false);
  });

  it('is listed as failed after the last attempt, and kept for its time from then', async () => {
    await send(36, { note: randomUUID() });
    const { id } = await findStored(36);
    smtp.answers.set('EHLO', 'hangUp');
    days(8);
    const attempt = { number: 25, isLast: true };
    await expect(messageMailJob.run(app.shop, { message: Number(id) }, attempt)).rejects.toThrow();
    smtp.answers.clear();
    expect((await findStored(36)).mail).toBe('failed');
    await purge();
    expect((await run('resend', String(id))).data).toMatchObject({ changed: true });
    expect(await takeMails()).toHaveLength(1);
  });
});

async function countFiles(): Promise<number> {
  const entries = await readdir(messageFilesFolder(app.shop.config.dataDir), { recursive: true });
  return entries.filter((name) => /[0-9a-f]{8}-/.test(name)).length;
}

it('the commands for forms list and show them', async () => {
  const runForms = (name: string, ...args: string[]) => runCommand(app.shop, formCommands, `forms ${name}`, args);
  expect((await runForms('list')).text).toContain('30 Html');
  expect((await runForms('show', '30')).data).toMatchObject({ id: 30, title: 'Html' });
  expect((await runForms('show', '90')).code).toBe(1);
});
