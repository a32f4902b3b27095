import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray } from 'drizzle-orm';
import { downloads, productAttributes, variationPrices, variations, variationTerms } from '#features/catalog/tables.ts';
import type { StockDisplayChange, StockReference } from '#features/inventory/index.ts';
import { writeStockLevels } from '#features/inventory/index.ts';
import { recordPrices } from '#features/pricing/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import { insertRows } from './insert-rows.ts';
import type { VariationRecord } from './product-records.ts';
import type { RecordWrite } from './write-products.ts';

interface VariationWrites {
  readonly reference: StockReference;
  readonly now: Date;
}

/** Writes changed variations, including masters. @returns the stock changes that pages display */
export async function writeVariations(
  tx: Tx,
  written: readonly RecordWrite<VariationRecord>[],
  { reference, now }: VariationWrites,
): Promise<StockDisplayChange[]> {
  if (written.length === 0) return [];
  const records = written.map(({ record }) => record);
  const rows = records.map(
    ({ stock, terms, downloads: _, regularPrice, salePrice, saleFrom, saleTo, currency, ...row }) => ({
      ...row,
      stockId: stock.isOwn ? row.id : row.productId,
      eventHasStarted: row.eventStartsAt !== null && row.eventStartsAt <= now,
    }),
  );
  await insertRows(tx, variations, rows, ['id']);
  const listDiffering = (...fields: readonly (keyof VariationRecord)[]) =>
    written
      .filter(
        ({ record, before }) =>
          before === null || fields.some((field) => !isDeepStrictEqual(record[field], before[field])),
      )
      .map(({ record }) => record);
  await writePrices(tx, listDiffering('regularPrice', 'salePrice', 'saleFrom', 'saleTo', 'currency'), now);
  await writeTerms(tx, listDiffering('terms'));
  await writeDownloads(tx, listDiffering('downloads'));
  const levels = listDiffering('stock').map(({ id, stock: { isOwn: _, ...level } }) => ({ stockId: id, ...level }));
  return writeStockLevels(tx, levels, reference);
}

const deletePrices = sqlQuery(
  'catalog.delete-prices',
  'delete from main_prices where variation_id = any($1::integer[])',
);

/** Writes prices and their history. It must be called after the variations were written, which locks them. */
async function writePrices(tx: Tx, records: readonly VariationRecord[], now: Date): Promise<void> {
  if (records.length === 0) return;
  const prices = records.map(({ id, regularPrice, salePrice, saleFrom, saleTo, currency }) => {
    return { variationId: id, regularPrice, salePrice, saleFrom, saleTo, currency };
  });
  const priorPrices = await recordPrices(tx, prices, now);
  const rows = prices.map((price) => ({ ...price, priorPrice: priorPrices.get(price.variationId) ?? null }));
  const [priced, unpriced] = [
    rows.filter((row) => row.regularPrice !== null),
    rows.filter((row) => row.regularPrice === null),
  ];
  await insertRows(tx, variationPrices, priced, ['variationId', 'priceListId']);
  if (unpriced.length > 0) await deletePrices(tx, [unpriced.map(({ variationId }) => variationId)]);
}

async function writeTerms(tx: Tx, records: VariationRecord[]): Promise<void> {
  const ids = records.map((record) => record.id);
  if (ids.length === 0) return;
  await tx.delete(variationTerms).where(inArray(variationTerms.variationId, ids));
  const rows = records.flatMap(({ id, productId, terms }) =>
    terms.map((term) => ({ variationId: id, productId, ...term })),
  );
  if (rows.length === 0) return;
  await insertRows(tx, variationTerms, rows);
  await markAttributesForVariations(tx, rows);
}

async function markAttributesForVariations(tx: Tx, rows: { productId: number; attributeId: number }[]): Promise<void> {
  const products = [...new Set(rows.map((row) => row.productId))];
  const unmarked = await tx
    .select({ productId: productAttributes.productId, attributeId: productAttributes.attributeId })
    .from(productAttributes)
    .where(and(inArray(productAttributes.productId, products), eq(productAttributes.forVariations, false)));
  const used = new Set(rows.map((row) => `${row.productId} ${row.attributeId}`));
  for (const { productId, attributeId } of unmarked.filter((row) => used.has(`${row.productId} ${row.attributeId}`))) {
    const row = and(eq(productAttributes.productId, productId), eq(productAttributes.attributeId, attributeId));
    await tx.update(productAttributes).set({ forVariations: true }).where(row);
  }
}

async function writeDownloads(tx: Tx, records: VariationRecord[]): Promise<void> {
  const ids = records.map((record) => record.id);
  if (ids.length === 0) return;
  await tx.delete(downloads).where(inArray(downloads.variationId, ids));
  const rows = records.flatMap(({ id, downloads: files }) =>
    files.map((file, position) => ({ variationId: id, position, ...file })),
  );
  await insertRows(tx, downloads, rows);
}
