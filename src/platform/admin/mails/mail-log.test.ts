import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { mailCommands } from '#platform/mail/commands.ts';
import { enqueueMail, sendMailJob } from '#platform/mail/mail.ts';
import type { MailMessage } from '#platform/mail/message.ts';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database, pool } = useDatabase();
let app: App;
let office: ReturnType<typeof openOffice>;
const reader = createStaffCookie('Ada', openBackOffice.name, 'mails.read');
const sender = createStaffCookie('Bea', openBackOffice.name, 'mails.read', 'mails.write');

const token = 'Zm9yIGhpcyBleWVzIG9ubHk';

async function send(id: string, more: Partial<MailMessage> = {}): Promise<number> {
  const message = {
    ...{
      id,
      to: 'cleo@example.com',
      subject: `Mail ${id}`,
      locale: 'en',
      text: 'Thank you.',
      html: '<p>Thank you.</p>',
    },
    ...more,
  };
  if (message.isSecret) await app.shop.mail.send(message);
  else await enqueueMail(app.shop.jobs, app.shop.db, message);
  await runJobsNow(app.shop, [sendMailJob]);
  return findNumber(id);
}

async function findNumber(id: string): Promise<number> {
  const { rows } = await pool.query<{ number: number }>('select number from platform.mail where id = $1', [id]);
  return Number(rows[0]?.number);
}

const countCopies = async (id: string) =>
  (await pool.query('select 1 from platform.mail where original_id = $1', [id])).rows.length;

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession });
  office = openOffice(app, sender);
});

describe('the log of mails', () => {
  it('lists mails by state, kind and recipient', async () => {
    await send('order:1:confirmation');
    await send('quote:2:now', { to: 'Dora@example.com' });
    await pool.query(
      `update platform.mail set state = 'refused', sent_at = null, error = 'SMTP_550' where id = 'quote:2:now'`,
    );
    const list = async (query: string) => {
      const { body, statusCode } = await office.get(`mails?${query}`, reader);
      expect(statusCode).toBe(200);
      return [...body.matchAll(/Mail ((?:order|quote):\d:\w+)/g)].map(([, id]) => id);
    };
    expect(await list('')).toEqual(['quote:2:now', 'order:1:confirmation']);
    expect(await list('state=failed')).toEqual(['quote:2:now']);
    expect(await list('view=failed')).toEqual(['quote:2:now']);
    expect(await list('state=sent')).toEqual(['order:1:confirmation']);
    expect(await list('kind=quote')).toEqual(['quote:2:now']);
    expect(await list('to=dora%40example.com')).toEqual(['quote:2:now']);
    expect(await list('q=order%3A1%3Aconfirmation')).toEqual(['order:1:confirmation']);
  });

  it('opens a mail in a frame of its own, in which nothing runs', async () => {
    const number = await send('order:3:note', {
      html: '<p onclick="x()">Hello</p><script>alert(1)</script>',
      attachments: [{ name: 'invoice.pdf', type: 'application/pdf', content: 'aGVsbG8=' }],
    });
    const page = await office.get(`mails/${number}`, reader);
    expect(page.body).toContain(`sandbox="" src="/admin/mails/${number}/content"`.replace('sandbox="" ', ''));
    expect(page.body).toContain('sandbox=""');
    expect(page.body).toContain('invoice.pdf');
    expect(page.body).not.toContain('alert(1)');
    const { headers } = await app.http.inject({ url: `/admin/mails/${number}/content`, headers: { cookie: reader } });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/);
    expect(headers['content-security-policy']).not.toMatch(/script|allow-/);
    expect(headers['cache-control']).toBe('private, no-store');
    const nobody = createStaffCookie('Eve', openBackOffice.name);
    for (const path of ['', `/${number}`, `/${number}/content`])
      expect((await office.get(`mails${path}`, nobody)).statusCode).toBe(403);
    for (const path of ['999999', '0', 'x', '999999/content'])
      expect((await office.get(`mails/${path}`)).statusCode).toBe(404);
  });

  it('shows nobody what the links of a mail are good for, nor the content of mails with a secret', async () => {
    const link = `https://shop.example/order/${token}?confirm=${token}`;
    const number = await send('order:4:confirmation', {
      html: `<a href="${link}">Confirm</a> <a href='${link}'>x</a> ${link} <img src="https://shop.example/media/ABCDEF0123456789.png">`,
      text: `Confirm: ${link}`,
    });
    const { body } = await office.get(`mails/${number}`);
    const content = await office.get(`mails/${number}/content`);
    expect(body + content.body).not.toContain(token);
    expect(body).toContain('Confirm: https://shop.example/order/…?…');
    expect(content.body).toContain('<img src="https://shop.example/media/ABCDEF0123456789.png">');
    const command = await runCommand(app.shop, mailCommands, 'mails show', ['order:4:confirmation']);
    expect(command.text).toContain('Confirm: https://shop.example/order/…?…');
    const secret = await send('account:5:link', { isSecret: true, text: token, html: `<p>${token}</p>` });
    const shown = await office.get(`mails/${secret}`);
    expect(shown.body).toContain('The content was not kept');
    expect(shown.body).not.toContain(token);
    expect((await office.get(`mails/${secret}/content`)).statusCode).toBe(404);
    expect((await office.post(`mails/${secret}/resend-mail`, { again: 'on' })).body).toContain('can’t be sent again');
  });

  it('sends a mail once more as another one, once for each form, and asks when it was sent', async () => {
    const number = await send('order:6:shipped');
    const page = await office.get(`mails/${number}/resend-mail`);
    expect(page.body).toContain('It was already sent, on');
    expect((await office.post(`mails/${number}/resend-mail`, page.fields)).statusCode).toBe(409);
    expect(await countCopies('order:6:shipped')).toBe(0);
    const form = { ...page.fields, again: 'on' };
    expect((await office.post(`mails/${number}/resend-mail`, form, reader)).statusCode).toBe(403);
    for (const _ of [1, 2]) expect((await office.post(`mails/${number}/resend-mail`, form)).statusCode).toBe(303);
    expect(await countCopies('order:6:shipped')).toBe(1);
    await runJobsNow(app.shop, [sendMailJob]);
    const { rows } = await pool.query(
      `select state, number, id from platform.mail where original_id = 'order:6:shipped'`,
    );
    expect(rows).toEqual([expect.objectContaining({ state: 'sent' })]);
    expect((await office.get(`mails/${number}`)).body).toContain(rows[0].id);
    expect((await office.get(`mails/${rows[0].number}`)).body).toContain(`href="/admin/mails/${number}"`);
  });

  it('sends a refused mail again without asking twice', async () => {
    const number = await send('order:7:shipped');
    await pool.query(`update platform.mail set state = 'refused', sent_at = null where number = $1`, [number]);
    const { fields } = await office.get(`mails/${number}/resend-mail`);
    expect((await office.post(`mails/${number}/resend-mail`, fields)).statusCode).toBe(303);
    await pool.query(`update platform.mail set state = 'queued' where number = $1`, [number]);
    const waiting = await office.post(`mails/${number}/resend-mail`, {});
    expect(waiting.body).toContain('It has not been sent yet: the shop is still trying.');
  });

  it('asks when a refused mail was sent again before, and lists it no longer as failed', async () => {
    const number = await send('order:8:shipped');
    await pool.query(`update platform.mail set state = 'refused', sent_at = null where number = $1`, [number]);
    expect((await office.get('mails?view=failed')).body).toContain('Mail order:8:shipped');
    const path = `mails/${number}/resend-mail`;
    const replies = await Promise.all([1, 2].map(() => office.post(path, {})));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 409]);
    expect((await office.get(path)).body).toContain('It was already sent again');
    expect((await office.get('mails?view=failed')).body).not.toContain('Mail order:8:shipped');
    expect((await office.post(path, { again: 'on' })).statusCode).toBe(303);
    expect(await countCopies('order:8:shipped')).toBe(2);
  });

  it('gives up a mail that could not be sent until now for the one that is sent instead', async () => {
    const id = 'order:9:shipped';
    const number = await send(id);
    await pool.query(
      `update platform.mail set state = 'queued', sent_at = null, error = 'ECONNREFUSED' where number = $1`,
      [number],
    );
    expect((await office.get(`mails/${number}`)).body).toContain(`mails/${number}/resend-mail`);
    expect((await office.post(`mails/${number}/resend-mail`, {})).statusCode).toBe(303);
    // Its own job is tried again, too.
    await app.shop.mail.send({ id, to: 'cleo@example.com', subject: 'x', locale: 'en', text: 'x', html: 'x' });
    await runJobsNow(app.shop, [sendMailJob]);
    const { rows } = await pool.query(
      `select state from platform.mail where id = $1 or original_id = $1 order by number`,
      [id],
    );
    expect(rows.map(({ state }) => state)).toEqual(['refused', 'sent']);
  });
});
