import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { AttributeFilter, FacetFilter, FilterTerm } from './product-filter.ts';

/** Slugs, or ids as strings where ids are accepted. */
export interface RequestedTerms {
  readonly locale: string;
  readonly categories?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly brands?: readonly string[] | undefined;
  readonly terms: readonly { readonly attribute: string; readonly term: string }[];
  readonly termIds?: readonly number[];
  readonly acceptsIds?: boolean;
}

interface FilterTerms extends Pick<FacetFilter, 'categories' | 'brands' | 'attributes'> {
  readonly tags: readonly FilterTerm[];
}

interface FilterTermRow extends FilterTerm {
  kind: 'category' | 'tag' | 'brand' | 'term';
  attributeId: number | null;
  attributeSlug: string | null;
  attributeName: string | null;
}

/** The parameter with the number `first` contains slugs, the next parameter ids. */
const buildPlainSql = (kind: string, table: string, first: number, conditions = '') =>
  `select '${kind}' as kind, id, slug, name, null::integer as "attributeId", null as "attributeSlug", null as "attributeName" from ${table}
  where ${conditions}slug = any(array(select unnest($${first}::text[]))) or id = any(array(select unnest($${first + 1}::integer[])))`;

const queryFilterTerms = sqlQuery<FilterTermRow>(
  'catalog.find-filter-terms',
  `${buildPlainSql('category', 'categories', 1, 'locale = $10 and ')} union all ${buildPlainSql('tag', 'tags', 3)} union all ${buildPlainSql('brand', 'brands', 5)}
  union all select 'term', t.id, t.slug, t.name, a.id, a.slug, a.name
    from (
      select t.id from unnest($7::text[], $8::text[]) as requested(attribute, term)
      join attributes a on a.slug = requested.attribute and a.product_id is null join attribute_terms t on t.attribute_id = a.id and t.slug = requested.term
      union select unnest($9::integer[])
    ) as requested join attribute_terms t on t.id = requested.id join attributes a on a.id = t.attribute_id and a.product_id is null
  order by 2`,
);

/**
 * Finds terms by slug or id. Leaves out unknown terms, and terms of attributes that belong to a single product. Uses
 * one query, or none when nothing is requested.
 */
export async function findFilterTerms(
  db: Db,
  { locale, categories = [], tags = [], brands = [], terms, termIds = [], acceptsIds = false }: RequestedTerms,
): Promise<FilterTerms> {
  const toIds = (values: readonly string[]) =>
    (acceptsIds ? values : []).filter((each) => /^\d{1,9}$/.test(each)).map(Number);
  const values = [
    ...[categories, tags, brands].flatMap((list) => [list, toIds(list)]),
    ...[terms.map(({ attribute }) => attribute), terms.map(({ term }) => term), termIds],
  ];
  const rows = values.some(({ length }) => length > 0) ? await queryFilterTerms(db, [...values, locale]) : [];
  const toTerms = (found: readonly FilterTermRow[]) => found.map(({ id, slug, name }) => ({ id, slug, name }));
  const findKind = (kind: FilterTermRow['kind']) => rows.filter((row) => row.kind === kind);
  const toAttribute = ([id, found]: readonly [number | null, readonly FilterTermRow[]]): AttributeFilter => ({
    ...{ id: id ?? 0, slug: found[0]?.attributeSlug ?? '', name: found[0]?.attributeName ?? '' },
    terms: toTerms(found),
  });
  return {
    ...{
      categories: toTerms(findKind('category')),
      tags: toTerms(findKind('tag')),
      brands: toTerms(findKind('brand')),
    },
    attributes: [...Map.groupBy(findKind('term'), (row) => row.attributeId)].map(toAttribute),
  };
}
