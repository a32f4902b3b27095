import type { VariationTerms } from '#features/catalog/index.ts';
import { findVariation } from '#features/product-form/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';

/** A product as its form names it. `chosen`: attribute slug to term slug; where something is chosen it counts for more than the variation. */
export interface RequestedItem {
  readonly productId: number;
  readonly variationId: number | null;
  readonly chosen: Readonly<Record<string, string>>;
  readonly quantity: number;
}

/** `found` with variation null: the product itself, unless it turns out to have variations. */
export interface ResolvedItem extends RequestedItem {
  readonly state: 'found' | 'incomplete' | 'unavailable';
}

interface OfferedRow {
  productId: number;
  id: number;
  terms: VariationTerms;
}

const findOfferedVariations = sqlQuery<OfferedRow>(
  'cart.offered-variations',
  `select v.product_id as "productId", v.id, json_object_agg(a.slug, t.slug) as terms
  from variations v join variation_terms vt on vt.variation_id = v.id join attributes a on a.id = vt.attribute_id
  left join attribute_terms t on t.id = vt.term_id
  where v.product_id = any($1::integer[]) and v.enabled and v.id <> v.product_id
  group by v.product_id, v.id, v.position order by v.position, v.id`,
);

/**
 * Finds the variation that is meant by the chosen attributes: without script the form's variation may be older than the choice beside it. One
 * query at most.
 */
export async function resolveVariations(db: Db, items: readonly RequestedItem[]): Promise<ResolvedItem[]> {
  const unclear = items.filter(({ chosen }) => Object.keys(chosen).length > 0);
  const rows = unclear.length > 0 ? await findOfferedVariations(db, [unclear.map(({ productId }) => productId)]) : [];
  return items.map((item) => {
    const variations = rows.filter(({ productId }) => productId === item.productId);
    if (variations.length === 0) return { ...item, state: 'found' };
    const selection = findVariation(variations, item.chosen);
    if (selection.state === 'found') return { ...item, state: 'found', variationId: selection.variation.id };
    return { ...item, state: selection.state === 'unavailable' ? 'unavailable' : 'incomplete' };
  });
}
