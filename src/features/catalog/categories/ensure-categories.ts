import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { slugify } from '#platform/texts/slugs.ts';
import { toNameKey } from '../attributes/find-or-create.ts';
import { categoriesCacheTag } from '../cache-tags.ts';

/** Names from the top level down. */
export type CategoryPath = readonly string[];

export const toCategoryPathKey = (path: CategoryPath): string => path.map(toNameKey).join(' > ');

/**
 * Prefers the category of this name below the parent; else the one an import created for the path.
 */
const queryCategoriesByPath = sqlQuery<{ path: string; id: number }>(
  'catalog.find-categories',
  `select distinct on (asked.path) asked.path, c.id from unnest($1::text[], $2::integer[], $3::text[]) as asked(path, parent_id, name)
  join categories c on c.import_path = asked.path or (c.parent_id is not distinct from asked.parent_id and lower(c.name) = lower(asked.name))
  order by asked.path, (c.parent_id is not distinct from asked.parent_id and lower(c.name) = lower(asked.name)) desc`,
);

/** Slug candidates: the name's; with the parent's slug as prefix; with the new id as suffix. */
const queryAddCategory = sqlQuery<{ id: number }>(
  'catalog.add-category',
  `insert into categories (parent_id, name, import_path, slug)
  select $1::integer, $2, $4, coalesce(
    (select s.slug from (values (1, $3::text), (2, (select parent.slug || '-' || $3 from categories parent where parent.id = $1))) as s(nth, slug)
      where s.slug is not null and length(s.slug) <= 200 and not exists (select from categories taken where taken.slug = s.slug) order by s.nth limit 1),
    $3 || '-' || (select coalesce(max(id), 0) + 1 from categories))
  on conflict (parent_id, lower(name)) do update set name = categories.name
  returning id`,
);

/**
 * Finds or creates categories and their parents.
 * @returns ids by `toCategoryPathKey`
 */
export async function ensureCategories(
  shop: Pick<Shop, 'pages'>,
  tx: Tx,
  paths: readonly CategoryPath[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const deepest = Math.max(0, ...paths.map((path) => path.length));
  let made = 0;
  for (let depth = 1; depth <= deepest; depth += 1) {
    const level = new Map(
      paths
        .filter((path) => path.length >= depth)
        .map((path) => [toCategoryPathKey(path.slice(0, depth)), path.slice(0, depth)]),
    );
    made += await ensureLevel(tx, [...level.values()], ids);
  }
  if (made > 0) await shop.pages.invalidate(tx, [categoriesCacheTag]);
  return ids;
}

async function ensureLevel(tx: Tx, paths: readonly CategoryPath[], ids: Map<string, number>): Promise<number> {
  const asked = paths.map((path) => {
    return {
      key: toCategoryPathKey(path),
      name: (path.at(-1) ?? '').trim(),
      parentId: ids.get(toCategoryPathKey(path.slice(0, -1))) ?? null,
    };
  });
  const found = await queryCategoriesByPath(tx, [
    asked.map((one) => one.key),
    asked.map((one) => one.parentId),
    asked.map((one) => one.name),
  ]);
  const known = new Map(found.map((row) => [row.path, row.id]));
  let made = 0;
  for (const { key, name, parentId } of asked) {
    const id = known.get(key) ?? (await queryAddCategory(tx, [parentId, name, slugify(name), key]))[0]?.id;
    if (id !== undefined) ids.set(key, id);
    if (!known.has(key)) made += 1;
  }
  return made;
}
