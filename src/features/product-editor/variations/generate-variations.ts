import { loadProducts, loadVariations, saveVariations, type VariationRecord } from '#features/catalog/index.ts';
import type { AuditValues } from '#platform/admin/audit/changed-fields.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { pageTexts as texts } from '../page/page-texts.ts';

const maxGenerated = 500;

type Terms = VariationRecord['terms'];

const selectTerms = sqlQuery<{ readonly terms: Terms }>(
  'product-editor.find-terms-of-variations',
  `select coalesce((select json_agg(json_build_object('attributeId', vt.attribute_id, 'termId', vt.term_id) order by vt.attribute_id)
    from variation_terms vt where vt.variation_id = v.id), '[]') as terms
  from variations v where v.product_id = $1 and v.id <> v.product_id`,
);

const selectNames = sqlQuery<{ readonly id: number; readonly name: string }>(
  'product-editor.name-variations',
  `select v.id, coalesce((select string_agg(t.name, ', ' order by pa.position, pa.attribute_id) from variation_terms x
    join product_attributes pa on pa.product_id = v.product_id and pa.attribute_id = x.attribute_id
    join attribute_terms t on t.id = x.term_id where x.variation_id = v.id), '') as name
  from variations v where v.id = any($1::integer[]) order by v.position, v.id`,
);

/** Most variations named in an audit entry, which keeps 100 fields. */
const mostNamed = 95;

/** Describes created variations for the audit: their number, and the first `mostNamed` names. */
export function describeCreatedVariations(made: ReadonlyMap<number, string>): AuditValues {
  const named = [...made].slice(0, mostNamed).map(([id, name]) => [`variation #${id}`, name]);
  return { ...Object.fromEntries(named), variations: made.size };
}

export interface MissingVariations {
  readonly count: number;
  /** The first missing combinations, as many as one call can create. */
  readonly terms: readonly Terms[];
}

/**
 * Finds the combinations of the product's terms that have no variation. A variation with an open term covers several
 * combinations.
 */
export async function findMissingVariations(db: Db, productId: number): Promise<MissingVariations> {
  const product = (await loadProducts(db, [productId])).get(productId);
  const options = (product?.attributes ?? [])
    .filter(({ forVariations, terms }) => forVariations && terms.length > 0)
    .toSorted((first, second) => first.attributeId - second.attributeId);
  const total = options.length === 0 ? 0 : options.reduce((count, { terms }) => count * terms.length, 1);
  const existing = await selectTerms(db, [productId]);
  // Too many combinations to check each: none is created.
  if (total > 20 * maxGenerated) return { count: total - existing.length, terms: [] };
  const all = options.reduce<Terms[]>(
    (made, { attributeId, terms }) =>
      made.flatMap((before) => terms.map((termId) => [...before, { attributeId, termId }])),
    [[]],
  );
  const isThere = (wanted: Terms) =>
    existing.some(({ terms }) =>
      wanted.every(({ attributeId, termId }) => {
        const own = terms.find((term) => term.attributeId === attributeId);
        return own !== undefined && (own.termId === null || own.termId === termId);
      }),
    );
  const missing = total === 0 ? [] : all.filter((wanted) => !isThere(wanted));
  return { count: missing.length, terms: missing };
}

export type GenerateResult =
  /** Names of the created variations by id: `Small, Blue`. */
  { readonly ok: true; readonly made: ReadonlyMap<number, string> } | { readonly ok: false; readonly message: string };

/** Creates the missing variations, with the price and stock of the product. The caller has locked the product. */
export async function generateVariations(shop: Shop, tx: Tx, productId: number, actor: Actor): Promise<GenerateResult> {
  const missing = await findMissingVariations(tx, productId);
  if (missing.count > maxGenerated) {
    const message = shop.t(texts.tooManyVariations, { count: missing.count, max: maxGenerated });
    return { ok: false, message };
  }
  const master = (await loadVariations(tx, [productId], shop.choices.currency)).get(productId);
  if (missing.count === 0 || !master) return { ok: true, made: new Map() };
  const { regularPrice, salePrice, saleFrom, saleTo, virtual, downloadable } = master;
  const position = (await selectTerms(tx, [productId])).length;
  const saved = await saveVariations(
    shop,
    tx,
    missing.terms.map((terms, index) => ({
      ...{ productId, terms, position: position + index, regularPrice, salePrice, saleFrom, saleTo },
      ...{ virtual, downloadable, stock: { isOwn: false } },
    })),
    { text: 'edited', by: actor },
  );
  const problem = saved.flatMap((result) => (result.ok ? [] : result.problems))[0];
  if (problem) return { ok: false, message: problem.message };
  const ids = saved.flatMap((result) => (result.ok ? result.id : []));
  return { ok: true, made: new Map((await selectNames(tx, [ids])).map(({ id, name }) => [id, name])) };
}
