import { sqlQuery } from '#platform/database/database.ts';
import { purgeInBatches } from '#platform/database/purge.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { purgeChallengeUses } from '../challenges/use-challenges.ts';
import { purgeOpeningUses } from '../protection/form-openings.ts';
import { purgeWords } from '../protection/word-list.ts';
import { openMessageFiles } from './message-files.ts';

/**
 * What still waits for its mails or the webhook stays until it was sent, or the last attempt failed. Attempts end after
 * four days: a message that waits for seven lost its job.
 */
const deleteExpired = sqlQuery<{ id: string | null }>(
  'contact-forms.purge-messages',
  `with expired as (select id from contact_messages where delete_at <= $1
      and (mail <> 'queued' and webhook <> 'queued' or delete_at <= $1::timestamptz - interval '7 days') order by delete_at limit $2 for update skip locked),
    files as (select f.id from contact_message_files f join expired on expired.id = f.message_id),
    deleted as (delete from contact_messages m using expired where m.id = expired.id returning m.id)
  select null::uuid as id from deleted union all select id from files`,
);

/** Deletes rows before files, so that a row always has its file. */
async function purgeMessageBatch(shop: Shop, limit: number): Promise<number> {
  const rows = await deleteExpired(shop.db, [shop.clock.now(), limit]);
  const files = rows.flatMap(({ id }) => id ?? []);
  await openMessageFiles(shop).remove(files);
  return rows.length - files.length;
}

const findExisting = sqlQuery<{ id: string }>(
  'contact-forms.find-existing-files',
  'select id from contact_message_files where id::text = any($1)',
);

export const purgeMessagesJob = defineJob({
  name: 'contact-forms:purge-messages',
  every: '50 * * * *',
  run: async (shop) => {
    await purgeChallengeUses(shop);
    await purgeOpeningUses(shop);
    await purgeInBatches((limit) => purgeMessageBatch(shop, limit));
    await purgeWords(shop.db);
    // Last, since the storage of files may be away.
    await openMessageFiles(shop).removeStray((ids) => findExisting(shop.db, [ids]));
  },
});
