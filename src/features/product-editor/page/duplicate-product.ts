import { z } from 'zod';
import {
  loadProducts,
  loadVariations,
  lockProducts,
  saveProducts,
  saveVariations,
  type VariationInput,
  type VariationRecord,
} from '#features/catalog/index.ts';
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

/** Neither SKUs, bar codes nor stock: each names or counts one thing. */
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
 * Copies a product as a draft with its variations and photographs. Reviews, sums of ratings, redirects and the ids of imports stay
 * with the first one, and so do attributes of that product alone.
 */
async function duplicateProduct(shop: Shop, tx: Tx, id: number, actor: Actor): Promise<number | null> {
  const [locked] = await lockProducts(tx, [id]);
  const product = (await loadProducts(tx, [id])).get(id);
  if (locked === undefined || !product) return null;
  const ids = (await selectVariations(tx, [id])).map((row) => row.id);
  const stored = await loadVariations(tx, ids, shop.choices.currency);
  const own = new Set((await selectOwnAttributes(tx, [id])).map((row) => row.id));
  const { id: _, slug: __, importId: ___, publishedAt: ____, publishAt: _____, locale: ______, ...fields } = product;
  const by = { text: 'duplicated', by: actor };
  const master = stored.get(id);
  const input = {
    ...{ ...fields, name: shop.t(texts.copyOf, { name: product.name }), slug: '', status: 'draft' as const },
    attributes: product.attributes.filter(({ attributeId }) => !own.has(attributeId)),
    master: master && copyVariation(master),
  };
  const [saved] = await saveProducts(shop, tx, [input], by);
  if (!saved?.ok) throw new Error(`product ${id} can't be copied: ${JSON.stringify(saved?.problems)}`);
  const variations = ids.flatMap((each) => (each === id ? [] : (stored.get(each) ?? [])));
  const copies = variations.filter(({ terms }) => terms.every(({ attributeId }) => !own.has(attributeId)));
  const results = await saveVariations(
    shop,
    tx,
    copies.map((each) => ({ ...copyVariation(each), productId: saved.id })),
    by,
  );
  const problem = results.find((result) => !result.ok);
  if (problem) throw new Error(`variations of product ${id} can't be copied: ${JSON.stringify(problem)}`);
  const subject = { kind: 'product', id: saved.id, label: input.name };
  await recordAudit(tx, actor, {
    ...{ subject, action: 'product-editor.duplicate-product', before: null },
    after: { name: input.name, status: 'draft', copyOf: product.name },
  });
  return saved.id;
}

const selectOwnAttributes = sqlQuery<{ id: number }>(
  'product-editor.list-own-attributes',
  'select id from attributes where product_id = $1',
);

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
