import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { outboxFolder } from '#platform/config/data-folders.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { daysBefore, purgeInBatches } from '#platform/database/purge.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { createEmlName } from './message.ts';
import { mailSettings } from './settings.ts';

const findOldMails = sqlQuery<{ id: string }>(
  'mail.find-old-mails',
  `select id from platform.mail where state <> 'queued' and created_at < $1 order by created_at, number limit $2`,
);

const deleteMails = sqlQuery('mail.delete-mails', 'delete from platform.mail where id = any($1)');

/** Removes the files of mails from the outbox. Missing files are no error. */
export async function removeOutboxFiles(dataDir: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await rm(join(outboxFolder(dataDir), createEmlName(id)), { force: true });
}

/**
 * Deletes mails older than `before` with their files in the outbox. Keeps queued mails, but not
 * attempts without a result (after a killed process).
 * @returns the number of deleted mails
 */
export async function purgeMail(db: Db, dataDir: string, before: Date): Promise<number> {
  let removed = 0;
  await purgeInBatches(async (limit) => {
    const old = (await findOldMails(db, [before, limit])).map(({ id }) => id);
    // Files are removed before the rows: a file without a row would stay for ever, but a row without a file is
    // deleted next time.
    await removeOutboxFiles(dataDir, old);
    await deleteMails(db, [old]);
    removed += old.length;
    return old.length;
  });
  await removeOldFiles(outboxFolder(dataDir), before);
  return removed;
}

/** Deletes files without a row (a restored backup, another database) and partial files of a crash. */
async function removeOldFiles(outbox: string, before: Date): Promise<void> {
  const folder = await opendir(outbox).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!folder) return;
  for await (const { name } of folder) {
    if (!/\.(eml|tmp)$/.test(name)) continue;
    const path = join(outbox, name);
    const changed = await stat(path).catch(() => null);
    if (changed && changed.mtime < before) await rm(path, { force: true });
  }
}

export const purgeMailJob = defineJob({
  name: 'mail:purge-mail',
  every: '30 3 * * *',
  run: async (shop) => {
    const { keepDays } = shop.settings(mailSettings);
    const removed = await purgeMail(shop.db, shop.config.dataDir, daysBefore(shop.clock.now(), keepDays));
    shop.log.info({ removed }, 'old mails were purged');
  },
});
