import { brandPath, categoryPath, productPath, tagPath } from '#features/catalog/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { keepQuery, readSearch } from '#platform/pages/kept-query.ts';
import { findTarget } from './redirects/redirects.ts';

/** Query parameters that name pages in shops without permalinks: `/?p=44`, `/?product=tide-jug`. */
export const redirectParameters = ['p', 'product', 'product_cat', 'product_tag', 'post_type'] as const;

interface Slug {
  readonly slug: string;
  /** Whether the slug is a category's, to which the address of a deleted product leads. */
  readonly isCategory?: boolean;
}

const queryProductBySlug = sqlQuery<Slug>(
  'catalog-transfer.find-product-redirect',
  `(select slug, false as "isCategory" from published_products p where locale = $2 and slug = any($1::text[])
    or id = any(array(select product_id from slug_redirects r where r.kind = 'product' and r.locale = $2 and r.slug = any($1::text[])))
  order by p.slug = any($1::text[]) desc limit 1)
  union all
  (select c.slug, true from slug_redirects r join categories c on c.id = r.category_id
  where r.kind = 'product' and r.locale = $2 and r.slug = any($1::text[]) limit 1)
  order by "isCategory" limit 1`,
);

const queryProductByImportId = sqlQuery<Pick<Slug, 'slug'>>(
  'catalog-transfer.find-id-redirect',
  `select slug from published_products where id = coalesce(
    (select id from products where import_id = $1), (select product_id from variations where import_id = $1))`,
);

/** A subcategory's slug may start with its parent's slug. */
const queryCategoryBySlug = sqlQuery<Pick<Slug, 'slug'>>(
  'catalog-transfer.find-category-redirect',
  `select slug from categories c where locale = $3 and slug = any($1::text[]) or locale = $3 and slug = $2
    or id = any(array(select category_id from slug_redirects r where r.kind = 'category' and r.locale = $3 and r.slug = any($1::text[])))
  order by c.slug = $2 desc nulls last, c.slug = any($1::text[]) desc limit 1`,
);

const createLabelQuery = (table: 'tags' | 'brands', kind: 'tag' | 'brand') =>
  sqlQuery<Slug>(
    `catalog-transfer.find-${kind}-redirect`,
    `select slug from ${table} l where slug = any($1::text[])
      or id = any(array(select ${kind}_id from slug_redirects r where r.kind = '${kind}' and r.locale = $2 and r.slug = any($1::text[])))
    order by l.slug = any($1::text[]) desc limit 1`,
  );
const queryTagBySlug = createLabelQuery('tags', 'tag');
const queryBrandBySlug = createLabelQuery('brands', 'brand');

/** Runs one query. Resolves to null when nothing is found. */
type PathLookup = (db: Db, locale: string) => Promise<string | null>;

function createLookup(
  query: (db: Db, values: unknown[]) => Promise<Slug[]>,
  toPath: (slug: string) => string,
  toValues: (locale: string) => (string | readonly string[] | null)[],
): PathLookup {
  return async (db, locale) => {
    const [found] = await query(db, toValues(locale));
    if (!found) return null;
    return found.isCategory ? categoryPath(found.slug) : toPath(found.slug);
  };
}

const createImportIdLookup = (importId: string) => createLookup(queryProductByImportId, productPath, () => [importId]);
const createProductLookup = (slug: string) =>
  createLookup(queryProductBySlug, productPath, (locale) => [listSlugs(slug), locale]);
const createCategoryLookup = (slug: string, parent: string | null = null) =>
  createLookup(queryCategoryBySlug, categoryPath, (locale) => [
    ...[listSlugs(slug), parent && `${parent}-${slug}`.toLowerCase(), locale],
  ]);
const createTagLookup = (slug: string) => createLookup(queryTagBySlug, tagPath, (locale) => [listSlugs(slug), locale]);
const createBrandLookup = (slug: string) =>
  createLookup(queryBrandBySlug, brandPath, (locale) => [listSlugs(slug), locale]);

/** Returns a slug as written in the address, and in lower case: some shops ignore case. */
function listSlugs(slug: string): string[] {
  return [...new Set([slug, slug.toLowerCase()])];
}

function parsePath(path: string, parameters: URLSearchParams): PathLookup | null {
  const [typedRoot = '', ...rest] = path.split('/').filter((part) => part !== '');
  const root = typedRoot.toLowerCase();
  const [first] = rest;
  if (root === '' || root === 'index.php') return parseParameters(parameters);
  if (first === undefined) return null;
  if (root === 'product') return rest.length === 1 ? createProductLookup(first) : null;
  if (root === 'category') return rest.length === 1 ? createCategoryLookup(first) : null;
  if (root === 'tag') return rest.length === 1 ? createTagLookup(first) : null;
  if (root === 'brand') return rest.length === 1 ? createBrandLookup(first) : null;
  // Pages of listings had paths in the old shop: /product-category/cups/page/2
  const segments = rest.at(-2) === 'page' ? rest.slice(0, -2) : rest;
  const last = segments.at(-1);
  if (last === undefined) return null;
  if (root === 'product-category') return createCategoryLookup(last, segments.at(-2) ?? null);
  return root === 'product-tag' ? createTagLookup(last) : null;
}

function parseParameters(parameters: URLSearchParams): PathLookup | null {
  const [importId, product, category, tag] = redirectParameters.map((name) => parameters.get(name));
  if (importId) return createImportIdLookup(importId);
  if (product) return createProductLookup(product);
  if (category) return createCategoryLookup(category);
  return tag ? createTagLookup(tag) : null;
}

/**
 * Finds the current address for an old URL: a URL that staff have redirected, a URL from before a slug change,
 * or a URL of the shop from which the catalogue was imported. Call it only for unknown paths; it uses at most
 * two queries. The result is never the requested path, keeps query parameters that were not used for the
 * lookup, and is a path of this shop or an address of a host that the settings allow.
 * @param url requested path and query
 */
export async function findRedirect(shop: Shop, url: string): Promise<string | null> {
  const {
    db,
    choices: { locale },
  } = shop;
  const [raw = '/'] = url.split('?', 1);
  const redirected = await findTarget(shop, db, raw);
  if (redirected !== null) return redirected.includes('#') ? redirected : keepQuery(redirected, url);
  const path = decodePath(raw);
  const lookup = path === null || path.length > 1000 ? null : parsePath(path, new URLSearchParams(readSearch(url)));
  const target = (await lookup?.(db, locale)) ?? null;
  return target === null || decodePath(target) === path ? null : keepQuery(target, url, redirectParameters);
}

/** Returns null for invalid encoding and zero bytes, which the database rejects. */
function decodePath(path: string): string | null {
  try {
    const text = decodeURIComponent(path);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
