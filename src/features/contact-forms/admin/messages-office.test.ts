import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { addProduct } from '#tests/support/products.ts';
import { createCustomer, placeTestOrder } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { answerMailJob, forwardMailJob, messageMailJob } from '../messages/message-mails.ts';

const { database, pool } = useDatabase();
let app: App;
let office: ReturnType<typeof openOffice>;
const reader = createStaffCookie('Ada', openBackOffice.name, 'messages.read', 'orders.read');
const writer = createStaffCookie('Bea', openBackOffice.name, 'messages.read', 'messages.write', 'mails.read');
const auditor = createStaffCookie('Cleo', openBackOffice.name, 'audit.read');

let made = 0;

interface Message {
  readonly status?: string;
  readonly sender?: string | null;
  readonly isKept?: boolean;
  readonly note?: string;
}

async function addMessage({
  status = 'new',
  sender = 'dora@example.com',
  isKept = true,
  note = 'Is it <blue>?',
}: Message = {}) {
  made += 1;
  const { rows } = await pool.query<{ id: number }>(
    `insert into contact_messages (form_id, form_title, status, fields, sender, locale, unit_tag, submission_hash, reply, mail, is_kept, received_at, delete_at)
    values (1, 'Contact', $1, $2, $3, 'en', 'tag', rpad('hash' || $4, 43, '_'), '{"status":"mail_sent","message":""}',
      case when $1 = 'quarantine' then 'waiting' else 'sent' end, $5, now(), now() + interval '30 days') returning id`,
    [status, JSON.stringify([{ name: 'note', label: 'Note', values: [note] }]), sender, String(made), isKept],
  );
  return Number(rows[0]?.id);
}

const find = async (id: number) => (await pool.query('select * from contact_messages where id = $1', [id])).rows[0];
const work = () => runJobsNow(app.shop, [answerMailJob, forwardMailJob, messageMailJob]);
const listMails = async (start: string) =>
  (await pool.query('select recipient, state, eml from platform.mail where starts_with(id, $1)', [start])).rows;
const listIds = async (query: string, as = writer) =>
  [...(await office.get(`messages?${query}`, as)).body.matchAll(/data-row="(\d+)"/g)].map(([, id]) => Number(id));

/** Sends a form with a file, as browsers do. */
async function postFiles(path: string, fields: Readonly<Record<string, string>>, files: readonly File[]) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const file of files) form.append('files', file);
  const request = new Request('http://shop.example', { method: 'POST', body: form });
  const reply = await app.http.inject({
    ...{ method: 'POST', url: `/admin/${path}`, payload: Buffer.from(await request.arrayBuffer()) },
    headers: {
      ...{ cookie: writer, accept: 'text/html', 'sec-fetch-site': 'same-origin' },
      'content-type': request.headers.get('content-type') ?? '',
    },
  });
  return { statusCode: reply.statusCode, body: reply.body };
}

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession });
  office = openOffice(app, writer);
  await office.get('');
});

describe('messages in the back office', () => {
  it('are listed by state, person and words', async () => {
    const [fresh, held, spam] = [
      await addMessage({ note: 'A zebra jug' }),
      await addMessage({ status: 'quarantine' }),
      await addMessage({ status: 'spam', sender: 'Eve@example.com' }),
    ];
    expect(await listIds('view=new')).toEqual([fresh]);
    expect(await listIds('view=held')).toEqual([held]);
    expect(await listIds('view=spam')).toEqual([spam]);
    expect(await listIds('sender=eve%40example.com')).toEqual([spam]);
    expect(await listIds('q=zebra')).toEqual([fresh]);
    expect(await listIds('q=EVE%40example.com')).toEqual([spam]);
    expect((await office.get('messages', createStaffCookie('Eve', openBackOffice.name))).statusCode).toBe(403);
    const { body } = await office.get(`messages/${held}`, reader);
    expect(body).toContain('Is it <blue>?');
    expect(body).not.toMatch(/answer-message|release-messages|add-note/);
  });

  it('are answered once for each form, with files that are what they say', async () => {
    const id = await addMessage();
    const path = `messages/${id}/answer-message`;
    const { fields } = await office.get(path);
    const form = { ...(fields as Record<string, string>), text: 'It is blue.' };
    const program = new File(['MZ program'], 'plan.pdf');
    expect((await postFiles(path, form, [program])).body).toContain('It is blue.');
    expect((await find(id)).status).toBe('new');
    const plan = new File(['%PDF-1.7 plan'], 'plan.pdf');
    for (const _ of [1, 2]) expect((await postFiles(path, form, [plan])).statusCode).toBe(303);
    const again = await postFiles(path, form, [new File(['%PDF-1.7 other'], 'plan.pdf')]);
    expect(again.statusCode).toBe(409);
    expect((await find(id)).status).toBe('answered');
    expect((await office.get(`messages/${id}`)).body).toContain('Sending');
    await work();
    const mails = await listMails(`contact-message:${id}:answer:`);
    expect(mails).toEqual([expect.objectContaining({ recipient: 'dora@example.com', state: 'sent' })]);
    const { body } = await office.get(`messages/${id}`);
    for (const shown of ['It is blue.', 'plan.pdf', '/admin/mails/']) expect(body).toContain(shown);
    expect(body).not.toContain('Sending');
    const [, file = ''] = /\/admin\/(messages\/files\/[\w-]+)"/.exec(body) ?? [];
    const download = await app.http.inject({ url: `/admin/${file}`, headers: { cookie: reader } });
    expect(download.body).toBe('%PDF-1.7 plan');
    expect(download.headers['content-disposition']).toContain('attachment');
  });

  it('are not answered while they are held, or without an address, or without the permission', async () => {
    for (const message of [{ status: 'quarantine' }, { sender: null }, { status: 'spam' }]) {
      const id = await addMessage(message);
      expect((await office.get(`messages/${id}`)).body).not.toContain('answer-message');
      expect((await office.post(`messages/${id}/answer-message`, { text: 'Hello' })).statusCode).toBe(409);
      expect((await office.post(`messages/${id}/forward-message`, { to: 'kiln@example.com' })).statusCode).toBe(
        message.sender === null ? 303 : 409,
      );
    }
    const id = await addMessage();
    for (const verb of ['answer-message', 'forward-message', 'add-note', 'assign-message', 'mark-spam'])
      expect((await office.post(`messages/${id}/${verb}`, { text: 'x', to: 'a@example.com' }, reader)).statusCode).toBe(
        403,
      );
  });

  it('have notes for staff, and are sent on with their files', async () => {
    const id = await addMessage();
    await pool.query(
      `insert into contact_message_files values ('b0000000-0000-4000-8000-000000000001', $1, 'files', 'gone.pdf', 'application/pdf', 9, repeat('a', 64))`,
      [id],
    );
    await office.post(`messages/${id}/add-note`, { text: 'Ask the kiln.\n<b>Now</b>' });
    const form = {
      ...(await office.get(`messages/${id}/forward-message`)).fields,
      to: 'kiln@example.com',
      files: 'on',
    };
    for (const _ of [1, 2]) await office.post(`messages/${id}/forward-message`, form);
    await work();
    expect(await listMails(`contact-message:${id}:forward:`)).toEqual([
      expect.objectContaining({ recipient: 'kiln@example.com', state: 'sent' }),
    ]);
    const { body } = await office.get(`messages/${id}`);
    for (const shown of ['<b>Now</b>', 'Forwarded to kiln@example.com · With files', 'gone.pdf'])
      expect(body).toContain(shown);
    expect(
      (await listMails('contact-message')).filter(({ recipient }) => recipient === 'dora@example.com'),
    ).toHaveLength(1);
  });

  it('leave what was written out of the audit', async () => {
    const id = await addMessage();
    await office.post(`messages/${id}/add-note`, { text: 'a-secret-note' });
    await office.post(`messages/${id}/answer-message`, { text: 'a-secret-answer' });
    await office.post(`messages/${id}/forward-message`, { to: 'secret@example.com' });
    const { body } = await office.get(`audit?object=message:${id}`, auditor);
    expect(body.match(/<tr data-row/g)).toHaveLength(3);
    expect(body).not.toMatch(/a-secret|secret@/);
  });

  it('are assigned to staff who may read them', async () => {
    const id = await addMessage();
    await office.post(`messages/${id}/take-messages`, {});
    const { assigned_to: bea } = await find(id);
    expect(bea).not.toBeNull();
    expect(await listIds('assigned=me')).toEqual([id]);
    expect(await listIds('view=mine')).toEqual([id]);
    expect(await listIds('assigned=me', reader)).toEqual([]);
    expect(await listIds('assigned=others', reader)).toEqual([id]);
    const stranger = await createCustomer(app.shop, 'left@example.com');
    const { rows } = await pool.query<{ id: number }>(
      `insert into staff_members (customer_id, role, left_at) values ($1, 'owner', now()) returning id`,
      [stranger.customer.id],
    );
    const gone = await office.post(`messages/${id}/assign-message`, { to: String(rows[0]?.id) });
    expect(gone.body).toContain('no longer works here');
    await office.post(`messages/${id}/assign-message`, { to: '' });
    expect((await find(id)).assigned_to).toBeNull();
  });

  it('link to their sender alone', async () => {
    const id = await addMessage({ sender: 'a?bcc=eve&x=1@example.com' });
    expect((await office.get(`messages/${id}`)).body).toContain('href="mailto:a%3Fbcc%3Deve%26x%3D1@example.com"');
    await pool.query('delete from contact_messages where id = $1', [id]);
  });

  it('are released from quarantine, and marked as spam', async () => {
    const id = await addMessage({ status: 'quarantine' });
    expect((await office.post(`messages/${id}/release-messages`, {})).statusCode).toBe(303);
    expect(await find(id)).toMatchObject({ status: 'new', mail: 'queued', taught: 'good' });
    await work();
    expect(await find(id)).toMatchObject({ mail: 'sent' });
    await office.post(`messages/${id}/mark-spam`, {});
    expect(await find(id)).toMatchObject({ status: 'spam', taught: 'spam' });
    expect((await office.post(`messages/${id}/mark-spam`, {})).body).toContain('It is already marked as spam.');
  });

  it('whose mails have failed are mailed again once, however often somebody asks for it', async () => {
    const id = await addMessage();
    await pool.query(`update contact_messages set mail = 'failed' where id = $1`, [id]);
    for (const _ of [1, 2]) await office.post(`messages/${id}/resend-mails`, {});
    const { rows } = await pool.query(
      `select from graphile_worker.jobs where task_identifier = 'contact-forms:send-message-mails'`,
    );
    expect(rows).toHaveLength(1);
    await work();
    expect((await office.post(`messages/${id}/resend-mails`, {})).body).toContain('nothing to send');
    await work();
    expect(await find(id)).toMatchObject({ mail: 'sent' });
    expect(await listMails(`contact-message:${id}:shop`)).toHaveLength(1);
  });

  it('whose mails have failed are mailed when their job is tried again, unless they are spam', async () => {
    const [id, spam] = [await addMessage(), await addMessage({ status: 'spam' })];
    await pool.query(`update contact_messages set mail = 'failed' where id in ($1, $2)`, [id, spam]);
    for (const message of [id, spam]) await app.shop.jobs.add(app.shop.db, messageMailJob, { message });
    await work();
    expect([(await find(id)).mail, (await find(spam)).mail]).toEqual(['sent', 'failed']);
    expect(await listMails(`contact-message:${id}:shop`)).toHaveLength(1);
  });

  it('keep the content of a form that stores nothing until it was sent on', async () => {
    const id = await addMessage({ isKept: false });
    await office.post(`messages/${id}/forward-message`, { to: 'kiln@example.com', text: 'For you' });
    await office.post(`messages/${id}/answer-message`, { text: 'Thank you.' });
    await runJobsNow(app.shop, [answerMailJob]);
    expect(await find(id)).toMatchObject({ is_cleared: false });
    await work();
    expect(await find(id)).toMatchObject({ is_cleared: true, sender: null });
    expect((await office.get(`messages/${id}`)).body).toContain(
      'The content was deleted: this form keeps nothing once it has been delivered.',
    );
    expect((await pool.query('select from contact_message_notes where message_id = $1', [id])).rows).toEqual([]);
  });

  it('lead to the orders of their sender, for who may see orders', async () => {
    const order = await placeTestOrder(app.shop, [[await addProduct(app.shop), 1]], { email: 'FRED@example.com' });
    const id = await addMessage({ sender: 'fred@example.com' });
    expect((await office.get(`messages/${id}`, reader)).body).toContain(
      `href="/admin/orders/${order.id}">${order.number}`,
    );
    expect((await office.get(`messages/${id}`)).body).not.toContain(`/admin/orders/${order.id}`);
  });

  it('tell who answers at the same time as somebody else, and are answered all the same by who wants it', async () => {
    const id = await addMessage();
    const path = `messages/${id}/answer-message`;
    const other = createStaffCookie('Cleo', openBackOffice.name, 'messages.read', 'messages.write');
    const forms = await Promise.all([writer, other].map(async (as) => ({ as, ...(await office.get(path, as)) })));
    const replies = await Promise.all(
      forms.map(async ({ as, fields }) => {
        const reply = await office.post(path, { ...fields, text: `Answer of ${as === other ? 'Cleo' : 'Bea'}` }, as);
        return { ...reply, as };
      }),
    );
    const countAnswers = async () =>
      (await pool.query('select from contact_message_answers where message_id = $1', [id])).rows.length;
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 409]);
    expect(await countAnswers()).toBe(1);
    const refused = replies.find(({ statusCode }) => statusCode === 409);
    const [mine, theirs] = refused?.as === other ? ['Cleo', 'Bea'] : ['Bea', 'Cleo'];
    expect(refused?.body).toContain('Someone else answered this message in the meantime. Your answer was not sent.');
    for (const shown of [`${theirs}, `, `Answer of ${theirs}`, `Answer of ${mine}`])
      expect(refused?.body).toContain(shown);
    expect((await office.post(path, refused?.fields ?? {}, refused?.as)).statusCode).toBe(303);
    expect(await countAnswers()).toBe(2);
    // A page that is opened later knows of both.
    const later = (await office.get(path)).fields;
    expect((await office.post(path, { ...later, text: 'And one more' })).statusCode).toBe(303);
  });

  it('are taken from somebody else only by who was asked', async () => {
    const id = await addMessage();
    const other = createStaffCookie('Cleo', openBackOffice.name, 'messages.read', 'messages.write');
    const opened = (await office.get(`messages/${id}/assign-message`)).fields;
    await office.post(`messages/${id}/take-messages`, {}, other);
    const { assigned_to: cleo } = await find(id);
    expect((await office.post(`messages/${id}/take-messages`, {})).body).toContain('This message is assigned to ');
    expect((await office.get(`messages/-/actions/messages.take-messages?id=${id}`)).body).toContain(
      'This message is assigned to ',
    );
    expect((await find(id)).assigned_to).toBe(cleo);
    const mine = await addMessage();
    await office.post(`messages/${mine}/take-messages`, {});
    const { assigned_to: bea } = await find(mine);
    const asked = await office.post(`messages/${id}/assign-message`, { ...opened, to: String(bea) });
    expect([asked.statusCode, (await find(id)).assigned_to]).toEqual([409, cleo]);
    expect(asked.body).toContain('Someone else assigned this message in the meantime.');
    expect((await office.post(`messages/${id}/assign-message`, asked.fields)).statusCode).toBe(303);
    expect((await find(id)).assigned_to).toBe(bea);
  });
});
