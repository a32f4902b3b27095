import { awaitAll, type Db, sqlQuery } from '#platform/database/database.ts';

// Not `<>`, which no index serves.
const buildAdoptSql = (table: string) => `update ${table} set locale = $1 where locale < $1 or locale > $1`;

const adoptProducts = sqlQuery('catalog.adopt-locale-of-products', buildAdoptSql('products'));
const adoptCategories = sqlQuery('catalog.adopt-locale-of-categories', buildAdoptSql('categories'));
const adoptRedirects = sqlQuery('catalog.adopt-locale-of-redirects', buildAdoptSql('slug_redirects'));

/** The catalogue has one language, which is the shop's: when that is changed, pages keep their addresses. */
export async function adoptLocale(db: Db, locale: string): Promise<void> {
  await awaitAll([adoptProducts, adoptCategories, adoptRedirects].map((adopt) => adopt(db, [locale])));
}
