import { lockProducts, type ProductVariationInput, saveVariations } from '#features/catalog/index.ts';
import {
  type AdjustmentReason,
  adjustStocks,
  lockStockLevels,
  type StockReference,
} from '#features/inventory/index.ts';
import {
  findDoneRequest,
  hashRequest,
  type RequestIdentity,
  toRequestLock,
} from '#platform/admin/audit/done-requests.ts';
import { recordAudits } from '#platform/admin/audit/record-audit.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { type CellValues, createCellWriter, createGridFields, listColumnNames, readCell } from './columns.ts';
import { type CellChanges, type ColumnName, cellKey, columnNames, type GridRow } from './contract.ts';
import { findPictures, loadGridProduct, loadVariationRows, type StoredVariation } from './load-grid.ts';
import { gridTexts as texts } from './texts.ts';

export interface CellsToSave {
  readonly productId: number;
  readonly changes: CellChanges;
  /** Reason that the stock ledger records for changed quantities. */
  readonly reason: AdjustmentReason;
  readonly note: string;
  /**
   * Identifies the request, so that cells sent again after a lost answer are saved once. Null without an idempotency
   * key.
   */
  readonly request: RequestIdentity | null;
}

export type SavedCells =
  | { readonly ok: true; readonly rows: readonly GridRow[]; readonly cells: number }
  | {
      readonly ok: false;
      readonly code: 'VARIATIONS_INVALID' | 'VARIATIONS_CHANGED';
      readonly cells: readonly { readonly field: string; readonly message: string }[];
    }
  | { readonly ok: false; readonly code: 'not_found' };

interface SeenCell {
  readonly name: ColumnName;
  readonly seen: string;
  readonly typed: string;
}

/**
 * Saves all changed cells of a product's variations or none, with as many statements for 2,000 rows as for one. A
 * cell is written only when its stored text is still the one that staff saw. Quantities are applied as differences,
 * so that units sold in between stay sold.
 */
export async function saveCells(shop: Shop, sent: CellsToSave, actor: Actor): Promise<SavedCells> {
  const locks = sent.request ? { locks: [toRequestLock(sent.request.requestKey)] } : {};
  try {
    // Recheck: another product may take an SKU between its check and the write.
    return await inTransaction(shop.db, (tx) => saveInTransaction(shop, tx, sent, actor), { ...locks, rechecks: true });
  } catch (error) {
    if (error instanceof RefusedCellsError) return { ok: false, code: error.code, cells: error.cells };
    throw error;
  }
}

class RefusedCellsError extends Error {
  readonly code: 'VARIATIONS_INVALID' | 'VARIATIONS_CHANGED';
  readonly cells: readonly { readonly field: string; readonly message: string }[];
  constructor(code: RefusedCellsError['code'], cells: ReadonlyMap<string, string>) {
    super('cells are refused');
    this.code = code;
    this.cells = [...cells].map(([field, message]) => ({ field, message }));
  }
}

async function saveInTransaction(
  shop: Shop,
  tx: Tx,
  { productId, changes, reason, note, request }: CellsToSave,
  actor: Actor,
): Promise<SavedCells> {
  await lockProducts(tx, [productId]);
  const product = await loadGridProduct(tx, productId);
  if (!product) return { ok: false, code: 'not_found' };
  const byRow = groupByRow(changes);
  const ids = [...byRow.keys()].sort((one, other) => one - other);
  await lockStockLevels(tx, changes.onHand || changes.status || changes.backorders ? ids : []);
  const stored = new Map((await loadVariationRows(tx, productId, ids)).map((row) => [row.id, row]));
  const done = request && (await findDoneRequest(tx, request));
  if (done?.isSame) return { ok: true, rows: toGridRows(shop, actor, [...stored.values()]), cells: 0 };
  const pictures = await findPictures(tx, listIds(changes.image));
  const merged = mergeCells(shop, actor, byRow, { stored, pictures, isKeyUsed: done !== null });
  const reference = { text: 'variations', by: actor };
  await writeRows(shop, tx, productId, merged, reference);
  const rows = merged.flatMap(({ row: { id }, difference }) => (difference === 0 ? [] : [{ stockId: id, difference }]));
  const refused = await adjustStocks(shop, tx, { rows, reason, note }, reference);
  if (refused.length > 0) throw new Error('stock that was compared under its lock has changed');
  const saved = await loadVariationRows(tx, productId, ids);
  const about = { id: productId, label: product.name, request: done ? null : request };
  await recordChanges(shop, tx, actor, about, merged, saved);
  const cells = merged.reduce((sum, { changed }) => sum + changed.length, 0);
  return { ok: true, rows: toGridRows(shop, actor, saved), cells };
}

/** @throws RefusedCellsError when the product validation refuses a value */
async function writeRows(
  shop: Shop,
  tx: Tx,
  productId: number,
  merged: readonly MergedRow[],
  reference: StockReference,
): Promise<void> {
  const written = merged.filter(({ changed, difference }) => changed.length > (difference === 0 ? 0 : 1));
  if (written.length === 0) return;
  const inputs = written.map((row) => toInput(productId, row));
  const results = await saveVariations(shop, tx, inputs, reference);
  const problems = results.flatMap((result, index) =>
    result.ok ? [] : result.problems.map(({ field, message }) => assignProblemToCell(written[index], field, message)),
  );
  if (problems.length > 0) throw new RefusedCellsError('VARIATIONS_INVALID', new Map(problems));
}

const listIds = (cells: CellChanges['image'] = []): readonly number[] =>
  cells.flatMap(([, , typed]) => (/^[1-9]\d{0,9}$/.test(typed) && Number(typed) <= 2_147_483_647 ? Number(typed) : []));

function groupByRow(changes: CellChanges): ReadonlyMap<number, readonly SeenCell[]> {
  const cells = columnNames.flatMap((name) =>
    (changes[name] ?? []).map(([id, seen, typed]) => ({ id, name, seen, typed })),
  );
  return Map.groupBy(cells, ({ id }) => id);
}

interface MergedRow {
  readonly row: StoredVariation;
  readonly next: CellValues;
  readonly changed: readonly ColumnName[];
  /** Difference of a quantity that was counted before and is counted after; 0 for other changes. */
  readonly difference: number;
}

interface Stored {
  readonly stored: ReadonlyMap<number, StoredVariation>;
  readonly pictures: ReadonlySet<number>;
  /** Whether the same request key was used with other cells: the quantities may have been applied already. */
  readonly isKeyUsed: boolean;
}

/** @throws RefusedCellsError */
function mergeCells(
  shop: Shop,
  actor: Actor,
  byRow: ReadonlyMap<number, readonly SeenCell[]>,
  { stored, pictures, isKeyUsed }: Stored,
): readonly MergedRow[] {
  const fields = createGridFields(shop);
  const allowed = listColumnNames(actor);
  const write = createCellWriter(fields);
  const problems = new Map<string, string>();
  const conflicts = new Map<string, string>();
  const merged = [...byRow].flatMap(([id, cells]): MergedRow[] => {
    const row = stored.get(id);
    const next: Partial<Record<ColumnName, CellValues[ColumnName]>> = {};
    for (const { name, seen, typed } of cells) {
      const key = cellKey(id, name);
      const read = readCell(shop, fields, name, typed);
      const now = row && write(name, row.values[name]);
      if (now === undefined) problems.set(key, shop.t(texts.gone));
      else if (!allowed.includes(name)) problems.set(key, shop.t(texts.notAllowed));
      else if (!read.ok) problems.set(key, read.message);
      // Skip a cell that already has the typed value. An equal quantity is not skipped: a sale may have left it, and
      // the typed difference still applies.
      else if (write(name, read.value) === now && !(name === 'onHand' && isQuantity(seen) && read.value !== null))
        continue;
      else if (name === 'image' && read.value !== null && !pictures.has(Number(read.value)))
        problems.set(key, shop.t(texts.pictureGone));
      else if (name === 'onHand' && isKeyUsed) conflicts.set(key, now);
      else if (name === 'onHand') {
        const quantity = applyQuantityChange(seen, read.value as number | null, row?.values.onHand ?? null);
        if (quantity === 'conflict') conflicts.set(key, now);
        else if (quantity !== null && quantity < 0) problems.set(key, shop.t(texts.tooFewLeft, { count: now }));
        else {
          // The difference may exceed the maximum of a stock level. The field reports this as it does for a typed
          // value.
          const reached = readCell(shop, fields, name, String(quantity ?? ''));
          if (reached.ok) next[name] = quantity;
          else problems.set(key, reached.message);
        }
      } else if (now === seen) next[name] = read.value;
      else conflicts.set(key, now);
    }
    if (!row) return [];
    const values = { ...row.values, ...next } as CellValues;
    if (next.status !== undefined && values.onHand !== null) problems.set(cellKey(id, 'status'), shop.t(texts.counted));
    const changed = columnNames.filter((name) => next[name] !== undefined);
    const isMoved = changed.includes('onHand') && row.values.onHand !== null && values.onHand !== null;
    const difference = isMoved ? Number(values.onHand) - Number(row.values.onHand) : 0;
    return changed.length === 0 ? [] : [{ row, next: values, changed, difference }];
  });
  if (problems.size > 0) throw new RefusedCellsError('VARIATIONS_INVALID', problems);
  if (conflicts.size > 0) throw new RefusedCellsError('VARIATIONS_CHANGED', conflicts);
  return merged;
}

const isQuantity = (seen: string): boolean => /^\d+$/.test(seen);

/**
 * Applies the typed difference when the quantity was counted before and after. `seen` is a text of
 * `createCellWriter`.
 */
function applyQuantityChange(seen: string, typed: number | null, now: number | null): number | null | 'conflict' {
  if (seen === '') return now === null ? typed : 'conflict';
  if (typed === null) return null;
  return now === null || !isQuantity(seen) ? 'conflict' : now + typed - Number(seen);
}

const toDate = (moment: string | null) => (moment === null ? null : new Date(moment));

function toInput(productId: number, { row: { id }, next, changed, difference }: MergedRow): ProductVariationInput {
  const pick = <Value>(name: ColumnName, value: Value) => (changed.includes(name) ? value : undefined);
  const stockChanged = (['onHand', 'status', 'backorders'] as const).filter((name) => changed.includes(name));
  const hasStock = stockChanged.some((name) => name !== 'onHand' || difference === 0);
  return {
    ...{ id, productId, sku: pick('sku', next.sku || null), gtin: pick('gtin', next.gtin || null) },
    ...{ regularPrice: pick('regularPrice', next.regularPrice), salePrice: pick('salePrice', next.salePrice) },
    ...{ saleFrom: pick('saleFrom', toDate(next.saleFrom)), saleTo: pick('saleTo', toDate(next.saleTo)) },
    ...{ weightGrams: pick('weightGrams', next.weightGrams), lengthMm: pick('lengthMm', next.lengthMm) },
    ...{ widthMm: pick('widthMm', next.widthMm), heightMm: pick('heightMm', next.heightMm) },
    enabled: pick('enabled', next.enabled),
    // Drop an imported picture that is not fetched yet: it would replace the chosen one.
    ...{ imageId: pick('image', next.image), remoteImageId: pick('image', null) },
    stock: hasStock
      ? {
          // A typed stock value gives the variation its own stock.
          ...{ isOwn: true, managed: next.onHand !== null },
          onHand: difference === 0 ? (next.onHand ?? undefined) : undefined,
          ...{ status: next.status || undefined, backorders: next.backorders || undefined },
        }
      : undefined,
  };
}

/** Assigns a problem of the product validation to the cell of its field, or else to the first changed cell. */
function assignProblemToCell(merged: MergedRow | undefined, field: string, message: string): [string, string] {
  const own = columnNames.find((name) => name === field.split('.').at(-1));
  const name = own ?? merged?.changed[0] ?? 'sku';
  return [cellKey(merged?.row.id ?? 0, name), own ? message : `${field}: ${message}`];
}

/** Number of rows per audit entry: an entry keeps 100 fields. */
const rowsPerEntry = 100;

async function recordChanges(
  shop: Shop,
  tx: Tx,
  actor: Actor,
  { request, ...product }: { readonly id: number; readonly label: string; readonly request: RequestIdentity | null },
  merged: readonly MergedRow[],
  saved: readonly StoredVariation[],
): Promise<void> {
  const write = createCellWriter(createGridFields(shop));
  const after = new Map(saved.map(({ id, values }) => [id, values]));
  const toText = ({ row, difference }: MergedRow, name: ColumnName, values: CellValues) => {
    const text = write(name, values[name]);
    if (name !== 'onHand' || difference === 0 || values === row.values) return text;
    // Open backorders may have taken units of the new quantity.
    const isSettled = difference !== Number(values.onHand) - Number(row.values.onHand);
    return isSettled ? `${text} (${difference > 0 ? '+' : ''}${difference})` : text;
  };
  const toEntry = (part: readonly MergedRow[], index: number) => {
    const side = (get: (row: MergedRow) => CellValues) =>
      Object.fromEntries(
        part.map((each) => [
          `${each.row.label} #${each.row.id}`,
          Object.fromEntries(each.changed.map((name) => [name, toText(each, name, get(each))])),
        ]),
      );
    return {
      ...{ subject: { kind: 'product', ...product }, action: 'variation-grid.save-cells' },
      ...{ before: side(({ row }) => row.values), after: side(({ row, next }) => after.get(row.id) ?? next) },
      ...(request && index === 0 && { requestKey: request.requestKey, requestHash: hashRequest(request) }),
    };
  };
  const parts = Array.from({ length: Math.ceil(merged.length / rowsPerEntry) }, (_, index) =>
    merged.slice(index * rowsPerEntry, (index + 1) * rowsPerEntry),
  );
  await recordAudits(tx, actor, parts.map(toEntry));
}

export function toGridRows(shop: Shop, actor: Actor, rows: readonly StoredVariation[]): GridRow[] {
  const write = createCellWriter(createGridFields(shop));
  const names = listColumnNames(actor);
  return rows.map(({ values, ...row }) => ({ ...row, cells: names.map((name) => write(name, values[name])) }));
}
