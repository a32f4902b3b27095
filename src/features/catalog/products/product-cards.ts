import { findLowest, type PriceDisplay, type PriceRange, pricesAsEntered } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { MediaRow } from '#platform/media/media.ts';
import type { LocalSlug, ProductType, TermView } from '../contract.ts';
import { mediaJsonSql } from '../images/media-json.ts';
import type { QuantityRule } from '../quantity-rule.ts';
import { anyOfSql, quantityRuleJsonSql, termPictureSql } from './sql-fragments.ts';

/** A term with a colour or image, and a variation with the term, preferably an available one. */
export interface CardSwatch extends TermView {
  readonly variationId: number | null;
}

export interface ProductCard {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly type: ProductType;
  readonly priceRange: PriceRange | null;
  readonly onSale: boolean;
  readonly inStock: boolean;
  /** The first two images; the card shows the second on hover. */
  readonly images: readonly MediaRow[];
  readonly swatches: readonly CardSwatch[];
  /** True for a simple product that is in stock, has a price and requires no add-ons. */
  readonly canAddDirectly: boolean;
  readonly soldIndividually: boolean;
  readonly quantityRule: QuantityRule;
  /** Next start or end of a sale, or start of an event. */
  readonly nextChangeAt: Date | null;
}

/** Summary of a product's variations of one tax class. Amounts as entered by the shop. */
interface OfferSummary {
  /** Null when the variations are not taxed. */
  taxClass: string | null;
  min: number;
  max: number;
  regularMin: number;
  regularMax: number;
  /** The lowest price of the 30 days before the current sales; null when it is unknown. */
  prior: number | null;
  currency: string;
  onSale: boolean;
  inStock: boolean;
  /** Milliseconds since 1970. */
  changesAt: number | null;
}

/**
 * Summary of one member of a set, by tax class and availability. Amounts for the minimum quantity, as entered by the
 * shop.
 */
interface SetMemberSummary {
  memberId: number;
  taxClass: string | null;
  min: number;
  max: number;
  /** Whether the set's form can add the member: it is in stock and requires no add-ons. */
  canBuy: boolean;
}

export interface ProductCardRow {
  id: number;
  slug: string;
  name: string;
  type: ProductType;
  offers: OfferSummary[];
  /** Null unless the product is a group. */
  setMembers: SetMemberSummary[] | null;
  images: MediaRow[];
  swatches: CardSwatch[];
  needsNoInput: boolean;
  soldIndividually: boolean;
  quantityRule: QuantityRule;
}

/**
 * SQL subquery for the id of a variation of `published_products p` with term `t` and a price; available variations
 * come first.
 */
const variationOfTermSql = `(select v.id from variation_terms vt
    join offered_variations v on v.id = vt.variation_id and v.product_id = p.id and v.regular_price is not null
    where vt.product_id = p.id and vt.attribute_id = t.attribute_id and vt.term_id = t.id order by v.is_available desc, v.position, v.id limit 1)`;

const setMembersSql = (now: string) => `(
    select coalesce(json_agg(json_build_object('memberId', s.member_id, 'taxClass', s.tax_class, 'min', s.lowest, 'max', s.highest, 'canBuy', s.can_buy)), '[]')
    from set_member_prices(p.id, ${now}) s)`;

/**
 * SQL columns from which prices of `published_products p` are computed. The offers of a group are those of its
 * members.
 */
const priceColumnsSql = (now: string) => `(
    select coalesce(json_agg(json_build_object('taxClass', c.tax_class, 'min', c.min, 'max', c.max, 'regularMin', c.regular_min, 'regularMax', c.regular_max,
      'prior', c.prior, 'currency', c.currency, 'onSale', c.on_sale, 'inStock', c.in_stock, 'changesAt', c.changes_at)), '[]')
    from (
      select o.tax_class, min(o.price) as min, max(o.price) as max, min(o.regular_price) as regular_min, max(o.regular_price) as regular_max,
        min(o.prior_price) filter (where o.price < o.regular_price) as prior, min(o.currency) as currency, bool_or(o.price < o.regular_price) as on_sale, bool_or(o.is_available) as in_stock,
        floor(extract(epoch from least(min(o.sale_from) filter (where o.sale_from > ${now}), min(o.sale_to) filter (where o.sale_to > ${now}),
          min(o.event_starts_at) filter (where o.event_starts_at > ${now}))) * 1000) as changes_at
      from (
        select regular_price, prior_price, currency, sale_from, sale_to, event_starts_at, is_available, effective_tax_class as tax_class,
          price_at(regular_price, sale_price, sale_from, sale_to, ${now}) as price
        from product_offers where product_id = p.id
      ) o group by o.tax_class
    ) c) as offers,
  case when p.type = 'grouped' then ${setMembersSql(now)} end as "setMembers"`;

/**
 * SQL columns for a `ProductCardRow` of `published_products p`.
 * @param now SQL expression of the moment at which prices apply
 */
export function cardColumnsSql(now: string): string {
  return `p.id, p.slug, p.name, p.type, p.sold_individually as "soldIndividually", ${quantityRuleJsonSql} as "quantityRule",
  p.type = 'simple' and not exists (select from product_addons a where a.product_id = p.id and a.required) as "needsNoInput",
  ${priceColumnsSql(now)},
  (select coalesce(json_agg(${mediaJsonSql('i')} order by i.position), '[]') from (
    select m.*, pm.position from product_media pm join platform.media m on m.id = pm.media_id
    where pm.product_id = p.id order by pm.position limit 2) i) as images,
  (select coalesce(json_agg(json_build_object('slug', w.slug, 'name', w.name, 'swatch', w.swatch, 'picture', w.picture, 'variationId', w.variation) order by w.at, w.id), '[]') from (
    select t.id, t.slug, t.name, t.swatch, ${termPictureSql} as picture, pt.position as at, ${variationOfTermSql} as variation from product_attributes pa
    join attributes a on a.id = pa.attribute_id and a.kind = 'swatch'
    join product_attribute_terms pt on pt.product_id = pa.product_id and pt.attribute_id = pa.attribute_id
    join attribute_terms t on t.id = pt.term_id and (t.swatch is not null or t.image_id is not null)
    where pa.product_id = p.id and pa.for_variations order by pa.position, pt.position limit 8) w) as swatches`;
}

/** @param display how prices are displayed. Default: as they are entered */
export function toProductCard(
  { offers, setMembers, needsNoInput, ...row }: ProductCardRow,
  display: PriceDisplay = pricesAsEntered,
): ProductCard {
  const priceRange = toPriceRange({ offers, setMembers }, display);
  const inStock = offers.some((offer) => offer.inStock);
  return {
    ...row,
    priceRange,
    onSale: offers.some((offer) => offer.onSale),
    inStock: offers.length > 0 ? inStock : row.type === 'external',
    canAddDirectly: needsNoInput && priceRange !== null && inStock,
    nextChangeAt: findEarliestDate(offers.map(({ changesAt }) => (changesAt === null ? null : new Date(changesAt)))),
  };
}

function toPriceRange(
  { offers, setMembers }: Pick<ProductCardRow, 'offers' | 'setMembers'>,
  display: PriceDisplay,
): PriceRange | null {
  const range = toOfferPriceRange(offers, display);
  return range && setMembers ? toSetPriceRange(setMembers, range.currency, display) : range;
}

/**
 * Adds up one of each member, or its minimum quantity. Members that can't be added count only if none can be added.
 */
function toSetPriceRange(
  summaries: readonly SetMemberSummary[],
  currency: string,
  display: PriceDisplay,
): PriceRange | null {
  const buyable = summaries.filter(({ canBuy }) => canBuy);
  const counted = buyable.length > 0 ? buyable : summaries;
  if (counted.length === 0) return null;
  const members = Map.groupBy(counted, ({ memberId }) => memberId);
  const sum = (read: (shown: { readonly min: number; readonly max: number }[]) => number) =>
    [...members.values()].reduce((total, classes) => {
      const shown = classes.map(({ taxClass, ...amounts }) => ({
        min: display.toShown(amounts.min, taxClass),
        max: display.toShown(amounts.max, taxClass),
      }));
      return total + read(shown);
    }, 0);
  return {
    min: sum((shown) => Math.min(...shown.map(({ min }) => min))),
    max: sum((shown) => Math.max(...shown.map(({ max }) => max))),
    ...{ regular: null, prior: null, currency, isSet: true },
  };
}

function toOfferPriceRange(offers: readonly OfferSummary[], display: PriceDisplay): PriceRange | null {
  const [first] = offers;
  if (!first) return null;
  const show = (read: (offer: OfferSummary) => number) =>
    offers.map((offer) => display.toShown(read(offer), offer.taxClass));
  const min = Math.min(...show((offer) => offer.min));
  const max = Math.max(...show((offer) => offer.max));
  const [regularMin, regularMax] = [show((offer) => offer.regularMin), show((offer) => offer.regularMax)];
  const regular = Math.min(...regularMin);
  const isOneSale = min === max && offers.some((offer) => offer.onSale) && regular === Math.max(...regularMax);
  if (!isOneSale) return { min, max, regular: null, prior: null, currency: first.currency, isSet: false };
  const prior = display.showsPriorPrices
    ? findLowest(offers.map((offer) => (offer.prior === null ? null : display.toShown(offer.prior, offer.taxClass))))
    : null;
  return { min, max, regular, prior, currency: first.currency, isSet: false };
}

const queryProductCards = sqlQuery<ProductCardRow>(
  'catalog.product-cards',
  `select ${cardColumnsSql('$2::timestamptz')} from published_products p where p.id = ${anyOfSql('$1')}
  order by array_position($1::integer[], p.id)`,
);

const queryLinkedCards = sqlQuery<ProductCardRow>(
  'catalog.linked-cards-by-slug',
  `select ${cardColumnsSql('$2::timestamptz')} from published_products p
  where p.id in (select l.linked_id from products own join product_links l on l.product_id = own.id and l.kind <> 'cross-sell' where own.locale = $3 and own.slug = $1
    union all select id from products where locale = $3 and slug = $1 and type = 'grouped')`,
);

/**
 * Loads the cards of the published upsells and members of a product, and its own card if it is a group, in any order.
 * Uses one query.
 */
export async function getLinkedCards(
  db: Db,
  { locale, slug }: LocalSlug,
  now: Date,
  display: PriceDisplay,
): Promise<ProductCard[]> {
  return (await queryLinkedCards(db, [slug, now, locale])).map((row) => toProductCard(row, display));
}

/**
 * Loads the cards of published products in the given order. Uses one query.
 * @param display how prices are displayed. Default: as they are entered
 */
export async function getProductCards(
  db: Db,
  productIds: readonly number[],
  now: Date,
  display: PriceDisplay = pricesAsEntered,
): Promise<ProductCard[]> {
  if (productIds.length === 0) return [];
  return (await queryProductCards(db, [productIds, now])).map((row) => toProductCard(row, display));
}

const queryPriceRanges = sqlQuery<Pick<ProductCardRow, 'id' | 'offers' | 'setMembers'>>(
  'catalog.price-ranges',
  `select p.id, ${priceColumnsSql('$2::timestamptz')} from published_products p where p.id = ${anyOfSql('$1')}`,
);

/** Loads the displayed prices of published products, without the rest of their cards. Uses one query. */
export async function getPriceRanges(
  db: Db,
  productIds: readonly number[],
  now: Date,
  display: PriceDisplay,
): Promise<ReadonlyMap<number, PriceRange | null>> {
  if (productIds.length === 0) return new Map();
  const rows = await queryPriceRanges(db, [productIds, now]);
  return new Map(rows.map((row) => [row.id, toPriceRange(row, display)]));
}

export function findEarliestDate(dates: readonly (Date | null)[]): Date | null {
  const known = dates.filter((date) => date !== null).map((date) => date.getTime());
  return known.length === 0 ? null : new Date(Math.min(...known));
}
