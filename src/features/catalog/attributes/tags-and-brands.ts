import { type Db, sqlQuery } from '#platform/database/database.ts';

export interface Label {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** HTML, sanitised when it was written. */
  readonly description: string;
}

function createLabelFinder(table: 'tags' | 'brands'): (db: Db, slug: string) => Promise<Label | null> {
  const query = sqlQuery<Label>(
    `catalog.find-${table}-by-slug`,
    `select id, slug, name, description from ${table} where slug = $1`,
  );
  return async (db, slug) => (await query(db, [slug]))[0] ?? null;
}

export const findTagBySlug = createLabelFinder('tags');
export const findBrandBySlug = createLabelFinder('brands');
