import { awaitAll, type Db, sqlQuery } from '#platform/database/database.ts';

// Not `<>`, because PostgreSQL can't use an index for it.
const isOtherSql = '(locale < $1 or locale > $1)';
const buildAdoptSql = (table: string) => `update ${table} set locale = $1 where ${isOtherSql}`;

const adoptProducts = sqlQuery('catalog.adopt-locale-of-products', buildAdoptSql('products'));
const adoptCategories = sqlQuery('catalog.adopt-locale-of-categories', buildAdoptSql('categories'));
const adoptRedirects = sqlQuery('catalog.adopt-locale-of-redirects', buildAdoptSql('slug_redirects'));

/**
 * The catalogue has only one language, that of the shop. When the shop's language changes, pages keep their
 * addresses.
 */
export async function adoptLocale(db: Db, locale: string): Promise<void> {
  await awaitAll([adoptProducts, adoptCategories, adoptRedirects].map((adopt) => adopt(db, [locale])));
}

const findOther = sqlQuery<{ found: number }>(
  'catalog.find-other-locale',
  `(select 1 as found from products where ${isOtherSql} limit 1) union all (select 1 from categories where ${isOtherSql} limit 1)`,
);

/**
 * Whether all pages are stored in the language. Until then, a new page could get the slug of a page that is still
 * stored in the earlier language.
 */
export async function isLocaleAdopted(db: Db, locale: string): Promise<boolean> {
  return (await findOther(db, [locale])).length === 0;
}
