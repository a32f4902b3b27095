import { open } from 'node:fs/promises';
import { exportProducts, formatSource } from '#features/catalog-transfer/index.ts';
import { couponCells } from '#features/promotions/index.ts';
import { escapeFormula, formatCsvLine } from '#platform/csv/csv-line.ts';
import { type Db, inTransaction, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toDecimal } from '#platform/money/money.ts';
import type { Text } from '#platform/texts/texts.ts';
import { importTexts as texts } from '../texts.ts';

/** A kind of export. The import of the same kind reads its files. */
export interface ExportKind {
  readonly id: string;
  readonly text: Text;
  readonly requires: string;
  readonly count: (db: Db) => Promise<number>;
  /** Writes the whole file as of one moment. Each part is written after the previous one was accepted. */
  readonly write: (shop: Shop, write: (text: string) => Promise<void>) => Promise<unknown>;
}

const batchSize = 1_000;

/** A table whose rows are read in batches, in the order of a key. */
interface Table<Row extends { readonly key: number }> {
  readonly heads: readonly string[];
  readonly read: (db: Db, values: [after: number, limit: number]) => Promise<Row[]>;
  readonly toCells: (row: Row, shop: Shop) => readonly string[];
}

function writeTable<Row extends { readonly key: number }>({ heads, read, toCells }: Table<Row>): ExportKind['write'] {
  return (shop, write) =>
    inTransaction(
      shop.db,
      async (tx) => {
        await write(`\ufeff${formatCsvLine(heads)}`);
        for (let after = 0; ; ) {
          const rows = await read(tx, [after, batchSize]);
          await write(rows.map((row) => formatCsvLine(toCells(row, shop).map(escapeFormula))).join(''));
          const last = rows.at(-1);
          if (!last || rows.length < batchSize) return;
          after = last.key;
        }
      },
      { isolation: 'repeatable read' },
    );
}

const countTable = (name: string, from: string) => {
  const query = sqlQuery<{ count: number }>(
    `import-office.count-${name}`,
    `select count(*)::integer as count from ${from}`,
  );
  return async (db: Db) => (await query(db, []))[0]?.count ?? 0;
};

const isSold = `v.sku is not null`;
const selectStock = sqlQuery<{
  readonly key: number;
  readonly sku: string;
  readonly isOwn: boolean;
  readonly managed: boolean;
  readonly onHand: number;
  readonly status: 'in' | 'out' | 'backorder';
  readonly lowStock: number | null;
  readonly backorders: 'no' | 'yes' | 'notify';
}>(
  'import-office.export-stock',
  `select v.id as key, coalesce(v.sku, '') as sku, v.stock_id = v.id as "isOwn", s.managed, s.on_hand as "onHand", s.status, s.low_stock_threshold as "lowStock", s.backorders
  from variations v join stock_levels s on s.variation_id = v.id where ${isSold} and v.id > $1 order by v.id limit $2`,
);
const selectPrices = sqlQuery<{
  readonly key: number;
  readonly sku: string;
  readonly regularPrice: number | null;
  readonly salePrice: number | null;
  readonly currency: string | null;
  readonly saleFrom: Date | null;
  readonly saleTo: Date | null;
}>(
  'import-office.export-prices',
  `select v.id as key, coalesce(v.sku, '') as sku, p.regular_price::float8 as "regularPrice", p.sale_price::float8 as "salePrice", p.currency::text, p.sale_from as "saleFrom", p.sale_to as "saleTo"
  from variations v left join main_prices p on p.variation_id = v.id where ${isSold} and v.id > $1 order by v.id limit $2`,
);
const selectRedirects = sqlQuery<{ readonly key: number; readonly source: string; readonly target: string }>(
  'import-office.export-redirects',
  'select id as key, source, target from url_redirects where id > $1 order by id limit $2',
);

/** Formats an amount with all decimals of its currency, because some readers would take `1.250` for a thousand. */
const formatAmount = (amount: number | null, currency: string | null) =>
  amount === null || currency === null ? '' : toDecimal({ amount, currency });
const states = { in: '1', out: '0', backorder: 'backorder' } as const;
const backorders = { no: '0', yes: '1', notify: 'notify' } as const;

export const exportKinds: readonly ExportKind[] = [
  {
    ...{ id: 'products', text: texts.products, requires: 'products.read', count: countTable('products', 'variations') },
    write: (shop, write) => exportProducts(shop, { write }),
  },
  {
    ...{ id: 'stock', text: texts.stock, requires: 'products.read' },
    count: countTable('stock', `variations v where ${isSold}`),
    write: writeTable({
      heads: ['SKU', 'Stock', 'In stock?', 'Low stock amount', 'Backorders allowed?'],
      read: selectStock,
      // A variation may have the stock of its product.
      toCells: ({ sku, isOwn, managed, onHand, status, lowStock, backorders: policy }) =>
        isOwn
          ? [
              ...[sku, managed ? String(onHand) : '', states[status], lowStock === null ? '' : String(lowStock)],
              backorders[policy],
            ]
          : [sku, 'parent', '', '', ''],
    }),
  },
  {
    ...{ id: 'prices', text: texts.prices, requires: 'products.read' },
    count: countTable('prices', `variations v where ${isSold}`),
    write: writeTable({
      heads: ['SKU', 'Regular price', 'Sale price', 'Date sale price starts', 'Date sale price ends'],
      read: selectPrices,
      toCells: ({ sku, regularPrice, salePrice, currency, saleFrom, saleTo }) => [
        ...[sku, formatAmount(regularPrice, currency), formatAmount(salePrice, currency)],
        ...[saleFrom?.toISOString() ?? '', saleTo?.toISOString() ?? ''],
      ],
    }),
  },
  {
    ...{ id: 'coupons', text: texts.coupons, requires: 'promotions.read', count: countTable('coupons', 'coupons') },
    write: writeTable(couponCells),
  },
  {
    ...{ id: 'redirects', text: texts.redirects, requires: 'redirects.read' },
    count: countTable('redirects', 'url_redirects'),
    write: writeTable({
      heads: ['source', 'target'],
      read: selectRedirects,
      toCells: ({ source, target }) => [formatSource(source), target],
    }),
  },
];

export const findExport = (id: string): ExportKind | undefined => exportKinds.find((kind) => kind.id === id);

/**
 * Writes the whole file to the local disk before it is sent: with a slow client, streaming would keep the transaction
 * open.
 * @param path of a file that does not exist yet
 */
export async function writeExport(shop: Shop, { write }: ExportKind, path: string): Promise<void> {
  const output = await open(path, 'wx', 0o600);
  try {
    await write(shop, (text) => output.appendFile(text));
  } finally {
    await output.close();
  }
}
