import { z } from 'zod';
import { brandPath } from '#features/catalog/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { attributePrefix } from '../cart/item-reply.ts';
import type { StoreAttribute, StoreBrand, StoreTerm } from './product-schemas.ts';
import { toAttributeSlug } from './read-product-filter.ts';
import { listTerms, type TermPage, type termListInput, termListParameters } from './term-lists.ts';

/**
 * Lists of tags, brands and attributes are read whole with one query each, since they have some thousands of entries
 * at most.
 */

type TermListInput = z.infer<typeof termListInput>;

export const attributeTermsInput = z.object({
  ...termListParameters,
  attribute: z.string().max(200).describe('Id, or `pa_…`'),
  orderby: z.enum(['id', 'name', 'name_num', 'slug', 'count', 'menu_order']).default('name'),
});

interface TermRow {
  id: number;
  name: string;
  slug: string;
  count: number;
}

const queryTags = sqlQuery<TermRow>(
  'store-api.list-tags',
  `select t.id, t.name, t.slug, coalesce(c.products, 0)::integer as count
  from tags t left join (
    select unnest(l.tag_ids) as id, count(*) as products from product_listing l where l.in_lists group by 1
  ) c on c.id = t.id
  order by t.name collate "und-x-icu", t.id`,
);

export async function listStoreTags({ db }: Shop, input: TermListInput): Promise<TermPage<StoreTerm>> {
  const rows = await queryTags(db, []);
  return listTerms(
    rows.map((row) => toTerm(row)),
    input,
  );
}

const toTerm = ({ id, name, slug, count }: TermRow, description = ''): StoreTerm => ({
  ...{ id, name, slug, description, parent: 0, count },
});

const queryBrands = sqlQuery<TermRow & { reviewCount: number }>(
  'store-api.list-brands',
  `select b.id, b.name, b.slug, coalesce(c.products, 0)::integer as count, coalesce(c.reviews, 0)::integer as "reviewCount"
  from brands b left join (
    select brand.id, count(*) as products, sum(p.rating_count) as reviews
    from product_listing l join published_products p on p.id = l.product_id cross join unnest(l.brand_ids) as brand(id)
    where l.in_lists group by 1
  ) c on c.id = b.id
  order by b.name collate "und-x-icu", b.id`,
);

async function loadBrands({ db, config }: Shop): Promise<StoreBrand[]> {
  return (await queryBrands(db, [])).map((row) => ({
    ...toTerm(row),
    image: null,
    review_count: row.reviewCount,
    permalink: config.publicUrl + brandPath(row.slug),
  }));
}

export async function listStoreBrands(shop: Shop, input: TermListInput): Promise<TermPage<StoreBrand>> {
  return listTerms(await loadBrands(shop), input);
}

/** @param key id or slug */
export async function findStoreBrand(shop: Shop, key: string): Promise<StoreBrand | null> {
  const brands = await loadBrands(shop);
  return brands.find(({ slug }) => slug === key) ?? brands.find(({ id }) => String(id) === key) ?? null;
}

const queryAttributes = sqlQuery<TermRow>(
  'store-api.list-attributes',
  `select a.id, a.name, a.slug, (select count(*)::integer from attribute_terms t where t.attribute_id = a.id) as count
  from attributes a where a.product_id is null order by a.name collate "und-x-icu", a.id`,
);

export async function listStoreAttributes({ db }: Shop): Promise<StoreAttribute[]> {
  return (await queryAttributes(db, [])).map(({ id, name, slug, count }) => ({
    ...{ id, name, taxonomy: attributePrefix + slug, type: 'select', order: 'menu_order', has_archives: false, count },
  }));
}

/** @param key id, `pa_…` or slug */
export async function findStoreAttribute(shop: Shop, key: string): Promise<StoreAttribute | null> {
  const attributes = await listStoreAttributes(shop);
  const taxonomy = attributePrefix + toAttributeSlug(key);
  return (
    attributes.find(({ id }) => String(id) === key) ?? attributes.find((each) => each.taxonomy === taxonomy) ?? null
  );
}

const queryAttributeTerms = sqlQuery<TermRow & { description: string }>(
  'store-api.list-attribute-terms',
  `select t.id, t.name, t.slug, t.description, (
    select count(*)::integer from product_listing l where l.in_lists and l.term_ids @> array[t.id]
  ) as count
  from attribute_terms t where t.attribute_id = $1 order by t.position, t.name collate "und-x-icu", t.id`,
);

const byName = new Intl.Collator('en');

/** @returns null for an unknown attribute */
export async function listStoreAttributeTerms(
  shop: Shop,
  { attribute: key, ...input }: z.infer<typeof attributeTermsInput>,
): Promise<TermPage<StoreTerm> | null> {
  const attribute = await findStoreAttribute(shop, key);
  if (attribute === null) return null;
  const terms = (await queryAttributeTerms(shop.db, [attribute.id])).map((row) => toTerm(row, row.description));
  const isByName = input.orderby === 'name';
  return listTerms(isByName ? terms.toSorted((one, other) => byName.compare(one.name, other.name)) : terms, input);
}
