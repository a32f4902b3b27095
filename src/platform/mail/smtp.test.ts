import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { type SmtpServer, startSmtp } from '#tests/support/smtp-server.ts';
import { createMail } from './mail.ts';
import type { MailMessage } from './message.ts';
import { countMails } from './records.ts';
import { createSmtpTransport } from './transport.ts';

const store = useDatabase();

const message: MailMessage = {
  id: 'order:7:confirmation',
  to: 'ida.lind@example.org',
  subject: 'Your order',
  locale: 'en',
  html: '<p>Hello</p>',
  text: 'Hello',
};

let smtp: SmtpServer;
let logged: string[] = [];

function mail() {
  const log = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) });
  return createMail(
    { mode: 'live', mailUrl: smtp.url, getSender: () => 'Saltmarsh <hello@saltmarsh.example>', dataDir: '/nowhere' },
    store.db,
    log,
  );
}

const messageIds = () => smtp.accepted.map(({ data }) => /^Message-ID: (.*)$/m.exec(data)?.[1]);
const error = async () => (await store.db.execute(sql`select error from platform.mail`)).rows[0]?.error;

beforeEach(async () => {
  logged = [];
  smtp = await startSmtp();
  await store.db.execute(sql`truncate platform.mail`);
});
afterEach(() => new Promise<void>((resolve) => smtp.server.close(() => resolve())));

describe('a mail server', () => {
  it('gets each mail once', async () => {
    await mail().send(message);
    await mail().send(message);
    expect(smtp.accepted.map(({ to }) => to)).toEqual(['ida.lind@example.org']);
    expect(await countMails(store.db)).toMatchObject({ sent: 1 });
    const { rows } = await store.db.execute(sql`select attempts, html, plain, eml from platform.mail`);
    expect(rows).toEqual([{ attempts: 1, html: null, plain: null, eml: null }]);
  });

  it('is asked whether it can be used, within a time limit, and nothing is sent (E8)', async () => {
    expect(await mail().verify()).toEqual({ ok: true });
    expect(smtp.accepted).toEqual([]);
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const ask = (url: string) => createSmtpTransport(url, () => 'hello@saltmarsh.example').verify(150);
    const late = await ask(`smtp://127.0.0.1:${port}`);
    expect(late).toMatchObject({ ok: false });
    await new Promise<void>((resolve) => silent.close(() => resolve()));
    expect(await ask(`smtp://127.0.0.1:${port}`)).toMatchObject({
      ok: false,
      reason: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('gets a mail again after a temporary refusal', async () => {
    smtp.answers.set('RCPT', '451 4.3.0 ida.lind@example.org: try later');
    await expect(mail().send(message)).rejects.toThrow();
    expect(await countMails(store.db)).toMatchObject({ queued: 1 });
    expect(await error()).toBe('EENVELOPE');
    smtp.answers.clear();
    await mail().send(message);
    expect(smtp.accepted).toHaveLength(1);
    expect(await error()).toBeNull();
  });

  it.each([
    ['the receiver', 'RCPT', '550 5.1.1 <ida.lind@example.org> unknown', 'SMTP_550'],
    ['the mail', '.', '554 5.7.1 spam from ida.lind', 'SMTP_554'],
  ])('does not get a mail again after it permanently refused %s', async (_what, command, answer, code) => {
    smtp.answers.set(command, answer);
    await mail().send(message);
    expect(await countMails(store.db)).toMatchObject({ refused: 1, sent: 0 });
    expect(await error()).toBe(code);
    smtp.answers.clear();
    await mail().send(message);
    expect(smtp.accepted).toEqual([]);
    expect(logged.join('')).toContain(code);
    expect(logged.join('')).not.toContain('ida.lind');
  });

  it('gets a mail again after it refused the shop itself', async () => {
    smtp.answers.set('EHLO', '554 who are you').set('HELO', '554 who are you').set('?', '554 who are you');
    await expect(mail().send(message)).rejects.toThrow();
    expect(await countMails(store.db)).toMatchObject({ queued: 1, refused: 0 });
  });

  it('gets the same Message-ID when its reply was lost', async () => {
    smtp.answers.set('.', 'hangUp');
    await expect(mail().send(message)).rejects.toThrow();
    smtp.answers.clear();
    await mail().send(message);
    const [first, second] = messageIds();
    expect(first).toMatch(/^<[0-9a-f]{32}@saltmarsh\.example>$/);
    expect(second).toBe(first);
  });

  it('gets a mail only when no other process is sending it', async () => {
    await store.db.execute(sql`insert into platform.mail (id, recipient, subject, locale, state, attempts, sending_at)
      values (${message.id}, ${message.to}, 'x', 'en', 'sending', 1, now())`);
    await expect(mail().send(message)).rejects.toMatchObject({ code: 'MAIL_BEING_SENT' });
    expect(smtp.accepted).toEqual([]);
    await store.db.execute(sql`update platform.mail set sending_at = now() - interval '3 minutes'`);
    await mail().send(message);
    expect(smtp.accepted).toHaveLength(1);
  });

  it('is retried when it is unreachable', async () => {
    const gone = smtp;
    await new Promise<void>((resolve) => gone.server.close(() => resolve()));
    await expect(mail().send(message)).rejects.toThrow();
    expect(await countMails(store.db)).toMatchObject({ queued: 1 });
    expect(await error()).toMatch(/^E[A-Z]+$/);
    smtp = await startSmtp();
  });
});
