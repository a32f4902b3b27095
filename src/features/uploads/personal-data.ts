import { sqlQuery } from '#platform/database/database.ts';
import { type PersonalDataSource, toSubjectValues } from '#platform/sessions/personal-data.ts';

const selectUploads = sqlQuery<{ id: string; name: string; bytes: number; createdAt: Date }>(
  'uploads.read-data',
  'select id, name, bytes, created_at as "createdAt" from uploads where customer_id = $1 or visitor_id in (select guest_visitors($2)) order by created_at, id',
);
/** Before any time for which unused files are kept: the next purge deletes what no order has. */
const disownUploads = sqlQuery(
  'uploads.erase-data',
  `update uploads set customer_id = null, visitor_id = null, used_at = least(used_at, created_at, $2::timestamptz - interval '10 years')
  where customer_id = $1 or visitor_id in (select guest_visitors($3))`,
);

const mergeUploads = sqlQuery('uploads.merge-customers', 'update uploads set customer_id = $2 where customer_id = $1');

/** Files of orders stay as long as the order. */
export const uploadData: PersonalDataSource = {
  name: 'uploads',
  read: (_shop, db, subject) => selectUploads(db, toSubjectValues(subject)),
  erase: async ({ clock }, tx, subject) => {
    const [id, email] = toSubjectValues(subject);
    await disownUploads(tx, [id, clock.now(), email]);
  },
  merge: async (_shop, tx, { from, into }) => {
    await mergeUploads(tx, [from.id, into.id]);
  },
};
