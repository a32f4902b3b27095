import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import { sanitiseHtml } from '#platform/texts/sanitise-html.ts';
import { toSlug } from '#platform/texts/slugs.ts';
import { saveUnlessTaken, type Taken } from '../attributes/save-unless-taken.ts';
import { categoryCacheTag } from '../cache-tags.ts';
import { republishProducts } from '../products/republish-products.ts';
import { lockProducts } from '../products/save/product-lookups.ts';

type ChangingShop = Pick<Shop, 'pages' | 'emit' | 'clock' | 'choices'>;

export interface StoredCategory {
  readonly id: number;
  readonly parentId: number | null;
  readonly slug: string;
  readonly name: string;
  /** HTML. */
  readonly description: string;
  readonly imageId: number | null;
  readonly seoTitle: string;
  readonly seoDescription: string;
}

const columns = `select id, parent_id as "parentId", slug, name, description, image_id as "imageId", seo_title as "seoTitle", seo_description as "seoDescription" from categories`;
const select = sqlQuery<StoredCategory>('catalog.find-category', `${columns} where id = $1::bigint`);
const lock = sqlQuery<StoredCategory>(
  'catalog.lock-categories',
  `${columns} where id = any($1::bigint[]) order by id for update`,
);
/**
 * Serialises changes of the tree with the lock that its trigger against cycles takes: siblings are renumbered
 * together.
 */
const lockTree = sqlQuery('catalog.lock-category-tree', `select pg_advisory_xact_lock(hashtext('categories'))`);

/** @param isLocking true only inside a transaction */
export async function findStoredCategory(db: Db, id: number, isLocking = false): Promise<StoredCategory | null> {
  if (isLocking) await lockTree(db, []);
  return (isLocking ? await lock(db, [[id]]) : await select(db, [id]))[0] ?? null;
}

const findTaken = sqlQuery<{ name: boolean; slug: boolean; cycle: boolean }>(
  'catalog.find-taken-category',
  `with recursive above as (
    select id, parent_id from categories where id = $3::integer
    union all select c.id, c.parent_id from categories c join above a on c.id = a.parent_id
  )
  select exists (select from categories where parent_id is not distinct from $3::integer and lower(name) = lower($2) and id is distinct from $1::integer) as name,
    exists (select from categories where locale = $5 and slug = $4 and id is distinct from $1::integer) as slug, exists (select from above where id = $1::integer) as cycle`,
);
type CategoryValues = Omit<StoredCategory, 'id'>;

const insert = namedQuery<CategoryValues & { readonly locale: string }, { id: number }>(
  'catalog.create-category',
  `insert into categories (parent_id, name, slug, description, seo_title, seo_description, image_id, locale, position)
  select $parentId::integer, $name, $slug, $description, $seoTitle, $seoDescription, $imageId::integer, $locale,
    coalesce((select max(position) + 1 from categories where parent_id is not distinct from $parentId::integer), 0)
  returning id`,
);
const update = namedQuery<StoredCategory>(
  'catalog.change-category',
  `update categories set parent_id = $parentId, name = $name, slug = $slug, description = $description, seo_title = $seoTitle,
    seo_description = $seoDescription, image_id = $imageId::integer where id = $id`,
);
const listProducts = sqlQuery<{ id: number }>(
  'catalog.list-products-of-category',
  `select product_id as id from product_categories where category_id = $1
  union select product_id from product_listing where category_ids && array[$1::integer] order by 1`,
);

const listProductIds = async (db: Db, id: number) => (await listProducts(db, [id])).map((row) => row.id);

export type SaveCategoryResult =
  | { readonly ok: true; readonly id: number }
  | { readonly ok: false; readonly code: 'BELOW_ITSELF' | 'GONE' }
  | Taken;

/**
 * Sanitises the description. Triggers create a redirect from the earlier slug, and move products in listings.
 * @param id null for a new category; an empty slug is created from the name
 */
export async function saveCategory(
  shop: ChangingShop,
  tx: Tx,
  id: number | null,
  category: CategoryValues,
): Promise<SaveCategoryResult> {
  const { parentId, name } = category;
  await lockTree(tx, []);
  if (parentId !== null && (await lock(tx, [[parentId]])).length === 0) return { ok: false, code: 'GONE' };
  const slug = toSlug(category.slug, name);
  const [taken] = await findTaken(tx, [id, name, parentId, slug, shop.choices.locale]);
  if (taken?.cycle) return { ok: false, code: 'BELOW_ITSELF' };
  if (taken?.name) return { ok: false, code: 'NAME_TAKEN' };
  if (taken?.slug) return { ok: false, code: 'SLUG_TAKEN' };
  const values = { ...category, slug, description: sanitiseHtml(category.description) };
  const saved = await saveUnlessTaken(tx, async (savepoint): Promise<SaveCategoryResult> => {
    if (id !== null) await update(savepoint, { ...values, id });
    const [created] = id === null ? await insert(savepoint, { ...values, locale: shop.choices.locale }) : [];
    return { ok: true, id: id ?? created?.id ?? 0 };
  });
  if (!saved.ok) return saved;
  if (id === null) {
    await republishProducts(shop, tx, []);
    return saved;
  }
  await shop.pages.invalidate(tx, [categoryCacheTag(id)]);
  await republishProducts(shop, tx, await listProductIds(tx, id));
  return { ok: true, id };
}

const swap = sqlQuery<{ id: number }>(
  'catalog.move-category',
  `with siblings as (
    select c.id, row_number() over (order by c.position, c.name collate "und-x-icu", c.id) as nth from categories c
    where c.parent_id is not distinct from (select parent_id from categories where id = $1::bigint)
  ), moved as (
    select s.id, row_number() over (order by case when s.id = $1::bigint then s.nth + $2::integer + sign($2::integer) * 0.5 else s.nth end) as nth from siblings s
  )
  update categories c set position = m.nth from moved m where c.id = m.id and c.position <> m.nth returning c.id`,
);

/**
 * Moves a category among its siblings. @param by places to move down; negative to move up @returns whether anything
 * moved
 */
export async function moveCategory(shop: ChangingShop, tx: Tx, id: number, by: number): Promise<boolean> {
  await lockTree(tx, []);
  const moved = await swap(tx, [id, by]);
  if (moved.length > 0) await republishProducts(shop, tx, []);
  return moved.length > 0;
}

const findClash = sqlQuery<{ name: string }>(
  'catalog.find-clash-of-subcategories',
  `select c.name from categories c where c.parent_id = $1 and exists (
    select from categories o where o.parent_id is not distinct from $2::integer and o.id <> $1 and lower(o.name) = lower(c.name)) limit 1`,
);
const findBelow = sqlQuery<{ isBelow: boolean }>(
  'catalog.is-category-below',
  `with recursive above as (
    select id, parent_id from categories where id = $2
    union all select c.id, c.parent_id from categories c join above a on c.id = a.parent_id
  ) select exists (select from above where id = $1) as "isBelow"`,
);
/**
 * Frees the name of the category to delete: a subcategory may have it, and moves up before the category is deleted.
 */
const freeName = sqlQuery(
  'catalog.free-name-of-category',
  'update categories set name = gen_random_uuid() where id = $1',
);
const moveChildren = sqlQuery(
  'catalog.move-subcategories',
  'update categories set parent_id = $2::integer where parent_id = $1',
);
const moveProducts = sqlQuery(
  'catalog.move-products-of-category',
  `insert into product_categories (product_id, category_id, position) select product_id, $2, position from product_categories where category_id = $1
  on conflict do nothing`,
);
const moveRedirects = sqlQuery(
  'catalog.move-redirects-of-category',
  'update slug_redirects set category_id = $2 where category_id = $1',
);
const addRedirect = sqlQuery(
  'catalog.redirect-category',
  `insert into slug_redirects (kind, locale, slug, category_id) values ('category', $1, $2, $3)
  on conflict (kind, locale, slug) do update set category_id = excluded.category_id, since = now()`,
);
const remove = sqlQuery<{ importPath: string | null }>(
  'catalog.delete-category',
  'delete from categories where id = $1 returning import_path as "importPath"',
);
/** Lets the next import find the category into which the imported one was merged. */
const takeImportPath = sqlQuery(
  'catalog.take-import-path',
  'update categories set import_path = $2 where id = $1 and import_path is null',
);

export type RemoveCategoryResult =
  | { readonly ok: true; readonly products: number }
  | { readonly ok: false; readonly code: 'GONE' | 'TARGET_BELOW' }
  | { readonly ok: false; readonly code: 'CHILD_NAME_TAKEN'; readonly name: string };

export const countCategoryProducts = async (db: Db, id: number): Promise<number> =>
  (await listProductIds(db, id)).length;

/**
 * Deletes a category. If `into` is given, its products, subcategories and addresses move to that category; otherwise
 * only its subcategories move, to its parent.
 */
export async function removeCategory(
  shop: ChangingShop,
  tx: Tx,
  id: number,
  into: number | null,
): Promise<RemoveCategoryResult> {
  await lockTree(tx, []);
  const rows = await lock(tx, [into === null ? [id] : [id, into]]);
  const from = rows.find((row) => row.id === id);
  if (!from || (into !== null && rows.length < 2)) return { ok: false, code: 'GONE' };
  if (into !== null && (await findBelow(tx, [id, into]))[0]?.isBelow) return { ok: false, code: 'TARGET_BELOW' };
  const parent = into ?? from.parentId;
  const [clash] = await findClash(tx, [id, parent]);
  if (clash) return { ok: false, code: 'CHILD_NAME_TAKEN', name: clash.name };
  const products = await listProductIds(tx, id);
  // Waits for products that are being saved: saving a product writes all its categories.
  await lockProducts(tx, products);
  await freeName(tx, [id]);
  await moveChildren(tx, [id, parent]);
  if (into !== null) {
    await moveProducts(tx, [id, into]);
    await moveRedirects(tx, [id, into]);
    await addRedirect(tx, [shop.choices.locale, from.slug, into]);
  }
  const [removed] = await remove(tx, [id]);
  if (into !== null && removed?.importPath) await takeImportPath(tx, [into, removed.importPath]);
  await shop.pages.invalidate(tx, [categoryCacheTag(id), ...(into === null ? [] : [categoryCacheTag(into)])]);
  await republishProducts(shop, tx, products);
  return { ok: true, products: products.length };
}
