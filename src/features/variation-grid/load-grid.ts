import type { BackorderPolicy, StockState } from '#features/inventory/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { smallestUrlSql } from '#platform/media/sizes.ts';
import type { CellValues } from './columns.ts';
import type { GridPicture } from './contract.ts';

export interface GridProduct {
  readonly name: string;
  /** Attributes for variations, in order. */
  readonly attributes: readonly { readonly name: string; readonly terms: readonly string[] }[];
}

const selectProduct = sqlQuery<GridProduct>(
  'variation-grid.load-product',
  `select p.name, coalesce((select json_agg(json_build_object('name', a.name, 'terms', (select coalesce(json_agg(t.name order by x.position, x.term_id), '[]')
      from product_attribute_terms x join attribute_terms t on t.id = x.term_id where x.product_id = p.id and x.attribute_id = a.id)) order by pa.position, a.id)
    from product_attributes pa join attributes a on a.id = pa.attribute_id where pa.product_id = p.id and pa.for_variations), '[]') as attributes
  from products p where p.id = $1 and p.type = 'variable'`,
);

/** @returns null when the id is not that of a product with variations */
export async function loadGridProduct(db: Db, productId: number): Promise<GridProduct | null> {
  return (await selectProduct(db, [productId]))[0] ?? null;
}

const selectPhotographs = sqlQuery<GridPicture>(
  'variation-grid.list-photographs',
  `select m.id, coalesce(nullif(m.title, ''), nullif(m.name, ''), '#' || m.id) as label, ${smallestUrlSql('m.sha256')} as image
  from (select media_id, min(position) as position from product_media where product_id = $1 and not is_placeholder group by media_id) i
  join platform.media m on m.id = i.media_id order by i.position`,
);

export const listPhotographs = (db: Db, productId: number): Promise<GridPicture[]> =>
  selectPhotographs(db, [productId]);

const selectPictures = sqlQuery<{ readonly id: number }>(
  'variation-grid.find-pictures',
  'select id from platform.media where id = any($1::integer[])',
);

/** Returns which of the ids are pictures of the media library. */
export async function findPictures(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  return new Set(ids.length === 0 ? [] : (await selectPictures(db, [ids])).map(({ id }) => id));
}

interface VariationRow {
  readonly id: number;
  readonly sku: string | null;
  readonly gtin: string | null;
  readonly enabled: boolean;
  readonly weightGrams: number | null;
  readonly lengthMm: number | null;
  readonly widthMm: number | null;
  readonly heightMm: number | null;
  readonly regularPrice: number | null;
  readonly salePrice: number | null;
  readonly saleFrom: Date | null;
  readonly saleTo: Date | null;
  readonly hasOwnStock: boolean;
  readonly managed: boolean;
  readonly onHand: number;
  readonly status: StockState;
  readonly backorders: BackorderPolicy;
  readonly imageId: number | null;
  readonly image: string | null;
  readonly options: readonly (string | null)[];
}

/**
 * Looks terms up by index for each row: the plan of a join would depend on the planner's estimate of their number.
 */
const selectVariations = sqlQuery<VariationRow>(
  'variation-grid.load-variations',
  `with used as (
    select attribute_id, position from product_attributes where product_id = $1 and for_variations
  )
  select v.id, v.sku, v.gtin, v.enabled, v.weight_grams::float8 as "weightGrams", v.length_mm::float8 as "lengthMm", v.width_mm::float8 as "widthMm",
    v.height_mm::float8 as "heightMm", m.regular_price as "regularPrice", m.sale_price as "salePrice", m.sale_from as "saleFrom", m.sale_to as "saleTo",
    v.stock_id = v.id as "hasOwnStock", s.managed, s.on_hand as "onHand", s.status, s.backorders, v.image_id as "imageId",
    case when i.sha256 is not null then ${smallestUrlSql('i.sha256')} end as image,
    coalesce((select json_agg(t.name order by u.position, u.attribute_id) from used u
      left join variation_terms x on x.variation_id = v.id and x.attribute_id = u.attribute_id
      left join attribute_terms t on t.id = x.term_id), '[]') as options
  from variations v
  join stock_levels s on s.variation_id = v.id
  left join main_prices m on m.variation_id = v.id
  left join platform.media i on i.id = v.image_id
  where v.product_id = $1 and v.id <> $1 and ($2::integer[] is null or v.id = any($2))
  order by v.position, v.id`,
);

export interface StoredVariation {
  readonly id: number;
  readonly label: string;
  readonly options: readonly string[];
  readonly image: string | null;
  readonly values: CellValues;
}

/** @param ids null loads all variations of the product in their order */
export async function loadVariationRows(
  db: Db,
  productId: number,
  ids: readonly number[] | null,
): Promise<StoredVariation[]> {
  return (await selectVariations(db, [productId, ids])).map((row) => {
    const options = row.options.map((name) => name ?? '');
    const label = options.filter(Boolean).join(', ') || row.sku || `#${row.id}`;
    return { id: row.id, label, options, image: row.image, values: toValues(row) };
  });
}

function toValues(row: VariationRow): CellValues {
  const { hasOwnStock, managed, onHand, status, backorders } = row;
  return {
    sku: row.sku ?? '',
    gtin: row.gtin ?? '',
    regularPrice: row.regularPrice,
    salePrice: row.salePrice,
    saleFrom: row.saleFrom?.toISOString() ?? null,
    saleTo: row.saleTo?.toISOString() ?? null,
    onHand: hasOwnStock && managed ? onHand : null,
    status: hasOwnStock && !managed ? status : '',
    backorders: hasOwnStock ? backorders : '',
    weightGrams: row.weightGrams,
    lengthMm: row.lengthMm,
    widthMm: row.widthMm,
    heightMm: row.heightMm,
    image: row.imageId,
    enabled: row.enabled,
  };
}
