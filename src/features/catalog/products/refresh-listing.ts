import { type Db, sqlQuery } from '#platform/database/database.ts';

const queryRefreshListing = sqlQuery(
  'catalog.refresh-listing',
  'select refresh_product_listing($1::integer[], $2::timestamptz)',
);

/**
 * Rebuilds the rows of `product_listing` for products and the groups that contain them, in one query. It must be
 * called in the transaction of the change, after all other writes.
 */
export async function refreshListing(db: Db, productIds: readonly number[], now: Date): Promise<void> {
  if (productIds.length > 0) await queryRefreshListing(db, [productIds, now]);
}
