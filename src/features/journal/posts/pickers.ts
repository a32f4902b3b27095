import { sqlQuery } from '#platform/database/database.ts';
import type { RecordOption } from '#platform/forms/field.ts';
import type { RecordPicker } from '#platform/forms/kinds.ts';

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Creates a picker that searches by name. Suited to tables with some hundreds of rows. */
function createPicker(name: string, from: string, label = 'c.name'): RecordPicker {
  const load = sqlQuery<RecordOption>(
    `journal.name-${name}`,
    `select c.id, ${label} as label from ${from} where c.id = any($1::bigint[]) order by 2, 1`,
  );
  const search = sqlQuery<RecordOption>(
    `journal.find-${name}`,
    `select c.id, ${label} as label from ${from} where ${label} ilike '%' || $1 || '%' order by 2, 1 limit 20`,
  );
  return { load: ({ db }, ids) => load(db, [ids]), search: ({ db }, query) => search(db, [escapeLike(query)]) };
}

const ofKind = (kind: string) => `(select * from journal_terms where kind = '${kind}') c`;
export const categoryPicker = createPicker('categories', ofKind('category'));
export const tagPicker = createPicker('tags', ofKind('tag'));
export const authorPicker = createPicker('authors', 'journal_authors c');
/**
 * Picks staff by the name or number of their account: staff who write content may not see email addresses. Former
 * members of staff are not found.
 */
export const staffPicker = createPicker(
  'staff',
  `(select s.id, coalesce(nullif(a.name, ''), '#' || s.id) as name from staff_members s join customers a on a.id = s.customer_id
    where s.left_at is null) c`,
);
