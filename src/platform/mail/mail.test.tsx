import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import fastify from 'fastify';
import { pino } from 'pino';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { createRenderContext } from '#platform/pages/document.ts';
import { createTranslate } from '#platform/texts/texts.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createMail, enqueueMail, sendMailJob } from './mail.ts';
import { type MailMessage, nameSender } from './message.ts';
import { listOutbox, readOutboxMail } from './outbox.ts';
import { registerOutboxRoutes } from './outbox-routes.tsx';
import { countMails } from './records.ts';

const store = useDatabase();
const jobs = createJobs();
const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
const outbox = join(dataDir, 'outbox');
let logged: string[] = [];

const message: MailMessage = {
  id: 'order:1042:confirmation',
  to: 'ida.lind@example.org',
  subject: 'Your order 1042 – thank you',
  locale: 'en-GB',
  html: '<p>Hello <b>Ida</b></p>',
  text: 'Hello Ida',
  replyTo: 'studio@saltmarsh.example',
};

function shop(mode: 'demo' | 'live' = 'demo'): Shop {
  const log = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) });
  const config = {
    mode,
    dataDir,
    mailUrl: null,
    getSender: () => 'Saltmarsh <hello@saltmarsh.example>',
    publicUrl: 'http://shop.test',
  };
  const clock = { now: () => new Date() };
  const t = createTranslate('en');
  const choices = { locale: 'en', currency: 'EUR', taxDisplay: 'including' } as Shop['choices'];
  return {
    config,
    log,
    jobs,
    clock,
    t,
    database: store.database,
    db: store.db,
    mail: createMail(config, store.db, log),
    renderContext: createRenderContext(config, () => choices, clock, t),
    renderDocument: async (_context: unknown, { body }: { body: React.ReactNode }) => renderToStaticMarkup(body),
  } as unknown as Shop;
}

const files = () => readdirSync(outbox, { withFileTypes: true }).map(({ name }) => name);
const content = (name: string | null | undefined) => readFileSync(join(outbox, name ?? ''), 'utf8');

beforeEach(async () => {
  logged = [];
  rmSync(outbox, { recursive: true, force: true });
  await store.db.execute(sql`truncate platform.mail`);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('enqueueing', () => {
  it('sends after the transaction commits', async () => {
    await inTransaction(store.db, async (tx) => {
      expect(await enqueueMail(jobs, tx, message)).toEqual({ ok: true });
    });
    expect(await countMails(store.db)).toMatchObject({ queued: 1, sent: 0 });
    expect(await runJobsNow(shop(), [sendMailJob])).toEqual({ done: ['mail:send-mail'], failed: [] });
    expect(await countMails(store.db)).toEqual({ queued: 0, sending: 0, sent: 1, refused: 0 });
  });

  it('sends nothing when the transaction rolls back', async () => {
    const failing = inTransaction(store.db, async (tx) => {
      await enqueueMail(jobs, tx, message);
      throw new Error('no order after all');
    });
    await expect(failing).rejects.toThrow();
    expect(await runJobsNow(shop(), [sendMailJob])).toEqual({ done: [], failed: [] });
    expect(await listOutbox(store.db)).toEqual([]);
  });

  it('sends a mail of one id once, however often it is enqueued', async () => {
    await Promise.all(Array.from({ length: 10 }, () => enqueueMail(jobs, store.db, message)));
    await runJobsNow(shop(), [sendMailJob]);
    await enqueueMail(jobs, store.db, message);
    expect(await runJobsNow(shop(), [sendMailJob])).toEqual({ done: [], failed: [] });
    expect(files()).toHaveLength(1);
  });

  it.each([
    ['to', { to: 'ida@example.org\r\nBcc: all@example.org' }],
    ['to', { to: 'ida@example.org, eve@example.org' }],
    ['to', { to: 'Ida <ida@example.org>' }],
    ['to', { to: 'nobody' }],
    ['to', { to: '' }],
    ['to', { to: 'a..b@example.org' }],
    ['to', { to: 'käthe@example.org' }],
    ['replyTo', { replyTo: 'x@example.org\nX-Evil: yes' }],
    ['id', { id: '../../etc/passwd' }],
    ['subject', { subject: ' \r\n ' }],
  ])('refuses a wrong %s: %j', async (field, wrong) => {
    const result = await enqueueMail(jobs, store.db, { ...message, ...wrong });
    expect(result).toEqual({ ok: false, code: 'MAIL_NOT_VALID', fields: [field] });
    expect(await listOutbox(store.db)).toEqual([]);
  });

  it('accepts unusual valid addresses', async () => {
    for (const [at, to] of ["o'brien+shop@mail.museum", 'kathe@bücher.example', 'a@b.co'].entries()) {
      expect(await enqueueMail(jobs, store.db, { ...message, id: `m${at}`, to })).toEqual({ ok: true });
    }
    expect((await runJobsNow(shop(), [sendMailJob])).failed).toEqual([]);
    expect(files()).toHaveLength(3);
  });
});

describe('the outbox', () => {
  it('writes each mail to a file that mail programs can read', async () => {
    await shop().mail.send(message);
    const mail = await readOutboxMail(store.db, message.id);
    expect(mail).toMatchObject({ to: message.to, state: 'sent', html: message.html, text: message.text });
    expect(files()).toEqual([mail?.eml]);
    const eml = content(mail?.eml);
    expect(eml).toContain('From: Saltmarsh <hello@saltmarsh.example>\r\n');
    expect(eml).toContain('To: ida.lind@example.org\r\n');
    expect(eml).toContain('Reply-To: studio@saltmarsh.example\r\n');
    expect(eml).toMatch(/^Message-ID: <[0-9a-f]{32}@saltmarsh\.example>\r$/m);
    expect(eml).toContain('Auto-Submitted: auto-generated\r\n');
    expect(eml).toMatch(/multipart\/alternative/);
  });

  it.each([
    ['hello@saltmarsh.example', '"Salt, \\"Marsh\\" & Sons" <hello@saltmarsh.example>'],
    ['Studio@Home <hello@saltmarsh.example>', '"Studio@Home" <hello@saltmarsh.example>'],
  ])('names the shop as the sender of %s unless that has a name', async (mailFrom, sender) => {
    const config = {
      mode: 'demo',
      mailUrl: null,
      getSender: () => nameSender(mailFrom, 'Salt, "Marsh" & Sons'),
      dataDir,
    } as const;
    await createMail(config, store.db, pino({ level: 'silent' })).send(message);
    expect(content(files()[0])).toContain(`From: ${sender}\r\n`);
    expect(content(files()[0])).toMatch(/^Message-ID: <[0-9a-f]{32}@saltmarsh\.example>\r$/m);
  });

  it('lets mail programs stop optional mails with one press (RFC 8058)', async () => {
    const unsubscribeUrl = `https://shop.test/stop-emails/1204/price-drops/${'k'.repeat(43)}`;
    await shop().mail.send({ ...message, id: 'optional', unsubscribeUrl });
    const eml = content((await readOutboxMail(store.db, 'optional'))?.eml).replace(/\r\n[ \t]+/g, ' ');
    expect(eml).toMatch(`List-Unsubscribe: <${unsubscribeUrl}>\r\n`);
    expect(eml).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
    await shop().mail.send(message);
    expect(content((await readOutboxMail(store.db, message.id))?.eml)).not.toContain('List-Unsubscribe');
  });

  it('writes a subject on one line', async () => {
    const subject = 'Hello\r\nBcc: eve@example.org\r\n\r\nBody';
    await enqueueMail(jobs, store.db, { ...message, subject });
    await runJobsNow(shop(), [sendMailJob]);
    const [name] = files();
    expect(content(name)).not.toMatch(/^Bcc:/m);
    expect(content(name)).toContain('Subject: Hello Bcc: eve@example.org Body\r\n');
  });

  it('has one file for a mail that was interrupted at any point', async () => {
    const { mail } = shop();
    await mail.send(message);
    const [written] = files();
    const before = content(written);
    for (const state of ['queued', 'sending']) {
      await store.db.execute(sql`update platform.mail set state = ${state}, sent_at = null`);
      await mail.send(message);
    }
    expect(files()).toEqual([written]);
    expect(content(written)).toBe(before);
    expect(await countMails(store.db)).toMatchObject({ sent: 1, sending: 0 });
  });

  it('leaves addresses out of the log', async () => {
    await enqueueMail(jobs, store.db, message);
    await runJobsNow(shop(), [sendMailJob]);
    expect(logged.join('')).toContain(message.id);
    expect(logged.join('')).not.toContain('ida.lind');
  });
});

describe('the page of the outbox', () => {
  async function server(mode: 'demo' | 'live' = 'demo') {
    const app = fastify();
    registerOutboxRoutes(app, shop(mode));
    await app.ready();
    return app;
  }

  it('lists mails and shows one, without indexing or caching', async () => {
    await shop().mail.send({ ...message, subject: 'A <b>bold</b> subject' });
    const app = await server();
    const list = await app.inject('/outbox');
    expect(list.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(list.body).toContain('<a href="/outbox/order%3A1042%3Aconfirmation">A &lt;b&gt;bold&lt;/b&gt; subject</a>');
    const page = await app.inject('/outbox/order%3A1042%3Aconfirmation');
    expect(page.body).toContain('ida.lind@example.org');
    expect(page.body).toMatch(
      /<iframe[^>]+src="\/outbox\/order%3A1042%3Aconfirmation\/html"[^>]+sandbox="allow-popups/,
    );
    expect(page.body).toContain('Hello Ida');
    await app.close();
  });

  it('serves the HTML of a mail without scripts or access to the shop', async () => {
    await shop().mail.send(message);
    const app = await server();
    const html = await app.inject(`/outbox/${message.id}/html`);
    expect(html.body).toBe(message.html);
    const policy = String(html.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('sandbox allow-popups');
    expect(policy).not.toContain('script');
    await app.close();
  });

  it('shows an empty outbox, and is missing in a live shop', async () => {
    const app = await server();
    expect((await app.inject('/outbox')).body).toContain(
      'No emails yet. Place an order, and its confirmation appears here.',
    );
    expect((await app.inject('/outbox/none')).statusCode).toBe(404);
    expect((await app.inject('/outbox/none/html')).statusCode).toBe(404);
    await app.close();
    const live = await server('live');
    expect((await live.inject('/outbox')).statusCode).toBe(404);
    await live.close();
  });
});

describe('a secret mail', () => {
  const secret: MailMessage = { ...message, isSecret: true };
  const readRow = async () => (await store.db.execute(sql`select m::text as row from platform.mail m`)).rows[0]?.row;

  it('is shown by the outbox of a demo shop', async () => {
    await shop('demo').mail.send(secret);
    expect(await readOutboxMail(store.db, secret.id)).toMatchObject({ text: 'Hello Ida' });
  });

  it('of a live shop without mail server is in its file alone, not in the database', async () => {
    await shop('live').mail.send(secret);
    expect(await readRow()).not.toContain('Hello');
    const mail = await readOutboxMail(store.db, secret.id);
    expect(mail).toMatchObject({ state: 'sent', html: null, text: null });
    expect(content(mail?.eml)).toContain('Hello Ida');
  });
});

describe.skipIf(process.platform === 'win32')('the outbox folder', () => {
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

  it('is private to its owner, and so are its files', async () => {
    await shop().mail.send(message);
    expect([mode(outbox), ...files().map((name) => mode(join(outbox, name)))]).toEqual(['700', '600']);
  });

  it('becomes private when the shop starts, also with a mail server', () => {
    mkdirSync(outbox, { mode: 0o755 });
    createMail(
      { mode: 'live', mailUrl: 'smtp://mail.example', getSender: () => 'shop@example.com', dataDir },
      store.db,
      shop().log,
    );
    expect(mode(outbox)).toBe('700');
  });
});
