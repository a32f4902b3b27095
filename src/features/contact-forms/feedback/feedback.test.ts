import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { demoContactForms } from '#demo/contact-forms.ts';
import type { ContactFormInput } from '#features/form-definitions/definition/form.ts';
import { providePort } from '#platform/features/ports.ts';
import { useDatabase } from '#tests/support/database.ts';
import { testClock } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { readCaptcha } from '../challenges/captcha.ts';
import { contactFormSources, type SubmissionCheck, submissionChecks } from '../ports.ts';
import { defineContactForms } from '../sources/find-forms.ts';
import type { FeedbackReply, RefillReply } from './reply.ts';

const database = useDatabase();
const clock = testClock(new Date('2026-03-02T10:15:00Z'));
const root = '/api/plugin/v1/contact-forms';
let app: App;

/** What features answer, by the name that a message has. */
const answers: Readonly<Record<string, { status: string; isAccepted: boolean }>> = {
  'Abort Me': { status: 'aborted', isAccepted: false },
  'Pay First': { status: 'payment_required', isAccepted: true },
  'Wait List': { status: 'waiting_list', isAccepted: true },
  'Mail Failed': { status: 'mail_failed', isAccepted: true },
};

const answerByName: SubmissionCheck = async (_, { fields }) => {
  const answer = answers[fields[0]?.values[0] ?? ''];
  if (fields[0]?.values[0] === 'Break Down') throw new Error('a check failed');
  return answer ? { ...answer, message: 'Answered by a feature' } : null;
};

const plain: ContactFormInput = {
  id: 20,
  title: 'Plain',
  layout: [
    { kind: 'text', name: 'your-name', required: true },
    { kind: 'email', name: 'your-email' },
    { kind: 'textarea', name: 'note' },
    { kind: 'file', name: 'files', maxFiles: 3, maxBytes: 600_000 },
    { kind: 'file', name: 'plan', maxFiles: 10, maxBytes: 2_500_000 },
    { kind: 'acceptance', name: 'terms', content: [{ text: 'Terms' }] },
  ],
  messages: { invalid_required: '<b>Fill</b> "this" & that' },
};

const everyText: ContactFormInput = {
  id: 21,
  title: 'Every text',
  layout: [
    { kind: 'text', name: 'text' },
    { kind: 'email', name: 'email' },
    { kind: 'url', name: 'url' },
    { kind: 'tel', name: 'tel' },
    { kind: 'textarea', name: 'textarea' },
    { kind: 'number', name: 'number' },
    { kind: 'date', name: 'date' },
    { kind: 'time', name: 'time' },
    { kind: 'hidden', name: 'hidden' },
  ],
};

const givenText = 'A text of the form that is longer than forty characters';
const given: ContactFormInput = {
  id: 22,
  title: 'Texts of the form',
  layout: [
    { kind: 'textarea', name: 'note', defaultValue: `${givenText}\n` },
    { kind: 'select', name: 'choice', options: [{ value: givenText }] },
    { kind: 'hidden', name: 'hidden', defaultValue: givenText },
    { kind: 'text', name: 'product', defaultFrom: 'product', defaultKey: 'name' },
    { kind: 'text', name: 'mark' },
  ],
};

beforeAll(async () => {
  app = await testShop(database, {
    clock,
    choices: {
      wire: { formPrefix: 'plug', formNamespace: 'plugin' },
      provides: [
        ...providePort(contactFormSources, [defineContactForms([...demoContactForms, plain, everyText, given])]),
        ...providePort(submissionChecks, [answerByName]),
      ],
      settings: {
        'contact-forms': {
          ...{ maxFileMegabytes: 1, maxFiles: 4 },
          botCheck: 'never',
          disallowedWords: ['cheap pills'],
          disallowedDomains: ['Throwaway.example', 'MÜLL.example'],
          perHour: { visitor: 1000, form: 1000 },
        },
      },
    },
    env: { TRUST_PROXY: 'true' },
  });
});

type Fields = Readonly<Record<string, string | readonly string[] | File>>;

/** Sends what the unchanged script sends: all controls, hidden inputs and the submit button (CONTRACTS 1). */
async function send(shopper: Shopper, formId: number, fields: Fields, unit = `plug-f${formId}-p7-o1`) {
  const form = new FormData();
  const hidden = { _plug: String(formId), _plug_version: '6.1', _plug_locale: 'en_GB', _plug_unit_tag: unit };
  for (const [name, value] of Object.entries({
    ...hidden,
    _plug_container_post: '7',
    _plug_posted_data_hash: '',
    ...fields,
  }))
    for (const each of [value].flat()) form.append(name, each as string);
  const headers = { accept: 'application/json, */*;q=0.1' };
  const answer = await shopper.submitFiles(`${root}/${formId}/feedback`, form, headers);
  return { status: answer.status, reply: answer.json() as FeedbackReply };
}

/** A shopper who has read the rules of a form and typed for a while. */
async function openForm(formId: number, options: { address?: string } = {}): Promise<Shopper> {
  const shopper = newShopper(app, options);
  expect((await shopper.visit(`${root}/${formId}/feedback/schema`)).status).toBe(200);
  clock.forward(5000);
  return shopper;
}

interface StoredMessage {
  readonly id: number;
  readonly status: string;
  readonly fields: readonly { name: string; values: string[] }[];
  readonly reasons: readonly string[];
  readonly mail: string;
}

async function listStored(word: string): Promise<StoredMessage[]> {
  const { rows } = await database.pool.query<StoredMessage>(
    'select id, status, fields, reasons, mail from contact_messages where fields::text like $1 order by id',
    [`%${word}%`],
  );
  return rows;
}

const fill = (changes: Fields = {}): Fields => ({
  ...{ 'your-name': `Ada ${randomUUID()}`, 'your-email': 'ada@example.com', note: 'A question', terms: '1' },
  ...changes,
});

/** Right answers of the challenges in a reply. */
function solve({ quiz, captcha }: RefillReply): Fields {
  const [question = '', hash = ''] = quiz?.quiz ?? [];
  const number = /(\d+)\.(?:png|gif|jpeg)$/.exec(captcha?.picture ?? '')?.[1] ?? '';
  return {
    ...{ quiz: question.includes('ice') ? ' FIRE ' : '5', _plug_quiz_answer_quiz: hash },
    picture: readCaptcha(app.shop, 5, 'picture', number)?.answer.toLowerCase() ?? '',
    _plug_captcha_challenge_picture: number,
  };
}

describe('the calls of a form', () => {
  it('read the rules, one GET per form, never cached [7.1/1, 7.1/2, 3.1/7]', async () => {
    const answer = await newShopper(app).visit(`${root}/1/feedback/schema`);
    expect(answer.json()).toMatchObject({ version: '1', locale: 'en_GB' });
    expect((answer.json() as { rules: unknown[] }).rules).toContainEqual(
      expect.objectContaining({ rule: 'required', field: 'your-name', error: 'Please fill in this field.' }),
    );
    expect(answer.headers['cache-control']).toBe('private, no-store');
    for (const id of ['77', '0', '-1', 'x', '99999999999', '1%00'])
      expect((await newShopper(app).visit(`${root}/${id}/feedback/schema`)).status, id).toBeOneOf([400, 404]);
  });

  it('are refused when they are not multipart, of an unknown form, or without a right unit tag', async () => {
    const shopper = await openForm(20);
    expect((await shopper.submit(`${root}/20/feedback`, { _plug_unit_tag: 'plug-f20-o1' })).status).toBe(415);
    expect((await send(shopper, 404, fill())).status).toBe(404);
    for (const unit of [
      '',
      'plug-f1-o1',
      'plug-f20-o1"><b>',
      'plug-f20-px-o1',
      'other-f20-o1',
      'plug-f20-o1-o1',
      'x'.repeat(9000),
    ])
      expect((await send(shopper, 20, fill(), unit)).status, unit.slice(0, 40)).toBe(400);
    for (const unit of ['plug-f20-o12', 'plug-f20-p1-o2'])
      expect((await send(shopper, 20, fill(), unit)).status).toBe(200);
  });

  it('refill challenges, and answer an empty object for a form without any [7.1/4, 3.1/27, 3.1/28]', async () => {
    expect((await newShopper(app).visit(`${root}/20/refill`)).json()).toEqual({});
    const { quiz, captcha } = (await newShopper(app).visit(`${root}/5/refill`)).json() as RefillReply;
    expect(quiz?.quiz).toHaveLength(2);
    const src = captcha?.picture ?? '';
    expect(src).toMatch(/\d+\.png$/);
    const picture = await app.http.inject(src);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
    expect(picture.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    const forged = src.replace(/\d(?=\.png)/, (digit) => String((Number(digit) + 1) % 10));
    for (const wrong of [forged, src.replace('/5/', '/1/'), src.replace('picture', 'quiz')])
      expect((await app.http.inject(wrong)).statusCode, wrong).toBe(404);
    clock.forward(3 * 60 * 60 * 1000);
    expect((await app.http.inject(src)).statusCode).toBe(404);
  });
});

describe('the feedback of a form', () => {
  it('names invalid fields with escaped messages, and where they belong [4.1/5, 3.1/25, 7.1/3, 8.1/9]', async () => {
    const { status, reply } = await send(await openForm(20), 20, fill({ 'your-name': '  ', 'your-email': 'nobody' }));
    expect(status).toBe(200);
    expect(reply).toMatchObject({
      contact_form_id: 20,
      status: 'validation_failed',
      into: '#plug-f20-p7-o1',
      posted_data_hash: '',
    });
    expect(reply.invalid_fields).toEqual([
      {
        field: 'your-name',
        message: '&lt;b>Fill&lt;/b> "this" & that',
        into: 'span.plug-form-control-wrap[data-name="your-name"]',
        idref: 'plug-f20-p7-o1-your-name',
        error_id: 'plug-f20-p7-o1-ve-your-name',
      },
      expect.objectContaining({ field: 'your-email' }),
    ]);
    expect(typeof reply.message).toBe('string');
  });

  it('has all statuses of the specification, each with a message [4.1/5-12, 3.1/23, 3.1/24, 6/2]', async () => {
    const cases: readonly (readonly [Fields, string, stored: string | null])[] = [
      [{}, 'mail_sent', 'new'],
      [{ 'your-name': '' }, 'validation_failed', null],
      [{ terms: [] }, 'acceptance_missing', null],
      [{ _plug_website: 'https://spam.example' }, 'spam', 'quarantine'],
      [{ 'your-name': 'Abort Me' }, 'aborted', null],
      [{ 'your-name': 'Pay First' }, 'payment_required', 'new'],
      [{ 'your-name': 'Wait List' }, 'waiting_list', 'new'],
      [{ 'your-name': 'Mail Failed' }, 'mail_failed', 'new'],
      [{ 'your-name': 'Break Down' }, 'spam', 'quarantine'],
    ];
    for (const [changes, expected, stored] of cases) {
      const mark = randomUUID();
      const { status, reply } = await send(await openForm(20), 20, fill({ note: mark, ...changes }));
      expect([status, reply.status], expected).toEqual([200, expected]);
      expect(reply.message, expected).not.toBe('');
      const isAccepted = stored === 'new';
      expect(reply.posted_data_hash !== '', expected).toBe(isAccepted);
      expect((await listStored(mark)).map((each) => each.status)).toEqual(stored ? [stored] : []);
    }
  });

  it('answers the same message again without storing it, also at the same moment [3.1/26]', async () => {
    const shopper = await openForm(20);
    const message = fill({ note: randomUUID() });
    const replies = await Promise.all(Array.from({ length: 6 }, () => send(shopper, 20, message)));
    const [first] = replies;
    expect(first?.reply.posted_data_hash).toMatch(/^[\w-]{43}$/);
    for (const { reply } of replies) expect(reply).toEqual(first?.reply);
    const forged = await send(shopper, 20, { ...message, _plug_posted_data_hash: 'forged' });
    expect(forged.reply.posted_data_hash).toBe(first?.reply.posted_data_hash);
    expect(await listStored(String(message.note))).toHaveLength(1);
    await send(shopper, 20, message, 'plug-f20-p8-o1');
    expect(await listStored(String(message.note))).toHaveLength(2);
    clock.forward(61 * 60 * 1000);
    await send(shopper, 20, message);
    expect(await listStored(String(message.note))).toHaveLength(3);
  });

  it('stores equal messages of two people who share a network', async () => {
    const message = fill({ note: randomUUID() });
    const one = await openForm(20);
    clock.forward(5);
    const other = await openForm(20);
    clock.forward(60_000);
    for (const shopper of [one, other, one]) await send(shopper, 20, message);
    expect(await listStored(String(message.note))).toHaveLength(2);
  });

  it('has new challenges each time, of which each counts once [2.7/15, 2.7/16]', async () => {
    const shopper = await openForm(5);
    const fields = (changes: Fields): Fields => ({
      name: 'Ada',
      email: 'ada@example.com',
      terms: '1',
      note: randomUUID(),
      ...changes,
    });
    const refill = async () => (await shopper.visit(`${root}/5/refill`)).json() as RefillReply;
    const first = solve(await refill());
    const { reply } = await send(shopper, 5, fields({ ...first, name: 'A' }));
    expect(reply).toMatchObject({
      status: 'validation_failed',
      invalid_fields: [{ field: 'name', idref: 'every-name' }],
    });
    expect(
      [reply.quiz?.quiz?.[1], reply.captcha?.picture].every((each) => each && !Object.values(first).includes(each)),
    ).toBe(true);
    const replayed = await send(shopper, 5, fields(first));
    expect(replayed.reply.invalid_fields.map(({ field }) => field)).toEqual(['quiz', 'picture']);
    const all = await send(shopper, 5, fields({ ...first, name: 'A', terms: [] }));
    expect(all.reply.invalid_fields.map(({ field }) => field)).toEqual(['name', 'quiz', 'picture']);
    const wrong: Fields = { ...solve(await refill()), quiz: 'ice', picture: 'AAAAA' };
    expect((await send(shopper, 5, fields(wrong))).reply.invalid_fields).toHaveLength(2);
    const late = { ...wrong, ...solve(await refill()), _plug_quiz_answer_quiz: String(wrong._plug_quiz_answer_quiz) };
    expect((await send(shopper, 5, fields(late))).reply.invalid_fields.map(({ field }) => field)).toEqual(['quiz']);
    const solved = await send(shopper, 5, fields(solve(replayed.reply)));
    expect(solved.reply).toMatchObject({ status: 'mail_sent', quiz: expect.anything(), captcha: expect.anything() });
    const expired = solve(solved.reply);
    clock.forward(121 * 60 * 1000);
    expect((await send(shopper, 5, fields(expired))).reply.invalid_fields).toHaveLength(2);
  });

  it('answers the same message again with the same reply once its challenges are used up', async () => {
    const shopper = await openForm(5);
    const solved = solve((await shopper.visit(`${root}/5/refill`)).json() as RefillReply);
    const message = { ...solved, name: 'Ada', email: 'ada@example.com', terms: '1', note: randomUUID() };
    const [first, again] = [await send(shopper, 5, message), await send(shopper, 5, message)];
    expect(first.reply.status).toBe('mail_sent');
    expect([again.reply.status, again.reply.posted_data_hash]).toEqual(['mail_sent', first.reply.posted_data_hash]);
    expect(await listStored(message.note)).toHaveLength(1);
  });

  it('keeps what the form has, in its order, and nothing else [2.7/14]', async () => {
    const shopper = await openForm(5);
    const note = randomUUID();
    const { reply } = await send(shopper, 5, {
      ...solve((await shopper.visit(`${root}/5/refill`)).json() as RefillReply),
      ...{ name: 'Ada', email: 'ada@example.com', terms: '1', note, unknown: 'x', plates: 'hidden', __proto__: 'x' },
      ...{ 'glazes[]': ['Salt', 'Ash'], source: 'Other', _plug_free_text_source: 'A fair' },
    });
    expect(reply.status).toBe('mail_sent');
    const [stored] = await listStored(note);
    expect(stored?.fields.map(({ name, values }) => [name, ...values])).toEqual([
      ['name', 'Ada'],
      ['email', 'ada@example.com'],
      ['note', note],
      ['glazes', 'Salt', 'Ash'],
      ['source', 'Other A fair'],
      ['terms', '1'],
    ]);
  });
});

describe('spam', () => {
  it('is not what names addresses and few links', async () => {
    const note =
      'Write to ada@shop.example.com, a.b@c.net, x@y.org or z@w.info. See https://www.potters.com/a.b.com. At 10.30.Com';
    const { reply } = await send(await openForm(20), 20, fill({ note }));
    expect(reply.status).toBe('mail_sent');
  });

  it('goes to quarantine with its reasons, and nothing of it is mailed', async () => {
    const long = 'The same long text that is sent again and again by a program.';
    const cases: readonly (readonly [string, Fields])[] = [
      ['honeypot', { _plug_website: 'x' }],
      ['word', { note: 'Buy CHEAP PILLS now' }],
      ['domain', { 'your-email': 'a@mail.throwaway.example' }],
      ['domain', { 'your-email': 'a@THROWAWAY.example' }],
      ['domain', { 'your-email': 'a@xn--mll-hoa.example' }],
      ['links', { note: 'http://a.example https://b.example www.c.example [url=d]' }],
      ['links', { note: 'See evil.com, more.evil.shop and //evil7.ru, or buy.xyz/now' }],
    ];
    for (const [reason, changes] of cases) {
      const mark = randomUUID();
      const { reply } = await send(await openForm(20), 20, fill({ 'your-name': mark, ...changes }));
      expect([reply.status, reply.posted_data_hash], reason).toEqual(['spam', '']);
      expect(await listStored(mark)).toMatchObject([{ status: 'quarantine', reasons: [reason], mail: 'waiting' }]);
    }
    const repeated = [];
    for (let times = 0; times < 4; times += 1)
      repeated.push((await send(await openForm(20), 20, fill({ note: long }))).reply.status);
    expect(repeated).toEqual(['mail_sent', 'mail_sent', 'mail_sent', 'spam']);
  });

  it('is not what many people choose, or what the page has filled in', async () => {
    const product = 'Plate with a name that is longer than forty characters';
    for (let times = 0; times < 5; times += 1) {
      const filled = { note: `${givenText}\r\n`, choice: givenText, hidden: givenText, product, mark: randomUUID() };
      expect((await send(await openForm(22), 22, filled)).reply.status).toBe('mail_sent');
    }
  });

  it.each([
    ['email', '\u202auser＠MÜNCHEN.example\u202c', 'user@xn--mnchen-3ya.example'],
    ['tel', '\u2066＋４４ ２０ ７９４６‑0018\u2069', '+44 20 7946-0018'],
    ['number', '−５', '-5'],
    ['date', '\u200e２０２６－０３－０２', '2026-03-02'],
    ['time', '１０：１５\u200b', '10:15'],
    ['text', '\ufeffZoe\u0308\u00a0Lee', 'Zoë Lee'],
    ['url', '\u200bhttps://example.com/a', 'https://example.com/a'],
  ])('is normalised before it is checked and kept: %s (A2)', async (name, typed, kept) => {
    const mark = randomUUID();
    const { reply } = await send(await openForm(21), 21, { [name]: typed, textarea: mark });
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 'mail_sent' });
    const { rows } = await database.pool.query<{ fields: { name: string; values: string[] }[] }>(
      'select fields from contact_messages where fields::text like $1',
      [`%${mark}%`],
    );
    expect(rows[0]?.fields.find((field) => field.name === name)?.values).toEqual([kept]);
  });

  it('is what one network sends too often; attempts beyond all measure are aborted and say so', async () => {
    const address = '203.0.113.9';
    const statuses = [];
    for (let count = 0; count < 32; count += 1)
      statuses.push((await send(await openForm(20, { address }), 20, fill())).reply.status);
    expect(statuses.slice(0, 30).every((status) => status === 'mail_sent')).toBe(true);
    expect(statuses.slice(30)).toEqual(['spam', 'spam']);
    await app.shop.limits.consume([
      { limit: { name: 'contact-calls', max: 1000, seconds: 3600 }, key: address, amount: 280 },
    ]);
    const { status, reply } = await send(await openForm(20, { address }), 20, fill());
    expect([status, reply.status]).toEqual([200, 'aborted']);
  });
});

describe('hostile input', () => {
  const file = (name: string, content: string | Uint8Array<ArrayBuffer>) => new File([content], name);
  const zip = (bytes: number) => new Uint8Array([0x50, 0x4b, 3, 4, ...new Uint8Array(bytes)]);

  it('of files is checked by content, name and size', async () => {
    const cases: readonly (readonly [File | readonly File[], string])[] = [
      [file('a.pdf', '%PDF-1.7 text'), 'mail_sent'],
      [file('bomb.docx', zip(500_000)), 'mail_sent'],
      [file('notes.txt', 'plain text'), 'mail_sent'],
      [file('a.png', '%PDF-1.7 text'), 'validation_failed'],
      [file('a.pdf', '<script>alert(1)</script>'), 'validation_failed'],
      [file('a.jpg.exe', 'MZ program'), 'validation_failed'],
      [file('a.txt', 'MZ program'), 'validation_failed'],
      [file('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'), 'validation_failed'],
      [file('a', 'no ending'), 'validation_failed'],
      [file('a.pdf', ''), 'validation_failed'],
      [file('large.docx', zip(700_000)), 'validation_failed'],
      [file('larger.docx', zip(1_200_000)), 'validation_failed'],
      [[1, 2, 3, 4].map((each) => file(`${each}.txt`, 'text')), 'validation_failed'],
    ];
    for (const [files, expected] of cases) {
      const names = [files].flat().map(({ name, size }) => `${name} ${size}`);
      const { status, reply } = await send(await openForm(20), 20, fill({ 'files[]': files as never }));
      expect([status, reply.status, reply.invalid_fields.map(({ field }) => field)], String(names)).toEqual([
        200,
        expected,
        expected === 'mail_sent' ? [] : ['files'],
      ]);
    }
    const { rows } = await database.pool.query<{ name: string; type: string }>(
      'select name, type from contact_message_files order by name',
    );
    expect(rows).toEqual([
      { name: 'a.pdf', type: 'application/pdf' },
      { name: 'bomb.docx', type: 'application/zip' },
      { name: 'notes.txt', type: 'text/plain' },
    ]);
  });

  it('of more or larger files than the shop takes is an error of their field [5.1/22] [7.1/3]', async () => {
    const rules = (await newShopper(app).visit(`${root}/20/feedback/schema`)).json() as { rules: object[] };
    expect(rules.rules).toEqual(
      expect.arrayContaining([
        { rule: 'maxfilesize', field: 'plan', threshold: 2_500_000, error: expect.any(String) },
        { rule: 'maxeachfilesize', field: 'plan', threshold: 1_000_000, error: expect.any(String) },
        { rule: 'maxitems', field: 'plan', threshold: 4, error: expect.any(String) },
        { rule: 'maxitems', field: 'files', threshold: 3, error: expect.any(String) },
      ]),
    );
    const texts = (count: number) => Array.from({ length: count }, (_, index) => file(`${index}.txt`, `text ${index}`));
    const cases: readonly (readonly [Fields, field: string, error: RegExp])[] = [
      [{ 'plan[]': texts(5) as never }, 'plan', /too many/],
      [{ 'plan[]': texts(90) as never }, 'plan', /too many/],
      [{ 'files[]': texts(3) as never, 'plan[]': texts(2) as never }, 'plan', /too many/],
      [{ 'plan[]': file('large.zip', zip(1_000_001)) }, 'plan', /too large/],
    ];
    for (const [files, field, error] of cases) {
      const { status, reply } = await send(await openForm(20), 20, fill(files));
      expect([status, reply.status, reply.invalid_fields]).toEqual([
        ...[200, 'validation_failed', [expect.objectContaining({ field, message: expect.stringMatching(error) })]],
      ]);
    }
    const empty = new File([], '');
    const all = { 'files[]': [empty, empty, empty] as never, 'plan[]': texts(4) as never };
    expect((await send(await openForm(20), 20, fill(all))).reply.status).toBe('mail_sent');
  });

  it('of any kind has a clear status and leaves nothing', async () => {
    const shopper = await openForm(20);
    const { rows: before } = await database.pool.query('select count(*) from contact_messages');
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field-${index}`, 'x']));
    expect((await send(shopper, 20, many)).status).toBe(413);
    expect((await send(shopper, 20, fill({ note: 'x'.repeat(1_100_000) }))).status).toBe(413);
    const hostile: readonly Fields[] = [
      { 'your-name': ['a', 'b'].map((each) => each.repeat(5000)) },
      { 'your-email': 'ada@example.com\r\nBcc: eve@example.com' },
      { 'your-email': 'ada@example.com, eve@example.com' },
      { note: '\u0007x'.repeat(6000) },
    ];
    for (const changes of hostile) {
      const { status, reply } = await send(shopper, 20, fill(changes));
      expect([status, reply.status], JSON.stringify(changes).slice(0, 60)).toEqual([200, 'validation_failed']);
    }
    const cross = await shopper.submitFiles(`${root}/20/feedback`, new FormData(), { 'sec-fetch-site': 'cross-site' });
    expect(cross.status).toBe(403);
    expect((await database.pool.query('select count(*) from contact_messages')).rows).toEqual(before);
    const odd = randomUUID();
    expect((await send(shopper, 20, fill({ note: `${odd} \u0000 \ud800 ' -- <b>` }))).reply.status).toBe('mail_sent');
    expect(await listStored(odd)).toHaveLength(1);
  });

  it('of great length is an error of its field, of every kind [5.1/24] [7.1/3]', async () => {
    const shopper = await openForm(21);
    const long = {
      text: 'x',
      email: 'x',
      url: 'x.',
      tel: '1',
      textarea: 'é',
      number: '1',
      date: '1',
      time: '1',
      hidden: 'x',
    };
    for (const [name, character] of Object.entries(long)) {
      const { status, reply } = await send(shopper, 21, { [name]: character.repeat(400_000 / character.length) });
      expect([status, reply.status, reply.invalid_fields.map(({ field }) => field)]).toEqual([
        ...[200, 'validation_failed', [name]],
      ]);
      expect(reply.invalid_fields[0]?.message).toBe('This text is too long. Please shorten it.');
    }
  });

  it('never reaches the log or another sender', async () => {
    const mark = randomUUID();
    const message = fill({ note: mark });
    const first = await send(await openForm(20, { address: '198.51.100.1' }), 20, message);
    const second = await send(await openForm(20, { address: '198.51.100.2' }), 20, message);
    expect(first.reply.posted_data_hash).not.toBe(second.reply.posted_data_hash);
    expect(JSON.stringify([first.reply, second.reply])).not.toContain(mark);
    const { rows } = await app.shop.db.execute(
      sql`select 1 from contact_messages where fields::text like ${`%${mark}%`}`,
    );
    expect(rows).toHaveLength(2);
  });
});
