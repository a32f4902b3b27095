import { z } from 'zod';
import { sqlQuery } from '#platform/database/database.ts';
import { purgeInBatches } from '#platform/database/purge.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { purgeWords } from '../protection/word-list.ts';
import { deleteMessageFiles, listOldMessageFiles } from './message-files.ts';

const hourMs = 60 * 60 * 1000;

const deleteExpired = sqlQuery<{ id: string | null }>(
  'contact-forms.purge-messages',
  `with expired as (select id from contact_messages where delete_at <= $1 order by delete_at limit $2 for update skip locked),
    files as (select f.id from contact_message_files f join expired on expired.id = f.message_id),
    deleted as (delete from contact_messages m using expired where m.id = expired.id returning m.id)
  select null::uuid as id from deleted union all select id from files`,
);

/** Deletes messages whose time is over, with their files: rows first, so that a row always has its file. */
async function purgeMessageBatch(shop: Shop, limit: number): Promise<number> {
  const rows = await deleteExpired(shop.db, [shop.clock.now(), limit]);
  const files = rows.flatMap(({ id }) => id ?? []);
  await deleteMessageFiles(shop.config.dataDir, files);
  return rows.length - files.length;
}

const findExisting = sqlQuery<{ id: string }>(
  'contact-forms.find-existing-files',
  'select id from contact_message_files where id::text = any($1)',
);

/** Deletes files without a row that a crash has left. New ones may have none yet. */
async function deleteStrayFiles(shop: Shop): Promise<void> {
  const { dataDir } = shop.config;
  for await (const ids of listOldMessageFiles(dataDir, new Date(Date.now() - hourMs))) {
    const existing = new Set((await findExisting(shop.db, [ids])).map(({ id }) => id));
    await deleteMessageFiles(
      dataDir,
      ids.filter((id) => !existing.has(id)),
    );
  }
}

export const purgeMessagesJob = defineJob({
  name: 'contact-forms:purge-messages',
  schema: z.strictObject({}),
  every: '50 * * * *',
  run: async (shop) => {
    await purgeInBatches((limit) => purgeMessageBatch(shop, limit));
    await deleteStrayFiles(shop);
    await purgeWords(shop.db);
  },
});
