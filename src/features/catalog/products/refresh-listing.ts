import { type Db, sqlQuery } from '#platform/database/database.ts';

const queryRefreshListing = sqlQuery(
  'catalog.refresh-listing',
  'select refresh_product_listing($1::integer[], $2::timestamptz)',
);

/**
 * Works out anew what lists know of these products and of the groups that they are in: their table product_listing. In the transaction that
 * changed them, after whatever it changed. One query.
 */
export async function refreshListing(db: Db, productIds: readonly number[], now: Date): Promise<void> {
  if (productIds.length > 0) await queryRefreshListing(db, [productIds, now]);
}
