import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import type { ContactFormInput } from '#features/form-definitions/definition/form.ts';
import { useDatabase } from '#tests/support/database.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { findServerPid } from '#tests/support/shop-process.ts';
import { startSmtp } from '#tests/support/smtp-server.ts';
import { startBuilt, temporaryFolder } from './start-built.ts';

const { pool, connectionString } = useDatabase();
const within = { timeout: 60_000, interval: 50 };
/** 1,000 take a minute: `CONTACT_MESSAGES=1000`. */
const count = Number(process.env.CONTACT_MESSAGES ?? 120);
/** A form takes 500 messages in an hour. */
const forms = [901, 902, 903, 904].map(
  (id): ContactFormInput => ({
    ...{ id, title: 'Questions', layout: [{ kind: 'text', name: 'who' }], settings: { botCheck: 'never' } },
    mail: { to: '[_site_admin_email]', subject: 'Question of [who]', body: '[who]' },
  }),
);

it('keeps all messages while mail is down and the shop is killed twice, and mails each once [6/2]', async () => {
  const smtp = await startSmtp();
  onTestFinished(() => void smtp.server.close());
  smtp.answers.set('EHLO', 'hangUp');
  await pool.query(
    'insert into contact_forms (id, definition, imported_at) select (form->>$2)::int, form, now() from jsonb_array_elements($1) form',
    [JSON.stringify(forms), 'id'],
  );
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const started = startBuilt('server', [], {
    ...{ MODE: 'live', HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: 'https://shop.example', MAIL_URL: smtp.url },
    ...{ SECRET: randomBytes(32).toString('hex'), DATABASE_URL: connectionString, DATA_DIR: temporaryFolder() },
  });
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const kill = async () => {
    const before = findServerPid(started.process.pid ?? 0);
    // The id 0 would stand for the whole process group, this one included.
    if (before === undefined) throw new Error('the shop’s process is not running');
    process.kill(before, 'SIGKILL');
    await expect.poll(() => findServerPid(started.process.pid ?? 0), within).not.toBeOneOf([before, null, undefined]);
  };
  /** @returns the cookie of a browser that has opened the form */
  const open = async (id: number) => {
    const reply = await fetch(`${url}/api/contact-forms-api/v1/contact-forms/${id}/feedback/schema`);
    const cookie = reply.headers.getSetCookie().map((line) => line.split(';')[0]);
    return cookie.join('; ');
  };
  /** Sends until it is answered, as a shopper does who presses again. */
  const send = async (id: number, who: string, cookie: string) => {
    for (;;) {
      const body = new FormData();
      for (const [name, value] of Object.entries({ _form: String(id), _form_unit_tag: `form-f${id}-o1`, who }))
        body.append(name, value);
      const answered = await fetch(`${url}/api/contact-forms-api/v1/contact-forms/${id}/feedback`, {
        method: 'POST',
        headers: { cookie },
        body,
      }).then(
        async (reply) => (reply.ok ? ((await reply.json()) as { status: string }).status : null),
        () => null,
      );
      if (answered === 'mail_sent') return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await expect.poll(isReady, within).toBe(true);

  const names = Array.from({ length: count }, () => randomUUID());
  const waiting: [number, string, string][] = [];
  for (const [index, name] of names.entries()) {
    const id = forms[index % forms.length]?.id ?? 0;
    waiting.push([id, name, await open(id)]);
  }
  // People need two seconds at least (`contact-forms.minSeconds`).
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const answer = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await send(...next);
  };
  const answered = Promise.all(Array.from({ length: 16 }, answer));
  await expect.poll(() => waiting.length, within).toBeLessThan(count / 2);
  await kill();
  await answered;

  smtp.answers.clear();
  /** Time passes: what waits to be tried again, or was under way when the shop died, is due. */
  const passTime = async () => {
    await pool.query(
      'update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null',
    );
    await pool.query(
      "update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at < now() - interval '5 seconds'",
    );
    await pool.query(
      "update platform.mail set sending_at = now() - interval '1 day' where state = 'sending' and sending_at < now() - interval '5 seconds'",
    );
  };
  await passTime();
  await expect.poll(() => smtp.accepted.length, within).toBeGreaterThan(count / 4);
  await kill();
  const readMails = () => smtp.accepted.map(({ data }) => /^Message-ID: (.+)$/im.exec(data)?.[1] ?? '');
  await expect
    .poll(
      async () => {
        await passTime();
        return new Set(readMails()).size;
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(count);

  const { rows } = await pool.query("select fields->0->'values'->>0 as who from contact_messages where status = 'new'");
  expect(rows.map(({ who }) => who).toSorted()).toEqual(names.toSorted());
  const subjects = new Map(
    smtp.accepted.map(({ data }) => [/^Subject: Question of ([\w-]+)/m.exec(data)?.[1] ?? '', data]),
  );
  expect([...subjects.keys()].toSorted()).toEqual(names.toSorted());
  // SMTP can't tell whether a mail was taken when the shop dies: such a one has the same Message-ID.
  expect(new Set(readMails()).size).toBe(count);
  started.process.kill('SIGTERM');
  await started.ended;
});
