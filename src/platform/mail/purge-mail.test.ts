import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { countQueries } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createMail } from './mail.ts';
import { createEmlName } from './message.ts';
import { purgeMail, purgeMailJob } from './purge-mail.ts';

const { database, db, pool } = useDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-purge-'));
const outbox = join(dataDir, 'outbox');
const day = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * day);
const log = pino({ level: 'silent' });
const mail = createMail({ mode: 'demo', mailUrl: null, getSender: () => 'shop@example.com', dataDir }, db, log);

beforeEach(async () => {
  rmSync(outbox, { recursive: true, force: true });
  await pool.query('truncate platform.mail');
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const send = (id: string) =>
  mail.send({ id, to: 'ada@example.com', subject: id, locale: 'en', html: '<p>Hello</p>', text: 'Hello' });
const setAge = (id: string, days: number) =>
  pool.query('update platform.mail set created_at = $2 where id = $1', [id, daysAgo(days)]);
const rows = async () => (await pool.query('select id from platform.mail order by id')).rows.map(({ id }) => id);
const files = () => readdirSync(outbox).sort();

describe('the purge of mails', () => {
  it('deletes mails older than 90 days, file and row, and keeps younger ones', async () => {
    for (const id of ['old', 'young']) await send(id);
    await setAge('old', 91);
    await setAge('young', 89);
    const settings = () => ({ keepDays: 90 });
    const clock = { now: () => new Date() };
    const shop = { config: { dataDir }, database, db, log, clock, settings, jobs: createJobs() } as unknown as Shop;
    await shop.jobs.add(db, purgeMailJob, {});
    expect((await runJobsNow(shop, [purgeMailJob])).failed).toEqual([]);
    expect([await rows(), files()]).toEqual([['young'], [createEmlName('young')]]);
  });

  it('keeps queued mails of any age, and deletes refused or interrupted ones', async () => {
    await pool.query(`insert into platform.mail (id, recipient, subject, locale, state, created_at)
      select state, 'ada@example.com', '', 'en', state, now() - interval '1 year' from unnest(array['queued', 'sending', 'refused']) state`);
    expect(await purgeMail(db, dataDir, daysAgo(90))).toBe(2);
    expect(await rows()).toEqual(['queued']);
  });

  it('deletes old files without a row, and no other files', async () => {
    mkdirSync(outbox);
    for (const name of ['lost.eml', 'half.eml.x.tmp', 'fresh.eml', 'notes.txt']) writeFileSync(join(outbox, name), '');
    for (const name of ['lost.eml', 'half.eml.x.tmp', 'notes.txt']) utimesSync(join(outbox, name), 0, 0);
    await purgeMail(db, dataDir, daysAgo(90));
    expect(files()).toEqual(['fresh.eml', 'notes.txt']);
  });

  it('deletes the row when the file or the outbox is missing', async () => {
    await send('old');
    await setAge('old', 91);
    rmSync(outbox, { recursive: true });
    expect(await purgeMail(db, dataDir, daysAgo(90))).toBe(1);
    expect(await rows()).toEqual([]);
  });

  it('deletes in batches of 500', async () => {
    await pool.query(`insert into platform.mail (id, recipient, subject, locale, state, sent_at, created_at)
      select 'm' || n, 'ada@example.com', '', 'en', 'sent', now(), now() - interval '1 year' from generate_series(1, 1201) n`);
    const { value, texts } = await countQueries(() => purgeMail(db, dataDir, daysAgo(90)));
    expect([value, texts.filter((text) => text.startsWith('delete')).length]).toEqual([1201, 3]);
  });
});
