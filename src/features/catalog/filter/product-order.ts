import type { PriceDisplay } from '#features/pricing/index.ts';
import { buildIdArraySql, buildShownPriceSql, type FilterRows, productRows } from './filter-rows.ts';

/** Columns by sort order; `shop` is the order that the shop owner chose. */
export const sortColumns = {
  shop: 'l.position, l.name collate "und-x-icu"',
  position: 'l.position',
  modified: 'p.updated_at',
  name: 'l.name collate "und-x-icu"',
  slug: 'p.slug',
  rating: 'l.rating',
  ratings: 'p.rating_count',
};

/** `price` sorts by the lowest displayed price of a row ascending, or by the highest one descending. */
export type ProductSort = keyof typeof sortColumns | 'id' | 'price' | 'published';

export interface ProductOrder {
  readonly by: ProductSort;
  readonly isDescending?: boolean;
}

/** Sorts rows without a value to the end. The indexes of `product_listing` have these orders. */
export function buildOrderSql(
  { by, isDescending = false }: ProductOrder,
  display: PriceDisplay,
  rows: FilterRows = productRows,
): string {
  const price = isDescending ? rows.highestPrice : rows.lowestPrice;
  const columns = {
    ...{ ...sortColumns, id: rows.id, published: rows.publishedAt },
    price: buildShownPriceSql(price, display, rows.taxClass),
  };
  const column = columns[by];
  const mayBeNull = by === 'price' || by === 'rating';
  return isDescending
    ? `${column} desc${mayBeNull ? ' nulls last' : ''}, l.product_id desc`
    : `${column}, l.product_id`;
}

export const buildGivenOrderSql = (ids: readonly number[], id = productRows.id): string =>
  `array_position(${buildIdArraySql(ids)}, ${id})`;
