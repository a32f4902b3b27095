import { loadProducts, loadVariations } from '#features/catalog/index.ts';
import { escapeFormula, formatCsvLine } from '#platform/csv/write-row.ts';
import { type Db, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { cellsOf, type Item } from './cells.ts';
import { headsOf, type Layout, layoutOf } from './layout.ts';
import { namesFor } from './names.ts';

export interface ExportOptions {
  /** Takes some lines of the file; the next come when it is done. */
  readonly write: (text: string) => Promise<void>;
  /** Told after each batch: rows that are written, and rows in all. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

const batchSize = 200;

const productIds = sqlQuery<{ id: number }>(
  'catalog-transfer.export-products',
  'select id from products where id > $1 order by id limit $2',
);
const variationIds = sqlQuery<{ id: number }>(
  'catalog-transfer.export-variations',
  `select id from variations where product_id = any($1::integer[]) order by product_id, id <> product_id, position, id`,
);

/**
 * Writes the whole catalogue as a product export that `importProductFile` reads: each product, then its variations, as they all were at one
 * moment. UTF-8 with a byte order mark, commas, RFC 4180.
 * @returns how many rows were written, the head not counted
 */
export async function exportProducts(shop: Shop, { write, onProgress }: ExportOptions): Promise<number> {
  const work = async (tx: Tx): Promise<number> => {
    // Whoever reads the file may be slow.
    await tx.execute('set local idle_in_transaction_session_timeout = 0');
    const layout = await layoutOf(tx);
    const heads = headsOf(layout);
    await write(`\ufeff${formatCsvLine(heads)}`);
    let rows = 0;
    for await (const items of batches(tx, layout, shop.config.publicUrl)) {
      await write(items.map((cells) => formatCsvLine(heads.map((head) => escapeFormula(cells[head] ?? '')))).join(''));
      rows += items.length;
      onProgress?.(rows, layout.rows);
    }
    return rows;
  };
  return inTransaction(shop.db, work, { isolation: 'repeatable read' });
}

async function* batches(
  db: Db,
  layout: Layout,
  origin: string,
): AsyncGenerator<readonly Readonly<Record<string, string>>[]> {
  for (let last = 0; ; ) {
    const ids = (await productIds(db, [last, batchSize])).map(({ id }) => id);
    if (ids.length === 0) return;
    const products = await loadProducts(db, ids);
    const ordered = (await variationIds(db, [ids])).map(({ id }) => id);
    const variations = await loadVariations(db, ordered);
    const names = await namesFor(db, [...products.values()], [...variations.values()]);
    const items = ordered.flatMap((id): Item[] => {
      const variation = variations.get(id);
      const product = variation && products.get(variation.productId);
      return variation && product ? [{ product, variation }] : [];
    });
    yield items.map((item) => cellsOf(item, { layout, names, origin }));
    last = ids.at(-1) ?? last;
  }
}
