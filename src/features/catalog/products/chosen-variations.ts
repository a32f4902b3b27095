import { type PriceDisplay, pricesAsEntered } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { MediaRow } from '#platform/media/media.ts';
import type { OpenTerms } from '../contract.ts';
import { pickAmountSql } from '../filter/filter-rows.ts';
import type { FacetFilter } from '../filter/product-filter.ts';
import { mediaJsonSql } from '../images/media-json.ts';
import { anyOfSql } from './sql-fragments.ts';

export interface ChosenVariation {
  readonly id: number;
  /** Null when the variation has no image of its own. */
  readonly image: MediaRow | null;
  readonly openTerms: OpenTerms;
}

/** SQL expression for the price bound that applies to the tax class of `product_offers o`. */
const buildBoundSql = (bounds: string) => `${pickAmountSql(bounds, 'o.effective_tax_class')}::bigint`;

/**
 * A variation matches an attribute with one of the chosen terms, or by leaving open an attribute for which the
 * product has a chosen term. At least one match must have a colour or image of its own. Price, stock and sale exclude
 * variations only after ranking: a variation with a matching price that matches fewer attributes would contradict the
 * other filters.
 */
const queryChosenVariations = sqlQuery<ChosenVariation & { productId: number }>(
  'catalog.chosen-variations',
  `with matches as (
    select vt.product_id, vt.variation_id, a.slug as attribute,
      (array_agg(t.slug order by pt.position) filter (where vt.term_id is null))[1] as open_term,
      min(array[pa.position, pt.position]) filter (where a.kind = 'swatch' and (t.swatch is not null or t.image_id is not null)) as swatch
    from attribute_terms t join attributes a on a.id = t.attribute_id
    join product_attribute_terms pt on pt.term_id = t.id and pt.attribute_id = t.attribute_id and pt.product_id = ${anyOfSql('$1')}
    join product_attributes pa on pa.product_id = pt.product_id and pa.attribute_id = pt.attribute_id and pa.for_variations
    join variation_terms vt on vt.product_id = pt.product_id and vt.attribute_id = pt.attribute_id and coalesce(vt.term_id, t.id) = t.id
    where t.id = ${anyOfSql('$2')}
    group by vt.product_id, vt.variation_id, a.slug
  ), counted as (
    select product_id, variation_id, count(*) as attributes, min(swatch) as swatch,
      coalesce(json_object_agg(attribute, open_term) filter (where open_term is not null), '{}') as open_terms
    from matches group by product_id, variation_id
  ), ranked as (
    select o.*, c.swatch, c.open_terms, rank() over (partition by o.product_id order by c.attributes desc)
    from counted c join product_offers o on o.product_id = c.product_id and o.variation_id = c.variation_id
    where c.swatch is not null
  )
  select distinct on (o.product_id) o.product_id as "productId", o.variation_id as id, o.open_terms as "openTerms",
    case when m.id is not null then ${mediaJsonSql('m')} end as image
  from ranked o cross join price_at(o.regular_price, o.sale_price, o.sale_from, o.sale_to, $3::timestamptz) price
  join variations own on own.id = o.variation_id left join platform.media m on m.id = own.image_id
  where o.rank = 1 and (o.is_available or not $4::boolean) and (price < o.regular_price or not $5::boolean)
    and ($6::jsonb is null or price >= ${buildBoundSql('$6::jsonb')}) and ($7::jsonb is null or price <= ${buildBoundSql('$7::jsonb')})
  order by o.product_id, o.is_available desc, o.swatch, own.position, own.id`,
);

/**
 * Finds, by product id, the variations whose images the cards show when a shopper filters by colour. For each product
 * that is the variation that matches most of the chosen attributes; among equal ones, available variations come
 * first, then the order of the colours in the card. A product has none when the price or stock of its best matches
 * does not match the filter. Uses one query.
 * @param display how prices are displayed, and therefore filtered. Default: as they are entered
 */
export async function findChosenVariations(
  db: Db,
  productIds: readonly number[],
  { attributes, minPrice, maxPrice, inStock, onSale }: FacetFilter,
  now: Date,
  display: PriceDisplay = pricesAsEntered,
): Promise<ReadonlyMap<number, ChosenVariation>> {
  const termIds = attributes.flatMap(({ terms }) => terms.map(({ id }) => id));
  if (productIds.length === 0 || termIds.length === 0) return new Map();
  const lowest = minPrice === null ? null : JSON.stringify(display.toLowestEntered(minPrice));
  const highest = maxPrice === null ? null : JSON.stringify(display.toHighestEntered(maxPrice));
  const rows = await queryChosenVariations(db, [
    productIds,
    termIds,
    now,
    inStock === true,
    onSale === true,
    lowest,
    highest,
  ]);
  return new Map(rows.map(({ productId, ...chosen }) => [productId, chosen]));
}
