import { loadProducts, loadVariations } from '#features/catalog/index.ts';
import { escapeFormula, formatCsvLine } from '#platform/csv/csv-line.ts';
import { type Db, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { buildCells, type ExportRow } from './build-cells.ts';
import { type ExportLayout, listHeads, loadLayout } from './export-layout.ts';
import { loadRecordNames } from './record-names.ts';

export interface ExportOptions {
  /** Receives some lines; the next lines are passed when the returned promise resolves. */
  readonly write: (text: string) => Promise<void>;
  /** Called after each batch with the number of written rows and the total. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

const batchSize = 200;

const queryProductIds = sqlQuery<{ id: number }>(
  'catalog-transfer.find-product-ids',
  'select id from products where id > $1 order by id limit $2',
);
const queryVariationIds = sqlQuery<{ id: number }>(
  'catalog-transfer.find-variation-ids',
  `select id from variations where product_id = any($1::integer[]) order by product_id, id <> product_id, position, id`,
);

/**
 * Writes the catalogue as a product export that `importProductFile` reads: each product followed by
 * its variations, all from one snapshot. UTF-8 with a byte order mark, commas, RFC 4180.
 * @returns number of rows without the header
 */
export async function exportProducts(shop: Shop, { write, onProgress }: ExportOptions): Promise<number> {
  const writeRows = async (tx: Tx): Promise<number> => {
    // A slow reader may leave the transaction idle between batches.
    await tx.execute('set local idle_in_transaction_session_timeout = 0');
    const layout = await loadLayout(tx);
    const heads = listHeads(layout);
    await write(`\ufeff${formatCsvLine(heads)}`);
    let rows = 0;
    for await (const batch of readBatches(shop, tx, layout)) {
      await write(batch.map((cells) => formatCsvLine(heads.map((head) => escapeFormula(cells[head] ?? '')))).join(''));
      rows += batch.length;
      onProgress?.(rows, layout.rowCount);
    }
    return rows;
  };
  return inTransaction(shop.db, writeRows, { isolation: 'repeatable read' });
}

async function* readBatches(
  { config, choices }: Shop,
  db: Db,
  layout: ExportLayout,
): AsyncGenerator<readonly Readonly<Record<string, string>>[]> {
  for (let lastId = 0; ; ) {
    const ids = (await queryProductIds(db, [lastId, batchSize])).map(({ id }) => id);
    if (ids.length === 0) return;
    const products = await loadProducts(db, ids);
    const variationIds = (await queryVariationIds(db, [ids])).map(({ id }) => id);
    const variations = await loadVariations(db, variationIds, choices.currency);
    const names = await loadRecordNames(db, [...products.values()], [...variations.values()]);
    const rows = variationIds.flatMap((id): ExportRow[] => {
      const variation = variations.get(id);
      const product = variation && products.get(variation.productId);
      return variation && product ? [{ product, variation }] : [];
    });
    yield rows.map((row) => buildCells(row, { layout, names, origin: config.publicUrl }));
    lastId = ids.at(-1) ?? lastId;
  }
}
