import type { AmountsByTaxClass, PriceDisplay } from '#features/pricing/index.ts';
import type { FacetFilter, FilterTerm, TermOperator } from './product-filter.ts';

/** The rows that a filter chooses from, as SQL. Rows `l` and `p` of the product are always among them. */
export interface FilterRows {
  /** Tables, and a condition. */
  readonly from: string;
  readonly id: string;
  /** Id of the product of a variation. */
  readonly parentId: string;
  /** As entered. */
  readonly lowestPrice: string;
  readonly highestPrice: string;
  readonly taxClass: string;
  readonly publishedAt: string;
  readonly isOnSale: string;
  readonly isInStock: string;
  /** Of rows in stock. */
  readonly isOnBackorder: string;
  /** What goes before a condition on the SKU of `v`, up to a parenthesis that follows it. */
  readonly hasSku: string;
  readonly matchTerms: (terms: readonly FilterTerm[], operator: TermOperator) => string;
}

/** Values that are numbers are part of a statement's text, so that PostgreSQL plans for them. */
export function buildIdArraySql(ids: readonly number[]): string {
  if (!ids.every(Number.isSafeInteger)) throw new TypeError('ids must be whole numbers');
  return `'{${ids.join(',')}}'::integer[]`;
}

export const buildTermArraySql = (terms: readonly FilterTerm[]) => buildIdArraySql(terms.map(({ id }) => id));

/** @param column of all ids of a row */
export function matchIdsSql(column: string, terms: readonly FilterTerm[], operator: TermOperator = 'in'): string {
  const ids = buildTermArraySql(terms);
  return operator === 'and' ? `${column} @> ${ids}` : `${operator === 'in' ? '' : 'not '}(${column} && ${ids})`;
}

/** Rows `l` of `product_listing`, which has the public products, and `p` of `published_products`. */
export const productRows: FilterRows = {
  from: 'product_listing l join published_products p on p.id = l.product_id where p.is_public',
  ...{ id: 'l.product_id', parentId: '0', lowestPrice: 'l.price_min', highestPrice: 'l.price_max' },
  // Variations with classes of their own and members of groups count as of the product's class.
  taxClass: 'p.effective_tax_class',
  // Of `p`, so that the key of `l` is all that is read of it where nothing is filtered.
  publishedAt: 'p.published_at',
  ...{ isOnSale: 'l.on_sale', isInStock: 'l.in_stock' },
  // All that can be bought is. What is in stock without a price of its own, such as a group, is not.
  isOnBackorder: `(p.price_min is not null and not exists (
    select from product_offers o where o.product_id = l.product_id and o.is_available and not o.is_on_backorder))`,
  hasSku: 'l.product_id in (select v.product_id from variations v where',
  matchTerms: (terms, operator) => matchIdsSql('l.term_ids', terms, operator),
};

/** SQL expression: a value of the members `m` of a group, or of the row itself. Prices of groups within a group are null. */
const ofMembersSql = (value: string, own: string, order = '') => `(case when p.type = 'grouped' then (
    select ${value} from product_links link join published_products m on m.id = link.linked_id
    where link.product_id = p.id and link.kind = 'grouped' ${order}) else ${own} end)`;

/** `productRows`, but groups have the prices of their members, from the lowest to the highest, instead of that of a set. */
export const memberPricedRows: FilterRows = {
  ...productRows,
  lowestPrice: ofMembersSql('min(m.price_min)', productRows.lowestPrice),
  highestPrice: ofMembersSql('max(m.price_max)', productRows.highestPrice),
  // Members with other classes than the cheapest one count as of its class.
  taxClass: ofMembersSql('m.effective_tax_class', productRows.taxClass, 'order by m.price_min, m.id limit 1'),
};

/** Rows `o` and `v` of the variations that are sold of variable products, at the prices of a moment. */
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
 * Finds the variations with one of the terms, once for each of them that they have. Of attributes that they leave open,
 * they have all terms of their product. The set depends on no row, so that PostgreSQL finds it once: without `is true` it
 * would join the set, and run it again for each variation where it underestimates its size.
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

/** SQL expression: the amount of a tax class, of `AmountsByTaxClass` as SQL of JSON. */
export const pickAmountSql = (json: string, taxClass: string) => `coalesce(${json} ->> ${taxClass}, ${json} ->> '')`;

function buildAmountSql(amounts: AmountsByTaxClass, taxClass: string, type: 'bigint' | 'float8'): string {
  const { '': untaxed = 0, ...others } = amounts;
  if (Object.keys(others).length === 0) return `${untaxed}::${type}`;
  return `${pickAmountSql(`'${JSON.stringify(amounts).replaceAll("'", "''")}'::jsonb`, taxClass)}::${type}`;
}

/** Condition: one of the shown prices is in the range. Null without a range. */
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

/** SQL expression: a price as it is shown, for sorting. Products of several tax classes have another order by it. */
export function buildShownPriceSql(price: string, display: PriceDisplay, taxClass: string): string {
  return display.isConverted ? `${price} * ${buildAmountSql(display.factors, taxClass, 'float8')}` : price;
}
