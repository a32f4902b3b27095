import type { StockState } from '#features/inventory/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { normaliseText } from '#platform/input/normalise-text.ts';
import type { ProductStatus, ProductType, Visibility } from '../contract.ts';
import { findVariationIdsBySku } from './save/product-lookups.ts';

/** A product or variation as commands show it to operators. Amounts in minor units. */
export interface ProductSummary {
  readonly id: number;
  readonly sku: string | null;
  readonly name: string;
  /** Terms of a variation; 'any' for an attribute without a term. */
  readonly options: readonly string[];
  readonly status: ProductStatus | 'on' | 'off';
  readonly price: number | null;
  readonly sale: number | null;
  /** Null without a price. */
  readonly currency: string | null;
  /** Quantity on hand; null for unmanaged stock. */
  readonly stock: number | null;
  readonly stockStatus: StockState;
  readonly backordered: number;
}

const summaryColumnsSql = `v.id, v.sku, p.name, coalesce((select json_agg(coalesce(t.name, 'any') order by pa.position)
    from variation_terms vt join product_attributes pa on pa.product_id = vt.product_id and pa.attribute_id = vt.attribute_id
    left join attribute_terms t on t.id = vt.term_id where vt.variation_id = v.id), '[]') as options,
  case when v.id = p.id then p.status when v.enabled then 'on' else 'off' end as status,
  o.regular_price as price, o.sale_price as sale, o.currency, case when s.managed then s.on_hand end as stock,
  s.status as "stockStatus", s.backordered`;

const perPage = 50;

const queryProductSummaries = sqlQuery<ProductSummary & { total: number }>(
  'catalog.product-summaries',
  `select ${summaryColumnsSql}, count(*) over ()::integer as total
  from products p join variations v on v.id = p.id join stock_levels s on s.variation_id = v.stock_id
  left join main_prices o on o.variation_id = v.id
  where ($1::text is null or p.status = $1) and ($2 = '' or p.name ilike $2 or exists (
    select from variations own where own.product_id = p.id and own.sku ilike $2))
  order by p.created_at desc, p.id desc limit ${perPage} offset $3`,
);

export interface ProductSummaryPage {
  readonly lines: readonly ProductSummary[];
  readonly total: number;
  readonly pages: number;
}

export async function listProductSummaries(
  db: Db,
  { status, find, page }: { status?: ProductStatus | undefined; find: string; page: number },
): Promise<ProductSummaryPage> {
  const pattern = find === '' ? '' : `%${find.replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await queryProductSummaries(db, [status ?? null, pattern, (page - 1) * perPage]);
  const total = rows[0]?.total ?? 0;
  return { lines: rows.map(({ total: _, ...line }) => line), total, pages: Math.max(1, Math.ceil(total / perPage)) };
}

export interface ProductDetails {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly type: ProductType;
  readonly status: ProductStatus;
  readonly visibility: Visibility;
  /** The master first, then the variations. */
  readonly lines: readonly ProductSummary[];
}

const queryProductDetails = sqlQuery<Omit<ProductDetails, 'lines'>>(
  'catalog.product-details',
  'select id, slug, name, type, status, visibility from products where id = $1',
);

const querySummariesOfProduct = sqlQuery<ProductSummary>(
  'catalog.variation-summaries',
  `select ${summaryColumnsSql} from products p join variations v on v.product_id = p.id join stock_levels s on s.variation_id = v.stock_id
  left join main_prices o on o.variation_id = v.id
  where p.id = $1 order by v.id <> p.id, v.position, v.id`,
);

/** @param sku SKU of the product or of one of its variations */
export async function findProductDetailsBySku(db: Db, sku: string): Promise<ProductDetails | null> {
  const typed = normaliseText(sku);
  const ids = (await findVariationIdsBySku(db, [typed])).get(typed.toLowerCase());
  if (!ids) return null;
  const [found] = await queryProductDetails(db, [ids.productId]);
  return found ? { ...found, lines: await querySummariesOfProduct(db, [ids.productId]) } : null;
}
