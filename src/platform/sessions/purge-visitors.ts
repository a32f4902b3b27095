import { type Db, sqlQuery } from '#platform/database/database.ts';
import { daysBefore, purgeInBatches } from '#platform/database/purge.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { visitorSettings } from './settings.ts';

const listReferences = sqlQuery<{ table: string; column: string }>(
  'sessions.find-visitor-references',
  `select c.conrelid::regclass::text as table, quote_ident(a.attname) as column
  from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'f' and c.confrelid = 'platform.visitors'::regclass order by 1, 2`,
);

interface PurgedBatch {
  /** ISO 8601 with microseconds, as PostgreSQL writes it. */
  readonly seenAt: string;
  readonly id: string;
  readonly checked: number;
  readonly removed: number;
}

/** Pages through old visitors in index order, so that a run checks each visitor once. */
const purgeBatchSql = (isOwner: string) => `with checked as (
    select id, seen_at from platform.visitors
    where seen_at < $1 and (seen_at, id) > ($2::text::timestamptz, $3::uuid) order by seen_at, id limit $4
  ), removed as (
    delete from platform.visitors v using checked where v.id = checked.id and v.seen_at < $1 and not (${isOwner}) returning v.id
  )
  select to_json(seen_at) #>> '{}' as "seenAt", id, (select count(*)::integer from checked) as checked,
    (select count(*)::integer from removed) as removed
  from checked order by checked.seen_at desc, id desc limit 1`;

/**
 * Deletes visitors last seen before `before` that no row of any feature refers to by a foreign key.
 * @returns the number of deleted visitors
 */
export async function purgeVisitors(db: Db, before: Date): Promise<number> {
  const ownerConditions = (await listReferences(db, [])).map(
    ({ table, column }) => `exists (select from ${table} r where r.${column} = v.id)`,
  );
  const purgeBatch = sqlQuery<PurgedBatch>(
    'sessions.purge-visitors',
    purgeBatchSql(ownerConditions.join(' or ') || 'false'),
  );
  let total = 0;
  let after = { seenAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
  await purgeInBatches(async (limit) => {
    const [last] = await purgeBatch(db, [before, after.seenAt, after.id, limit]);
    if (!last) return 0;
    after = last;
    total += last.removed;
    return last.checked;
  });
  return total;
}

/** Runs after the jobs that purge the data of visitors. */
export const purgeVisitorsJob = defineJob({
  name: 'sessions:purge-visitors',
  every: '20 3 * * *',
  run: async (shop) => {
    const { keepDays } = shop.settings(visitorSettings);
    const removed = await purgeVisitors(shop.db, daysBefore(shop.clock.now(), keepDays));
    shop.log.info({ removed }, 'old visitors were purged');
  },
});
