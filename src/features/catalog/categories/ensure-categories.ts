import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { slugify } from '#platform/texts/slugs.ts';
import { toNameKey } from '../attributes/find-or-create.ts';
import { categoriesCacheTag } from '../cache-tags.ts';

/** Names from the top level down. */
export type CategoryPath = readonly string[];

export const toCategoryPathKey = (path: CategoryPath): string => path.map(toNameKey).join(' > ');

/**
 * Prefers the category with this name below the parent; otherwise the category that an import created for the path.
 */
const queryCategoriesByPath = sqlQuery<{ path: string; id: number }>(
  'catalog.find-categories',
  `select distinct on (requested.path) requested.path, c.id from unnest($1::text[], $2::integer[], $3::text[]) as requested(path, parent_id, name)
  join categories c on c.import_path = requested.path or (c.parent_id is not distinct from requested.parent_id and lower(c.name) = lower(requested.name))
  order by requested.path, (c.parent_id is not distinct from requested.parent_id and lower(c.name) = lower(requested.name)) desc`,
);

/** Candidates for the slug: the name's slug; with the parent's slug as prefix; with the new id as suffix. */
const queryAddCategory = sqlQuery<{ id: number }>(
  'catalog.add-category',
  `insert into categories (parent_id, name, import_path, locale, slug)
  select $1::integer, $2, $4, $5::text, coalesce(
    (select s.slug from (values (1, $3::text), (2, (select parent.slug || '-' || $3 from categories parent where parent.id = $1))) as s(nth, slug)
      where s.slug is not null and length(s.slug) <= 200 and not exists (select from categories taken where taken.locale = $5::text and taken.slug = s.slug) order by s.nth limit 1),
    $3 || '-' || (select coalesce(max(id), 0) + 1 from categories))
  on conflict (parent_id, lower(name)) do update set name = categories.name
  returning id`,
);

/** @returns ids by `toCategoryPathKey` */
export async function ensureCategories(
  { pages, choices }: Pick<Shop, 'pages' | 'choices'>,
  tx: Tx,
  paths: readonly CategoryPath[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const maxDepth = Math.max(0, ...paths.map((path) => path.length));
  let createdCount = 0;
  for (let depth = 1; depth <= maxDepth; depth += 1) {
    const pathsByKey = new Map(
      paths
        .filter((path) => path.length >= depth)
        .map((path) => [toCategoryPathKey(path.slice(0, depth)), path.slice(0, depth)]),
    );
    createdCount += await ensureLevel(tx, choices.locale, [...pathsByKey.values()], ids);
  }
  if (createdCount > 0) await pages.invalidate(tx, [categoriesCacheTag]);
  return ids;
}

async function ensureLevel(
  tx: Tx,
  locale: string,
  paths: readonly CategoryPath[],
  ids: Map<string, number>,
): Promise<number> {
  const wanted = paths.map((path) => {
    return {
      key: toCategoryPathKey(path),
      name: (path.at(-1) ?? '').trim(),
      parentId: ids.get(toCategoryPathKey(path.slice(0, -1))) ?? null,
    };
  });
  const found = await queryCategoriesByPath(tx, [
    wanted.map((category) => category.key),
    wanted.map((category) => category.parentId),
    wanted.map((category) => category.name),
  ]);
  const knownIds = new Map(found.map((row) => [row.path, row.id]));
  let createdCount = 0;
  for (const { key, name, parentId } of wanted) {
    const id = knownIds.get(key) ?? (await queryAddCategory(tx, [parentId, name, slugify(name), key, locale]))[0]?.id;
    if (id !== undefined) ids.set(key, id);
    if (!knownIds.has(key)) createdCount += 1;
  }
  return createdCount;
}
