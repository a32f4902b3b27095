import { type Db, sqlQuery } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';

const findWrongRow = sqlQuery<{ id: string; name: string; imageId: number; missing: number; at: Date | null }>(
  'test.wrong-row',
  'select id, name, image_id as "imageId", slug, now() as at from categories',
);

const findByWrongValues = sqlQuery<{ id: number }>(
  'test.wrong-values',
  'select id from categories where id = any($1) and name = $2',
);

const findByWrongNames = namedQuery<{ name: string; id: string }, { id: string }>(
  'test.wrong-names',
  'select id from categories where id = $id and name = $name',
);

/** Statements whose types do not fit, for the test of the comparison. */
export async function runWrongStatements(db: Db): Promise<void> {
  await findWrongRow(db, []);
  await findByWrongValues(db, [1, 'Cups']);
  await findByWrongValues(db, [[1]]);
  await findByWrongNames(db, { name: 'Cups', id: '1' });
}
