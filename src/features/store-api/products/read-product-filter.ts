import {
  type AttributeFilter,
  type FilterTerm,
  findFilterTerms,
  noFilters,
  type ProductFilter,
  type TermOperator,
  unknownTerm,
} from '#features/catalog/index.ts';
import { findRelatedIds } from '#features/listing/index.ts';
import { searchProducts } from '#features/search/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { attributePrefix } from '../cart/item-reply.ts';
import { type ProductFilterInput, stockStates } from './product-query.ts';

/** Returns the slug of an attribute that a request names `pa_color`. */
export function toAttributeSlug(taxonomy: string): string {
  return taxonomy.startsWith(attributePrefix) ? taxonomy.slice(attributePrefix.length) : taxonomy;
}

export interface ReadFilter {
  readonly filter: ProductFilter;
  /** Ids found by the search, best first; null without a search. */
  readonly found: readonly number[] | null;
}

/**
 * Reads the public filters. If they are requested, runs one query for terms, one for related products, and a search.
 */
export async function readProductFilter(shop: Shop, input: ProductFilterInput): Promise<ReadFilter> {
  const { search, related, parent: parentIds, parent_exclude: excludedParentIds, type, stock_status: statuses } = input;
  const found = search?.trim() ? (await searchProducts(shop, { text: search })).productIds : null;
  const relatedIds = related === undefined ? null : await findRelatedIds(shop.db, related);
  const column = input.date_column.startsWith('modified') ? 'updated_at' : 'published_at';
  const filter: ProductFilter = {
    ...{ ...noFilters, ...(await readTerms(shop, input)), onSale: input.on_sale ?? null },
    ...{ minPrice: input.min_price ?? null, maxPrice: input.max_price ?? null, featured: input.featured },
    ...{
      slugs: input.slug?.map((slug) => ({ locale: shop.choices.locale, slug })),
      skus: input.sku,
      ids: input.include,
      excludedIds: input.exclude,
      parentIds,
    },
    ...{ excludedParentIds, ratings: input.rating, visibility: input.catalog_visibility },
    type: type === 'variation' ? undefined : type,
    stockStates: statuses?.length ? statuses.map((status) => stockStates[status]) : undefined,
    productIds:
      found && relatedIds ? found.filter((id) => relatedIds.includes(id)) : (found ?? relatedIds ?? undefined),
    dates: { column, after: input.after, before: input.before },
  };
  return { filter, found };
}

async function readTerms({ db, choices }: Shop, input: ProductFilterInput) {
  const { category, tag, brand, attributes = [] } = input;
  const { category_operator: categoryOperator, tag_operator: tagOperator, brand_operator: brandOperator } = input;
  const known = await findFilterTerms(db, {
    locale: choices.locale,
    ...{ categories: category, tags: tag, brands: brand, acceptsIds: true },
    terms: attributes.flatMap(({ attribute, slug = [] }) =>
      slug.map((term) => ({ attribute: toAttributeSlug(attribute), term })),
    ),
    termIds: attributes.flatMap(({ term_id = [] }) => term_id),
  });
  return {
    ...{ categoryOperator, tagOperator, brandOperator, anyAttribute: input.attribute_relation === 'or' },
    categories: chooseTerms(category, known.categories, categoryOperator),
    tags: chooseTerms(tag, known.tags, tagOperator),
    brands: chooseTerms(brand, known.brands, brandOperator),
    attributes: attributes.map((requested) => chooseAttribute(requested, known.attributes)),
  };
}

/**
 * Values that the shop does not have become an unknown term, which matches nothing. An empty list with the operator
 * `in` matches nothing either.
 */
function chooseTerms(
  values: readonly string[] | undefined,
  known: readonly FilterTerm[],
  operator: TermOperator,
): readonly FilterTerm[] {
  if (values === undefined || (values.length === 0 && operator !== 'in')) return [];
  const chosen = values.flatMap((value) => {
    const matching = known.filter(({ id, slug }) => slug === value || String(id) === value);
    return matching.length > 0 ? matching : [unknownTerm];
  });
  return chosen.length > 0 ? chosen : [unknownTerm];
}

function chooseAttribute(
  { attribute, slug = [], term_id: ids = [], operator }: NonNullable<ProductFilterInput['attributes']>[number],
  known: readonly AttributeFilter[],
): AttributeFilter {
  const name = toAttributeSlug(attribute);
  const { id = 0, terms = [] } = known.find((each) => each.slug === name) ?? {};
  const find = (matches: (term: FilterTerm) => boolean) => terms.find(matches) ?? unknownTerm;
  return {
    ...{ id, slug: name, name, operator },
    terms: [
      ...slug.map((value) => find((term) => term.slug === value)),
      ...ids.map((value) => find((term) => term.id === value)),
    ],
  };
}
