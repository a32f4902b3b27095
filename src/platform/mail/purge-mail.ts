import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { outboxFolder } from '#platform/config/data-folders.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { daysBefore, purgeInBatches } from '#platform/database/purge.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { createEmlName } from './message.ts';
import { mailSettings } from './settings.ts';

const findOld = sqlQuery<{ id: string }>(
  'mail.find-old',
  `select id from platform.mail where state <> 'queued' and created_at < $1 order by created_at, id limit $2`,
);

const remove = sqlQuery('mail.remove', 'delete from platform.mail where id = any($1)');

/**
 * Removes mails that are older than `before`, each with its file in the outbox. What still waits to be sent stays. An attempt
 * that left no result, because the process was killed, is not waited for any more.
 * @returns how many mails were removed
 */
export async function purgeMail(db: Db, dataDir: string, before: Date): Promise<number> {
  const outbox = outboxFolder(dataDir);
  let removed = 0;
  await purgeInBatches(async (limit) => {
    const old = await findOld(db, [before, limit]);
    // Before the rows: a file without a row would be found by nobody, a row without its file goes with the next run.
    for (const { id } of old) await rm(join(outbox, createEmlName(id)), { force: true });
    await remove(db, [old.map(({ id }) => id)]);
    removed += old.length;
    return old.length;
  });
  await removeOldFiles(outbox, before);
  return removed;
}

/** Files whose rows are gone (a restored backup, another database), and what a crash has left half written. */
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
  name: 'mail:purge',
  schema: z.object({}),
  every: '30 3 * * *',
  run: async (shop) => {
    const { keepDays } = shop.settings(mailSettings);
    const removed = await purgeMail(shop.db, shop.config.dataDir, daysBefore(shop.clock.now(), keepDays));
    shop.log.info({ removed }, 'old mails were purged');
  },
});
