import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import type { ContactFormInput } from '#features/form-definitions/definition/form.ts';
import { providePort } from '#platform/features/ports.ts';
import { useDatabase } from '#tests/support/database.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import type { FeedbackReply } from '../feedback/reply.ts';
import { messageCommands } from '../messages/message-commands.ts';
import { messageMailJob } from '../messages/message-mails.ts';
import { purgeMessagesJob } from '../messages/purge-messages.ts';
import { getWebhookKey, webhookJob } from '../messages/webhook.ts';
import {
  contactFormSources,
  type FileScan,
  fileScans,
  type SpamCheck,
  type SubmissionCheck,
  spamChecks,
  submissionChecks,
} from '../ports.ts';
import { defineContactForms } from '../sources/find-forms.ts';
import { purgeWords } from './word-list.ts';

const { database, pool } = useDatabase();
interface Call {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}
const calls: Call[] = [];
let answer = 200;
const receiver = createServer(async (request, response) => {
  calls.push({ headers: request.headers, body: await text(request) });
  response.writeHead(answer, { location: 'http://127.0.0.1:1/' }).end();
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
afterAll(() => void receiver.close());
const webhook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/messages`;

const layout: ContactFormInput['layout'] = [
  { kind: 'text', name: 'note' },
  { kind: 'file', name: 'file' },
];
const form: ContactFormInput = { id: 50, title: 'Notes', layout, settings: { skipMail: true, botCheck: 'never' } };
const unmailed: ContactFormInput = { ...form, id: 51, settings: { ...form.settings, doNotStore: true } };
const unkept: ContactFormInput = { ...form, id: 52, settings: { botCheck: 'never', doNotStore: true } };
const scan: FileScan = async (_, { name }) => {
  if (name.startsWith('broken')) throw new Error('the scanner is down');
  return name.startsWith('bad') ? 'refuse' : name.startsWith('odd') ? 'quarantine' : 'clean';
};

const spamCheck: SpamCheck = async (_, { fields }) => {
  if (fields[0]?.values[0]?.startsWith('Spam check down')) throw new Error('the service is down');
  return [];
};
const submissionCheck: SubmissionCheck = async (_, { fields }) => {
  if (fields[0]?.values[0]?.startsWith('Answer check down')) throw new Error('the feature is down');
  return null;
};

let app: App;
beforeAll(async () => {
  app = await testShop(database, {
    choices: {
      provides: [
        ...providePort(contactFormSources, [defineContactForms([form, unmailed, unkept])]),
        ...providePort(fileScans, [scan]),
        ...providePort(spamChecks, [spamCheck]),
        ...providePort(submissionChecks, [submissionCheck]),
      ],
      settings: { 'contact-forms': { minSeconds: 0, maxRepeats: 1000, disallowedWords: ['forbidden'] } },
    },
    env: { LOG_LEVEL: 'fatal', CONTACT_FORMS_WEBHOOK: webhook },
  });
});

interface Kept {
  readonly reply: FeedbackReply;
  readonly id: number;
  readonly status: string;
  readonly reasons: readonly string[];
}
async function send(note: string, file?: File, formId = 50): Promise<Kept> {
  const mark = randomUUID();
  const body = new FormData();
  body.append('_form_unit_tag', `form-f${formId}-o1`);
  body.append('note', `${note} ${mark}`);
  if (file) body.append('file', file);
  const answered = await newShopper(app).submitFiles(
    `/api/contact-forms-api/v1/contact-forms/${formId}/feedback`,
    body,
  );
  const sql = 'select id, status, reasons from contact_messages where fields::text like $1';
  return { reply: answered.json() as FeedbackReply, ...(await pool.query(sql, [`%${mark}%`])).rows[0] };
}
const run = (name: string, id: number) => runCommand(app.shop, messageCommands, `messages ${name}`, [String(id)]);
const callWebhook = (id: number, isLast = false) => webhookJob.run(app.shop, { message: id }, { number: 1, isLast });
const sendMails = (id: number) => messageMailJob.run(app.shop, { message: id }, { number: 1, isLast: false });
const find = async (id: number) =>
  (await pool.query('select mail, webhook, fields from contact_messages where id = $1', [id])).rows[0];

describe('the word list', () => {
  it('learns from what is marked as spam and released, once each, and keeps no words', async () => {
    const spam = [
      'cheap ranking backlinks offer',
      'backlinks ranking offer today',
      'ranking offer cheap',
      'offer backlinks',
      'cheap backlinks ranking',
    ];
    const good = [
      'forbidden glaze question about plates',
      'forbidden question plates',
      'forbidden glaze',
      'forbidden bowl question',
      'forbidden plates bowl',
    ];
    for (const note of spam) expect(await run('spam', (await send(note)).id)).toMatchObject({ code: 0 });
    expect((await send('ranking backlinks offer')).reasons).not.toContain('learned');
    for (const note of good) {
      const kept = await send(note);
      expect(kept.status).toBe('quarantine');
      expect(await run('release', kept.id)).toMatchObject({ code: 0 });
      await run('release', kept.id);
    }
    expect(await send('a ranking backlinks offer cheap')).toMatchObject({
      status: 'quarantine',
      reasons: ['not-opened', 'learned'],
    });
    expect(await send('a glaze question about plates')).toMatchObject({ status: 'new', reasons: ['not-opened'] });
    const { rows } = await pool.query("select spam, good from contact_words where word = ''");
    expect(rows).toEqual([{ spam: 5, good: 5 }]);
    const words = await pool.query<{ word: string }>('select word from contact_words');
    expect(words.rows.map(({ word }) => word).join()).not.toContain('backlinks');
  });

  it('takes back what a message taught when it is marked otherwise, and forgets words of no message', async () => {
    const read = async () => (await pool.query("select spam, good from contact_words where word = ''")).rows[0];
    const before = await read();
    const { id } = await send('zirconium');
    await run('spam', id);
    expect(await read()).toEqual({ spam: before.spam + 1, good: before.good });
    await run('release', id);
    expect(await read()).toEqual({ spam: before.spam, good: before.good + 1 });
    await pool.query("update contact_words set spam = 0, good = 0 where word <> ''");
    await purgeWords(app.shop.db);
    expect((await pool.query('select from contact_words')).rowCount).toBe(1);
  });
});

describe('the webhook', () => {
  it('gets every new message, signed with a time, and no spam', async () => {
    const [kept, spam] = [await send('For the webhook'), await send('forbidden')];
    const { rows } = await pool.query(
      `select (j.payload->>'message')::int as id from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'contact-forms:call-webhook'`,
    );
    const queued = rows.map(({ id }) => id);
    expect(queued).toContain(Number(kept.id));
    expect(queued).not.toContain(Number(spam.id));
    await callWebhook(Number(kept.id));
    const { headers, body } = calls.at(-1) ?? { headers: {}, body: '' };
    expect(JSON.parse(body)).toMatchObject({
      id: Number(kept.id),
      form: { id: 50, title: 'Notes' },
      fields: [{ name: 'note' }],
    });
    const signed = createHmac('sha256', getWebhookKey(app.shop, webhook)).update(
      `${headers['vitrine-timestamp']}.${body}`,
    );
    expect(headers['vitrine-signature']).toBe(`v1=${signed.digest('hex')}`);
    expect(Math.abs(Number(headers['vitrine-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
  });

  it('gets a message that has files and no text', async () => {
    const body = new FormData();
    body.append('_form_unit_tag', 'form-f50-o1');
    body.append('file', new File(['Some text\n'], 'only.txt', { type: 'text/plain' }));
    await newShopper(app).submitFiles('/api/contact-forms-api/v1/contact-forms/50/feedback', body);
    const { rows } = await pool.query('select max(id)::int as id from contact_messages');
    await callWebhook(rows[0].id);
    expect(JSON.parse(calls.at(-1)?.body ?? '')).toMatchObject({
      id: rows[0].id,
      fields: [],
      files: [{ name: 'only.txt' }],
    });
  });

  it.each([['mails', 'webhook'] as const, ['webhook', 'mails'] as const])(
    'gets a message whose form stores nothing, which is cleared when both have it: %s first',
    async (...order) => {
      const id = Number((await send('Unkept', undefined, 52)).id);
      const before = calls.length;
      expect(await find(id)).toMatchObject({ mail: 'queued', webhook: 'queued', fields: [{}] });
      for (const [index, each] of order.entries()) {
        expect((await find(id)).fields, each).toHaveLength(1);
        await (each === 'mails' ? sendMails(id) : callWebhook(id));
        expect((await find(id)).fields, each).toHaveLength(1 - index);
      }
      expect(await find(id)).toMatchObject({ mail: 'sent', webhook: 'sent' });
      expect(calls.slice(before).map(({ body }) => JSON.parse(body))).toMatchObject([
        { id, fields: [{ name: 'note' }] },
      ]);
    },
  );

  it('leaves a message that nobody mails and stores until it has taken it', async () => {
    const [taken, refused] = [await send('Taken', undefined, 51), await send('Refused', undefined, 51)];
    await callWebhook(Number(taken.id));
    expect(await find(taken.id)).toEqual({ mail: 'none', webhook: 'sent', fields: [] });
    answer = 500;
    await expect(callWebhook(Number(refused.id))).rejects.toThrow('the webhook');
    await pool.query("update contact_messages set delete_at = now() - interval '1 day' where id = $1", [refused.id]);
    await purgeMessagesJob.run(app.shop, {}, { number: 1, isLast: false });
    expect(await find(refused.id), 'is not deleted while it waits').toMatchObject({ webhook: 'queued', fields: [{}] });
    await expect(callWebhook(Number(refused.id), true)).rejects.toThrow('the webhook');
    answer = 200;
    await purgeMessagesJob.run(app.shop, {}, { number: 1, isLast: false });
    expect(await find(refused.id), 'is kept for its time').toMatchObject({ webhook: 'failed', fields: [{}] });
    const listed = await runCommand(app.shop, messageCommands, 'messages list', [], { webhookFailed: true });
    expect(listed.data).toMatchObject({ messages: [{ id: Number(refused.id) }] });
    expect((await run('resend', Number(refused.id))).data).toMatchObject({ changed: true });
    await callWebhook(Number(refused.id));
    expect(await find(refused.id), 'is sent again').toEqual({ mail: 'none', webhook: 'sent', fields: [] });
  });

  it('does not keep a message for ever whose job is gone', async () => {
    const { id } = await send('Lost', undefined, 51);
    await pool.query("update contact_messages set delete_at = now() - interval '8 days' where id = $1", [id]);
    await purgeMessagesJob.run(app.shop, {}, { number: 1, isLast: false });
    expect(await find(id)).toBeUndefined();
  });

  it('is not called for spam, and again after its release', async () => {
    const { id } = await send('Marked', undefined, 51);
    await run('spam', id);
    expect(await find(id)).toMatchObject({ webhook: 'none', fields: [{}] });
    const before = calls.length;
    await callWebhook(Number(id));
    expect(calls).toHaveLength(before);
    await run('release', id);
    expect(await find(id)).toMatchObject({ webhook: 'queued', fields: [{}] });
    await callWebhook(Number(id));
    expect(await find(id)).toMatchObject({ webhook: 'sent', fields: [] });
    await run('spam', id);
    await run('release', id);
    expect(await find(id), 'has no content to call it with').toMatchObject({ webhook: 'sent', fields: [] });
  });

  it.each([500, 404, 302])('is called again after %i, and never redirected', async (status) => {
    const { id } = await send('Again');
    answer = status;
    const before = calls.length;
    await expect(callWebhook(Number(id))).rejects.toThrow('the webhook of contact messages');
    answer = 200;
    expect(calls).toHaveLength(before + 1);
  });

  it('calls no private address and nothing without https in live mode', async () => {
    const { id } = await send('Live');
    const live = (url: string) => ({
      ...app.shop,
      config: { ...app.shop.config, mode: 'live' as const },
      settings: (() => ({ webhook: { reveal: () => url } })) as unknown as App['shop']['settings'],
    });
    const before = calls.length;
    const callLive = (url: string) => webhookJob.run(live(url), { message: Number(id) }, { number: 1, isLast: false });
    await expect(callLive(webhook)).rejects.toThrow('https');
    await expect(callLive(webhook.replace('http:', 'https:'))).rejects.toThrow('PRIVATE_ADDRESS');
    expect(calls).toHaveLength(before);
  });
});

it.each(['Spam check down', 'Answer check down'])(
  'a message whose check fails goes to quarantine, and the sender is told that it arrived: %s',
  async (note) => {
    const { reply, status, reasons } = await send(note);
    expect({ status, reasons }).toEqual({ status: 'quarantine', reasons: ['not-opened', 'check-failed'] });
    expect(reply).toMatchObject({ status: 'spam', message: expect.stringContaining('your message has arrived') });
  },
);

describe('a scan of files', () => {
  const file = (name: string) => new File(['Some text\n'], name, { type: 'text/plain' });
  it('refuses a file, or sends its message to quarantine, also when the scan fails', async () => {
    expect(await send('With a file', file('fine.txt'))).toMatchObject({ status: 'new' });
    const refused = await send('With a file', file('bad.txt'));
    expect(refused.reply).toMatchObject({ status: 'validation_failed', invalid_fields: [{ field: 'file' }] });
    expect(refused.id).toBeUndefined();
    for (const name of ['odd.txt', 'broken.txt'])
      expect(await send('With a file', file(name))).toMatchObject({
        status: 'quarantine',
        reasons: ['not-opened', 'file'],
      });
  });
});
