import { isDeepStrictEqual } from 'node:util';
import { saveProducts, saveVariations } from '#features/catalog/index.ts';
import type { StockReference } from '#features/inventory/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { loadStoredRows, type StoredRow, sortKeys, toJson } from './stored-rows.ts';

export interface UndoneRow {
  readonly id: number;
  readonly productId: number;
  readonly before: StoredRow | null;
  readonly after: StoredRow;
}

const lockProduct = sqlQuery('catalog-transfer.lock-product', 'select from products where id = $1 for update');

/** What nobody may lose: orders keep what they sold, and people look at their own carts and lists. */
const queryUses = sqlQuery<{ isUsed: boolean }>(
  'catalog-transfer.find-uses',
  `select exists (select from order_lines o where o.product_id = $1 and o.variation_id = any(v.ids))
    or exists (select from cart_lines c where c.variation_id = any(v.ids)) or exists (select from wishlist_items w where w.variation_id = any(v.ids))
    or $2 and exists (select from comments c where c.product_id = $1)
    or ($2 and exists (select from variations o where o.product_id = $1 and o.id <> $1)) as "isUsed"
  from (select array(select id from variations where product_id = $1 and ($2 or id = $3)) as ids) v`,
);
const deleteProduct = sqlQuery('catalog-transfer.delete-product', 'delete from products where id = $1');
const deleteVariation = sqlQuery('catalog-transfer.delete-variation', 'delete from variations where id = $1');

const changedSince = 'it was changed after the import, so it stays as it is';

/**
 * Takes back what an import did to a row, unless somebody has changed it since. What the import
 * created is deleted, unless something uses it.
 * @returns why it stays as it is; null when it was taken back
 */
export async function undoRow(
  shop: Shop,
  tx: Tx,
  { id, productId, before, after }: UndoneRow,
  reference: StockReference,
): Promise<string | null> {
  await lockProduct(tx, [productId]);
  const current = (await loadStoredRows(shop, tx, [id])).get(id);
  if (!current) return 'it was deleted after the import';
  const now = toJson({ product: current.product, variation: current.variation });
  const setsStock = before === null || !isDeepStrictEqual(before.variation.stock, after.variation.stock);
  if (!isEqual(now, after, setsStock)) return changedSince;
  if (before === null) return removeCreated(shop, tx, { id, productId }, reference);
  const [result] =
    before.product === null
      ? await saveVariations(shop, tx, [{ ...pickVariation(before, after), id, productId }], reference)
      : await saveProducts(
          shop,
          tx,
          [{ ...pickProduct(before, after), id, master: pickVariation(before, after) }],
          reference,
        );
  return result?.ok ? null : (result?.problems[0]?.message ?? changedSince);
}

function isEqual(current: StoredRow, after: StoredRow, setsStock: boolean): boolean {
  // That an attribute is for variations comes and goes with them, not by staff.
  const pick = ({ product, variation: { stock, ...variation } }: StoredRow) => {
    const attributes = product?.attributes.map(({ forVariations: _, ...attribute }) => attribute);
    return sortKeys({ product: product && { ...product, attributes }, variation, stock: setsStock ? stock : null });
  };
  return isDeepStrictEqual(pick(current), pick(after));
}

async function removeCreated(
  shop: Shop,
  tx: Tx,
  { id, productId }: Pick<UndoneRow, 'id' | 'productId'>,
  reference: StockReference,
): Promise<string | null> {
  const isProduct = id === productId;
  const [uses] = await queryUses(tx, [productId, isProduct, id]);
  if (uses?.isUsed) return 'something uses it: orders, carts, lists, reviews or other variations';
  // First it disappears as if staff had hidden it: pages and the index of the search follow.
  const [hidden] = isProduct
    ? await saveProducts(shop, tx, [{ id, status: 'draft' }], reference)
    : await saveVariations(shop, tx, [{ id, productId, enabled: false }], reference);
  if (!hidden?.ok) return hidden?.problems[0]?.message ?? changedSince;
  await (isProduct ? deleteProduct : deleteVariation)(tx, [id]);
  return null;
}

const moments: ReadonlySet<string> = new Set(['publishedAt', 'saleFrom', 'saleTo', 'eventStartsAt', 'eventEndsAt']);

/** Fields that the import changed, as they were. */
function pickChanged<Value extends object>(before: Value, after: Value): Partial<Value> {
  const changed = Object.entries(before).filter(
    ([key, value]) => !isDeepStrictEqual(sortKeys(value), sortKeys(after[key as keyof Value])),
  );
  const revive = (key: string, value: unknown) =>
    moments.has(key) && typeof value === 'string' ? new Date(value) : value;
  return Object.fromEntries(changed.map(([key, value]) => [key, revive(key, value)])) as Partial<Value>;
}

const pickProduct = (before: StoredRow, after: StoredRow) =>
  before.product && after.product ? pickChanged(before.product, after.product) : {};

function pickVariation({ variation: before }: StoredRow, { variation: after }: StoredRow) {
  const { stock, ...fields } = pickChanged(before, after);
  return { ...fields, ...(stock ? { stock: pickChanged(stock, after.stock) } : {}) };
}
