import { sql } from 'drizzle-orm';
import type { ProductStatus, ProductType, Visibility } from '#features/catalog/index.ts';
import type { StockState } from '#features/inventory/index.ts';
import type { MediaRow } from '#platform/media/media.ts';

/** Row of the list of products. Amounts in minor units of `currency`. */
export interface ProductRow {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly type: ProductType;
  readonly status: ProductStatus;
  readonly visibility: Visibility;
  readonly createdAt: Date;
  readonly priceMin: number | null;
  readonly priceMax: number | null;
  readonly photograph: MediaRow | null;
  readonly photographs: number;
  /** Number of variations, without the master. */
  readonly variations: number;
  /** Units on hand of all variations whose stock is counted; null when no variation's stock is counted. */
  readonly units: number | null;
  readonly master: MasterRow;
}

/** Master of a product: the data of the variation that a simple product sells. */
export interface MasterRow {
  readonly sku: string | null;
  readonly regularPrice: number | null;
  readonly salePrice: number | null;
  readonly currency: string | null;
  readonly managed: boolean;
  readonly onHand: number;
  readonly status: StockState;
}

export const selectProductRow = sql`p.id, p.name, p.slug, p.type, p.status, p.visibility, p.created_at as "createdAt",
  p.price_min as "priceMin", p.price_max as "priceMax",
  (select json_build_object('id', m.id, 'sha256', m.sha256, 'width', m.width, 'height', m.height, 'color', m.color, 'alt', m.alt)
    from product_media i join platform.media m on m.id = i.media_id where i.product_id = p.id order by i.position limit 1) as photograph,
  (select count(*)::integer from product_images i where i.product_id = p.id) as photographs,
  (select count(*)::integer - 1 from variations v where v.product_id = p.id) as variations,
  (select sum(s.on_hand)::float8 from stock_levels s where s.managed and s.variation_id in (select v.stock_id from variations v
    where v.product_id = p.id and v.enabled and (v.id = p.id) = (p.type <> 'variable'))) as units,
  (select json_build_object('sku', v.sku, 'regularPrice', o.regular_price, 'salePrice', o.sale_price, 'currency', o.currency,
      'managed', s.managed, 'onHand', s.on_hand, 'status', s.status)
    from variations v join stock_levels s on s.variation_id = v.stock_id left join main_prices o on o.variation_id = v.id
    where v.id = p.id) as master`;
