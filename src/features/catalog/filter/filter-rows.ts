import type { AmountsByTaxClass, PriceDisplay } from '#features/pricing/index.ts';
import type { FacetFilter, FilterTerm, TermOperator } from './product-filter.ts';

/** SQL fragments for the rows to which a filter applies. They always include rows `l` and `p` of the product. */
export interface FilterRows {
  /** Tables and at least one condition, so that further conditions can follow. */
  readonly from: string;
  readonly id: string;
  readonly parentId: string;
  /** The lowest price as entered by the shop. */
  readonly lowestPrice: string;
  readonly highestPrice: string;
  readonly taxClass: string;
  readonly publishedAt: string;
  readonly isOnSale: string;
  readonly isInStock: string;
  /** Valid only for rows that are in stock. */
  readonly isOnBackorder: string;
  /** SQL before a condition on the SKU of `v`; a closing parenthesis follows the condition. */
  readonly hasSku: string;
  readonly matchTerms: (terms: readonly FilterTerm[], operator: TermOperator) => string;
}

/** Builds an array as part of the statement's text, so that PostgreSQL plans for the actual ids. */
export function buildIdArraySql(ids: readonly number[]): string {
  if (!ids.every(Number.isSafeInteger)) throw new TypeError('ids must be whole numbers');
  return `'{${ids.join(',')}}'::integer[]`;
}

export const buildTermArraySql = (terms: readonly FilterTerm[]) => buildIdArraySql(terms.map(({ id }) => id));

/** @param column array column with all term ids of a row */
export function matchIdsSql(column: string, terms: readonly FilterTerm[], operator: TermOperator = 'in'): string {
  const ids = buildTermArraySql(terms);
  return operator === 'and' ? `${column} @> ${ids}` : `${operator === 'in' ? '' : 'not '}(${column} && ${ids})`;
}

/** Rows `l` of `product_listing`, which contains the public products, and `p` of `published_products`. */
export const productRows: FilterRows = {
  from: 'product_listing l join published_products p on p.id = l.product_id where p.is_public',
  ...{ id: 'l.product_id', parentId: '0', lowestPrice: 'l.price_min', highestPrice: 'l.price_max' },
  // Variations with another tax class and members of groups are treated as of the product's class.
  taxClass: 'p.effective_tax_class',
  // From `p`, so that an unfiltered list needs only the primary key of `l`.
  publishedAt: 'p.published_at',
  ...{ isOnSale: 'l.on_sale', isInStock: 'l.in_stock' },
  // True when everything that can be bought is on backorder. A product in stock without a price of its own, such as a
  // group, is never on backorder.
  isOnBackorder: `(p.price_min is not null and not exists (
    select from product_offers o where o.product_id = l.product_id and o.is_available and not o.is_on_backorder))`,
  hasSku: 'l.product_id in (select v.product_id from variations v where',
  matchTerms: (terms, operator) => matchIdsSql('l.term_ids', terms, operator),
};

/**
 * SQL expression for a value of the members `m` of a group, or of the row itself. Prices of groups within a group are
 * null.
 */
const ofMembersSql = (value: string, own: string, order = '') => `(case when p.type = 'grouped' then (
    select ${value} from product_links link join published_products m on m.id = link.linked_id
    where link.product_id = p.id and link.kind = 'grouped' ${order}) else ${own} end)`;

/**
 * Like `productRows`, but the prices of a group are the lowest and highest price of its members, not those of the
 * set.
 */
export const memberPricedRows: FilterRows = {
  ...productRows,
  lowestPrice: ofMembersSql('min(m.price_min)', productRows.lowestPrice),
  highestPrice: ofMembersSql('max(m.price_max)', productRows.highestPrice),
  // Members are treated as of the tax class of the cheapest member.
  taxClass: ofMembersSql('m.effective_tax_class', productRows.taxClass, 'order by m.price_min, m.id limit 1'),
};

/** Rows `o` and `v` of the variations of variable products, with prices at the given moment. */
export function createVariationRows(now: Date): FilterRows {
  const price = `price_at(o.regular_price, o.sale_price, o.sale_from, o.sale_to, '${now.toISOString()}'::timestamptz)`;
  return {
    from: `product_listing l join published_products p on p.id = l.product_id join product_offers o on o.product_id = p.id
      join variations v on v.id = o.variation_id where p.is_public and p.type = 'variable'`,
    ...{ id: 'v.id', parentId: 'p.id', lowestPrice: price, highestPrice: price, taxClass: 'o.effective_tax_class' },
    publishedAt: 'p.published_at',
    ...{ isOnSale: `(${price} < o.regular_price)`, isInStock: 'o.is_available', isOnBackorder: 'o.is_on_backorder' },
    hasSku: '(',
    matchTerms: matchVariationTermsSql,
  };
}

/**
 * Builds a condition for variations with any or all of the terms. A variation that leaves an attribute open has all
 * terms of its product. The inner set depends on no row, so PostgreSQL computes it once. Without `is true` PostgreSQL
 * would join the set, and evaluate it for each variation when it underestimates the size of the set.
 */
function matchVariationTermsSql(terms: readonly FilterTerm[], operator: TermOperator): string {
  if (operator === 'and' && terms.length === 0) return 'true';
  const isEach = `group by tv.id having count(*) = ${new Set(terms.map(({ id }) => id)).size}`;
  return `${operator === 'not_in' ? 'not ' : ''}((v.id in (select tv.id from product_attribute_terms pt
    join variations tv on tv.product_id = pt.product_id
    left join variation_terms vt on vt.variation_id = tv.id and vt.attribute_id = pt.attribute_id
    where pt.term_id = any(${buildTermArraySql(terms)}) and (vt.term_id is null or vt.term_id = pt.term_id)
    ${operator === 'and' ? isEach : ''})) is true)`;
}

/** SQL expression for the amount of a tax class, taken from `AmountsByTaxClass` as JSON. */
export const pickAmountSql = (json: string, taxClass: string) => `coalesce(${json} ->> ${taxClass}, ${json} ->> '')`;

function buildAmountSql(amounts: AmountsByTaxClass, taxClass: string, type: 'bigint' | 'float8'): string {
  const { '': untaxed = 0, ...others } = amounts;
  if (Object.keys(others).length === 0) return `${untaxed}::${type}`;
  return `${pickAmountSql(`'${JSON.stringify(amounts).replaceAll("'", "''")}'::jsonb`, taxClass)}::${type}`;
}

/** Builds a condition that the displayed prices of a row overlap the range. Null without a range. */
export function matchPriceSql(
  { minPrice, maxPrice }: Pick<FacetFilter, 'minPrice' | 'maxPrice'>,
  display: PriceDisplay,
  { lowestPrice, highestPrice, taxClass }: Pick<FilterRows, 'lowestPrice' | 'highestPrice' | 'taxClass'>,
): string | null {
  const toBound = (amounts: AmountsByTaxClass) => buildAmountSql(amounts, taxClass, 'bigint');
  const sides = [
    ...(minPrice === null ? [] : [`${highestPrice} >= ${toBound(display.toLowestEntered(minPrice))}`]),
    ...(maxPrice === null ? [] : [`${lowestPrice} <= ${toBound(display.toHighestEntered(maxPrice))}`]),
  ];
  return sides.length === 0 ? null : sides.join(' and ');
}

/**
 * SQL expression for a displayed price, for sorting. Taxes may change the order of products of different tax classes.
 */
export function buildShownPriceSql(price: string, display: PriceDisplay, taxClass: string): string {
  return display.isConverted ? `${price} * ${buildAmountSql(display.factors, taxClass, 'float8')}` : price;
}
