import { isAvailableSql } from '#features/inventory/index.ts';
import type { PriceRange } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { MediaRow } from '#platform/media/media.ts';
import type { ProductType, TermView } from '../contract.ts';
import { mediaJsonSql } from '../images/media-json.ts';
import { anyOfSql, isOfferedSql, termPictureSql } from './sql-fragments.ts';

/** A term with a colour or image, and a variation that has it: an available one if there is any. */
export interface CardSwatch extends TermView {
  readonly variationId: number | null;
}

/** A product as listings show it. */
export interface ProductCard {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly type: ProductType;
  readonly priceRange: PriceRange | null;
  readonly onSale: boolean;
  readonly inStock: boolean;
  /** The first two images; the second shows on hover. */
  readonly images: readonly MediaRow[];
  readonly swatches: readonly CardSwatch[];
  /** True for a simple product in stock with a price and without required add-ons. */
  readonly canAddDirectly: boolean;
  readonly soldIndividually: boolean;
  /** Next start or end of a sale. */
  readonly nextChangeAt: Date | null;
}

interface OfferSummary {
  min: number | null;
  max: number | null;
  regularMin: number | null;
  regularMax: number | null;
  currency: string | null;
  onSale: boolean | null;
  inStock: boolean | null;
  /** Milliseconds since 1970. */
  changesAt: number | null;
}

export interface ProductCardRow {
  id: number;
  slug: string;
  name: string;
  type: ProductType;
  offer: OfferSummary;
  images: MediaRow[];
  swatches: CardSwatch[];
  needsNoInput: boolean;
  soldIndividually: boolean;
}

/** SQL subquery: one variation of `products p` per term of attribute `a`; available ones first. */
const variationsByTermSql = `(select distinct on (vt.term_id) vt.term_id, v.id from variation_terms vt
    join variations v on v.id = vt.variation_id and ${isOfferedSql} and v.regular_price is not null join stock_levels s on s.variation_id = v.stock_id
    where vt.product_id = p.id and vt.attribute_id = a.id order by vt.term_id, (${isAvailableSql}) desc, v.position, v.id)`;

/**
 * SQL columns of a `ProductCardRow` of `products p`. A group has the price range of its members.
 * @param now SQL expression of the moment for prices
 */
export function cardColumnsSql(now: string): string {
  return `p.id, p.slug, p.name, p.type, p.sold_individually as "soldIndividually",
  p.type = 'simple' and not exists (select from product_addons a where a.product_id = p.id and a.required) as "needsNoInput", (
    select json_build_object('min', min(o.price), 'max', max(o.price), 'regularMin', min(o.regular_price), 'regularMax', max(o.regular_price),
      'currency', min(o.currency), 'onSale', bool_or(o.price < o.regular_price), 'inStock', bool_or(o.available),
      'changesAt', floor(extract(epoch from least(min(o.sale_from) filter (where o.sale_from > ${now}), min(o.sale_to) filter (where o.sale_to > ${now}))) * 1000))
    from (
      select v.regular_price, v.currency, v.sale_from, v.sale_to, ${isAvailableSql} as available,
        price_at(v.regular_price, v.sale_price, v.sale_from, v.sale_to, ${now}) as price
      from (
        select p.id, p.type where p.type <> 'grouped'
        union all
        select member.id, member.type from product_links l join products member on member.id = l.linked_id and member.status = 'published'
        where p.type = 'grouped' and l.product_id = p.id and l.kind = 'grouped'
      ) p join variations v on v.product_id = p.id and ${isOfferedSql} and v.regular_price is not null join stock_levels s on s.variation_id = v.stock_id
    ) o) as offer,
  (select coalesce(json_agg(${mediaJsonSql('i')} order by i.at), '[]') from (
    select m.*, pi.position as at from product_images pi join platform.media m on m.id = pi.media_id
    where pi.product_id = p.id order by pi.position limit 2) i) as images,
  (select coalesce(json_agg(json_build_object('slug', w.slug, 'name', w.name, 'swatch', w.swatch, 'picture', w.picture, 'variationId', w.variation) order by w.at, w.id), '[]') from (
    select t.id, t.slug, t.name, t.swatch, ${termPictureSql} as picture, pt.position as at, match.id as variation from product_attributes pa
    join attributes a on a.id = pa.attribute_id and a.kind = 'swatch'
    join product_attribute_terms pt on pt.product_id = pa.product_id and pt.attribute_id = pa.attribute_id
    join attribute_terms t on t.id = pt.term_id and (t.swatch is not null or t.image_id is not null)
    left join lateral ${variationsByTermSql} match on match.term_id = t.id
    where pa.product_id = p.id and pa.for_variations order by pa.position, pt.position limit 8) w) as swatches`;
}

export function toProductCard({ offer, needsNoInput, ...row }: ProductCardRow): ProductCard {
  const { min, max, currency } = offer;
  const regular = min === max && offer.onSale && offer.regularMin === offer.regularMax ? offer.regularMin : null;
  return {
    ...row,
    priceRange: min === null || max === null || currency === null ? null : { min, max, regular, currency },
    onSale: offer.onSale ?? false,
    inStock: offer.inStock ?? row.type === 'external',
    canAddDirectly: needsNoInput && min !== null && offer.inStock === true,
    nextChangeAt: offer.changesAt === null ? null : new Date(offer.changesAt),
  };
}

const queryProductCards = sqlQuery<ProductCardRow>(
  'catalog.product-cards',
  `select ${cardColumnsSql('$2::timestamptz')} from products p where p.id = ${anyOfSql('$1')} and p.status = 'published'
  order by array_position($1::integer[], p.id)`,
);

/** Loads the cards of published products in the given order. One query. */
export async function getProductCards(db: Db, productIds: readonly number[], now: Date): Promise<ProductCard[]> {
  if (productIds.length === 0) return [];
  return (await queryProductCards(db, [productIds, now])).map(toProductCard);
}

export function findEarliestDate(dates: readonly (Date | null)[]): Date | null {
  const known = dates.filter((date) => date !== null).map((date) => date.getTime());
  return known.length === 0 ? null : new Date(Math.min(...known));
}
