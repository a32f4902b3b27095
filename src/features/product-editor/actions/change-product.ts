import {
  loadVariations,
  lockProducts,
  type ProductInput,
  saveProducts,
  saveVariations,
  type VariationInput,
  type VariationRecord,
} from '#features/catalog/index.ts';
import { lockStockLevels } from '#features/inventory/index.ts';
import type { AuditValues } from '#platform/admin/audit/changed-fields.ts';
import type { RowResult } from '#platform/admin/runs/bulk-action.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { loadProductSubject, type ProductSubject } from '../page/product-subject.ts';
import { productEditorTexts as texts } from '../texts.ts';

/**
 * Changes that an action makes: fields of the product, and fields of its variations by id. The master counts as a
 * variation.
 */
export interface ProductChange {
  readonly product?: Omit<ProductInput, 'id' | 'master'>;
  readonly variations?: ReadonlyMap<number, VariationInput>;
  /** Values for the audit, under the field names of the form. */
  readonly before: AuditValues;
  readonly after: AuditValues;
}

export type Refusal = {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
  readonly isSkipped?: true;
};

interface ChangeContext {
  readonly shop: Shop;
  readonly tx: Tx;
  readonly actor: Actor;
  /** Reference that the stock movements of the change get. */
  readonly reference: string;
}

/** Locks a product, calls back for its change, and saves the change by the rules of the catalogue. */
export async function changeProduct(
  { shop, tx, actor, reference }: ChangeContext,
  id: number,
  plan: (subject: ProductSubject) => ProductChange | Refusal | Promise<ProductChange | Refusal>,
): Promise<RowResult> {
  const { t } = shop;
  const [locked] = await lockProducts(tx, [id]);
  const subject = locked === undefined ? null : await loadProductSubject(shop, tx, id);
  if (!subject) return { ok: false, code: 'PRODUCT_UNKNOWN', message: t(texts.productGone) };
  const label = subject.product.name;
  const change = await plan(subject);
  if ('ok' in change) return { ...change, label };
  const { product = {}, variations = new Map<number, VariationInput>(), before, after } = change;
  const unchanged: RowResult = {
    ...{ code: 'PRODUCT_UNCHANGED', message: t(texts.unchanged), label },
    ok: false,
    isSkipped: true,
  };
  if (Object.keys(product).length === 0 && variations.size === 0) return unchanged;
  const by = { text: reference, by: actor };
  const saved = [
    ...(await saveProducts(shop, tx, [{ id, ...product, master: variations.get(id) }], by)),
    ...(await saveVariations(
      shop,
      tx,
      [...variations].filter(([own]) => own !== id).map(([own, input]) => ({ ...input, id: own, productId: id })),
      by,
    )),
  ];
  const problems = saved.flatMap((result) => (result.ok ? [] : result.problems));
  if (problems.length > 0) {
    const problem = problems.map(({ field, message }) => `${field} ${message}`).join('; ');
    return { ok: false, code: 'PRODUCT_INVALID', message: t(texts.notSaved, { problem }), label };
  }
  if (saved.every((result) => result.ok && result.outcome === 'unchanged')) return unchanged;
  return { ok: true, change: { label, before, after } };
}

const selectPricedVariationIds = sqlQuery<{ id: number }>(
  'product-editor.find-sold-variations',
  `select v.id from variations v join products p on p.id = v.product_id
  where p.id = $1 and (v.id = p.id) = (p.type <> 'variable') order by v.position, v.id`,
);

/**
 * Loads the variations that carry the prices of a product: its master, or all variations of a variable product,
 * disabled ones included.
 */
export async function loadPricedVariations({ choices }: Shop, db: Db, productId: number): Promise<VariationRecord[]> {
  const ids = (await selectPricedVariationIds(db, [productId])).map(({ id }) => id);
  return [...(await loadVariations(db, ids, choices.currency)).values()].toSorted(
    (first, second) => ids.indexOf(first.id) - ids.indexOf(second.id),
  );
}

/** Lock order: the product, then the stock of its master. */
export async function lockProductWithStock(tx: Tx, id: number): Promise<boolean> {
  const [locked] = await lockProducts(tx, [id]);
  if (locked === undefined) return false;
  await lockStockLevels(tx, [id]);
  return true;
}
