import { z } from 'zod';
import {
  allocateCatalogIds,
  copyOwnAttributes,
  loadProducts,
  loadVariations,
  lockProducts,
  saveProducts,
  saveVariations,
  type VariationInput,
  type VariationRecord,
} from '#features/catalog/index.ts';
import { cut } from '#platform/admin/audit/changed-fields.ts';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { readRecordId } from '#platform/admin/records/record.ts';
import { inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { pageTexts as texts } from './page-texts.ts';
import { getProductPath } from './product-path.ts';

export const duplicatePath = (id: number | string): string => `${getProductPath(id)}/duplicate`;

const selectVariations = sqlQuery<{ id: number }>(
  'product-editor.list-variations',
  'select id from variations where product_id = $1 order by id <> product_id, position, id',
);

/** Copies neither SKUs, bar codes nor stock: each belongs to one variation only. */
function copyVariation({
  id: _,
  productId: __,
  sku: ___,
  gtin: ____,
  importId: _____,
  ...copied
}: VariationRecord): VariationInput {
  return { ...copied, stock: { ...copied.stock, onHand: 0 } };
}

/**
 * Copies a product as a draft with its variations, photographs and own attributes. Reviews, rating sums, redirects
 * and import ids stay with the original.
 */
async function duplicateProduct(shop: Shop, tx: Tx, id: number, actor: Actor): Promise<number | null> {
  const [locked] = await lockProducts(tx, [id]);
  const product = (await loadProducts(tx, [id])).get(id);
  if (locked === undefined || !product) return null;
  const ids = (await selectVariations(tx, [id])).map((row) => row.id);
  const stored = await loadVariations(tx, ids, shop.choices.currency);
  const [copyId = 0] = await allocateCatalogIds(tx, 1);
  const { toAttribute, toTerm } = await copyOwnAttributes(tx, id, copyId);
  const name = shop.t(texts.copyOf, { name: cut(product.name, maxCopiedName) });
  const { id: _, slug: __, importId: ___, publishedAt: ____, publishAt: _____, locale: ______, ...fields } = product;
  const by = { text: 'duplicated', by: actor };
  const master = stored.get(id);
  const input = {
    ...{ ...fields, name, slug: '', status: 'draft' as const },
    newId: copyId,
    attributes: product.attributes.map((each) => ({
      ...each,
      ...{ attributeId: toAttribute(each.attributeId), defaultTermId: toTerm(each.defaultTermId) },
      terms: each.terms.map(toTerm),
    })),
    master: master && copyVariation(master),
  };
  const [saved] = await saveProducts(shop, tx, [input], by);
  if (!saved?.ok) throw new Error(`product ${id} can't be copied: ${JSON.stringify(saved?.problems)}`);
  const variations = ids.flatMap((each) => (each === id ? [] : (stored.get(each) ?? [])));
  const results = await saveVariations(
    shop,
    tx,
    variations.map((each) => ({
      ...copyVariation(each),
      productId: saved.id,
      terms: each.terms.map(({ attributeId, termId }) => ({
        attributeId: toAttribute(attributeId),
        termId: toTerm(termId),
      })),
    })),
    by,
  );
  const problem = results.find((result) => !result.ok);
  if (problem) throw new Error(`variations of product ${id} can't be copied: ${JSON.stringify(problem)}`);
  const subject = { kind: 'product', id: saved.id, label: name };
  await recordAudit(tx, actor, {
    ...{ subject, action: 'product-editor.duplicate-product', before: null },
    after: { name, status: 'draft', copyOf: product.name },
  });
  return saved.id;
}

/** Keeps the copied name, with the words that the copy adds, within the maximum length of a name. */
const maxCopiedName = 270;

type Result = { readonly ok: true; readonly id: number } | { readonly ok: false; readonly code: 'not_found' };

export const duplicateProductMutation = defineMutation({
  name: 'product-editor.duplicate-product',
  description: 'Copies a product as a draft, without SKUs, stock, reviews and redirects.',
  requires: 'products.write',
  schema: z.unknown(),
  run: async ({ shop, request, getActor }): Promise<Result> => {
    const [id, actor] = [readRecordId(request), await getActor()];
    const copy = id === null ? null : await inTransaction(shop.db, (tx) => duplicateProduct(shop, tx, id, actor));
    return copy === null ? { ok: false, code: 'not_found' } : { ok: true, id: copy };
  },
  form: {
    path: duplicatePath(':id'),
    success: (_call, { id }) => ({ redirectTo: getProductPath(id), notices: [{ code: 'created' }] }),
  },
});
