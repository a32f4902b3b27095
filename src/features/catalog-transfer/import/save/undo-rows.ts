import { isDeepStrictEqual } from 'node:util';
import {
  deleteProduct,
  deleteVariations,
  type ProductInput,
  type ProductVariationInput,
  type SaveResult,
  saveProducts,
  saveVariations,
} from '#features/catalog/index.ts';
import { lockStockLevels, type StockReference } from '#features/inventory/index.ts';
import { inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import { postgresError } from '#platform/database/postgres-errors.ts';
import type { Shop } from '#platform/features/shop.ts';
import { loadStoredRows, type StoredRow, sortKeys, toJson } from './stored-rows.ts';

export interface UndoneRow {
  readonly id: number;
  readonly productId: number;
  readonly before: StoredRow | null;
  readonly after: StoredRow;
}

const lockProducts = sqlQuery(
  'catalog-transfer.lock-undone-products',
  'select from products where id = any($1::integer[]) order by id for update',
);

/**
 * Finds products and variations that must not be deleted: orders refer to sold items, and shoppers have items in
 * their carts and lists.
 */
const queryUsed = sqlQuery<{ id: number }>(
  'catalog-transfer.find-used-rows',
  `select row.id from unnest($1::integer[], $2::integer[]) as row (id, product_id)
  where exists (select from order_lines o where o.product_id = row.product_id and (row.id = row.product_id or o.variation_id = row.id))
    or exists (select from cart_lines c where c.variation_id = row.id) or exists (select from wishlist_items w where w.variation_id = row.id)
    or exists (select from stock_alerts a where a.product_id = row.product_id and (row.id = row.product_id or a.variation_id = row.id) and a.state in ('unconfirmed', 'waiting'))
    or exists (select from expected_delivery_lines d where d.stock_id = row.id) or exists (select from stocktake_counts s where s.stock_id = row.id)
    or row.id = row.product_id and (exists (select from comments c where c.product_id = row.id)
      or exists (select from variations other where other.product_id = row.id and other.id <> row.id))`,
);
const changedSince = 'it was changed after the import, so it stays as it is';
const goneSince = 'something that it had is deleted: a category, tag, brand, attribute, value, picture or product';

/**
 * Reverts the changes of an import to rows, unless a row was changed afterwards. Deletes rows that the
 * import created, unless something uses them.
 * @returns why rows were not reverted, by id
 */
export async function undoRows(
  shop: Shop,
  tx: Tx,
  rows: readonly UndoneRow[],
  reference: StockReference,
): Promise<ReadonlyMap<number, string>> {
  await lockProducts(tx, [[...new Set(rows.map(({ productId }) => productId))]]);
  // Orders reduce stock levels without locking the product.
  await lockStockLevels(
    tx,
    rows.filter(changesStock).map(({ id }) => id),
  );
  const problems = await findChanged(shop, tx, rows);
  const created = rows.filter(({ id, before }) => before === null && !problems.has(id));
  const used = await queryUsed(tx, [created.map(({ id }) => id), created.map(({ productId }) => productId)]);
  for (const { id } of used)
    problems.set(
      id,
      'something uses it: orders, carts, lists, alerts, reviews, deliveries, stocktakes or other variations',
    );
  const wanted = rows.filter(({ id }) => !problems.has(id));
  const addProblems = (undone: readonly UndoneRow[], results: readonly (SaveResult | null)[]) => {
    for (const [index, result] of results.entries())
      if (!result?.ok)
        problems.set(undone[index]?.id ?? 0, result ? (result.problems[0]?.message ?? changedSince) : goneSince);
  };
  const isCreated = ({ before }: UndoneRow) => before === null;
  const [variations, products] = [wanted.filter((row) => !isProduct(row)), wanted.filter(isProduct)];
  const [newVariations, newProducts] = [variations.filter(isCreated), products.filter(isCreated)];
  const changedVariations = variations.flatMap((row) => (row.before ? { ...row, before: row.before } : []));
  const changedProducts = products.flatMap((row) => (row.before ? { ...row, before: row.before } : []));
  addProblems(newVariations, await deleteVariations(shop, tx, newVariations, reference));
  const saveOldVariations = (savepoint: Tx, some: readonly ChangedRow[]) =>
    saveVariations(shop, savepoint, some.map(toVariationInput), reference);
  addProblems(changedVariations, await saveRowsIndividuallyOnConflict(tx, changedVariations, saveOldVariations));
  for (const { id } of newProducts) await deleteProduct(shop, tx, id, null);
  const saveOldProducts = (savepoint: Tx, some: readonly ChangedRow[]) =>
    saveProducts(shop, savepoint, some.map(toProductInput), reference);
  addProblems(changedProducts, await saveRowsIndividuallyOnConflict(tx, changedProducts, saveOldProducts));
  return problems;
}

/**
 * Saves all rows together. If a row refers to a deleted record, saves the rows one by one, so that the others are
 * still reverted.
 * @returns a result per row, in order; null for a row that refers to a deleted record
 */
async function saveRowsIndividuallyOnConflict(
  tx: Tx,
  rows: readonly ChangedRow[],
  save: (savepoint: Tx, some: readonly ChangedRow[]) => Promise<readonly SaveResult[]>,
): Promise<readonly (SaveResult | null)[]> {
  try {
    return await inTransaction(tx, (savepoint) => save(savepoint, rows));
  } catch (error) {
    if (postgresError(error)?.code !== '23503') throw error;
    if (rows.length === 1) return [null];
    const results: (SaveResult | null)[] = [];
    for (const row of rows) results.push(...(await saveRowsIndividuallyOnConflict(tx, [row], save)));
    return results;
  }
}

const changesStock = ({ before, after }: UndoneRow) =>
  before === null || !isDeepStrictEqual(before.variation.stock, after.variation.stock);

const isProduct = ({ id, productId }: UndoneRow) => id === productId;

async function findChanged(shop: Shop, tx: Tx, rows: readonly UndoneRow[]): Promise<Map<number, string>> {
  const current = await loadStoredRows(
    shop,
    tx,
    rows.map(({ id }) => id),
  );
  const problems = new Map<number, string>();
  for (const row of rows) {
    const { id, after } = row;
    const stored = current.get(id);
    if (!stored) problems.set(id, 'it was deleted after the import');
    else if (!isEqual(toJson({ product: stored.product, variation: stored.variation }), after, changesStock(row)))
      problems.set(id, changedSince);
  }
  return problems;
}

function isEqual(current: StoredRow, after: StoredRow, setsStock: boolean): boolean {
  // `forVariations` is ignored: the shop sets it when variations are added or removed.
  const pick = ({ product, variation: { stock, ...variation } }: StoredRow) => {
    const attributes = product?.attributes.map(({ forVariations: _, ...attribute }) => attribute);
    return sortKeys({ product: product && { ...product, attributes }, variation, stock: setsStock ? stock : null });
  };
  return isDeepStrictEqual(pick(current), pick(after));
}

type ChangedRow = UndoneRow & { readonly before: StoredRow };

const toProductInput = ({ id, before, after }: ChangedRow): ProductInput => ({
  ...(before.product && after.product ? pickChanged(before.product, after.product) : {}),
  ...{ id, master: pickVariation(before, after) },
});

const toVariationInput = ({ id, productId, before, after }: ChangedRow): ProductVariationInput => ({
  ...pickVariation(before, after),
  ...{ id, productId },
});

const moments: ReadonlySet<string> = new Set(['publishedAt', 'saleFrom', 'saleTo', 'eventStartsAt', 'eventEndsAt']);

function pickChanged<Value extends object>(before: Value, after: Value): Partial<Value> {
  const changed = Object.entries(before).filter(
    ([key, value]) => !isDeepStrictEqual(sortKeys(value), sortKeys(after[key as keyof Value])),
  );
  const revive = (key: string, value: unknown) =>
    moments.has(key) && typeof value === 'string' ? new Date(value) : value;
  return Object.fromEntries(changed.map(([key, value]) => [key, revive(key, value)])) as Partial<Value>;
}

function pickVariation({ variation: before }: StoredRow, { variation: after }: StoredRow) {
  const { stock, ...fields } = pickChanged(before, after);
  return { ...fields, ...(stock ? { stock: pickChanged(stock, after.stock) } : {}) };
}
