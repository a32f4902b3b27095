import { isDeepStrictEqual } from 'node:util';
import type { ShopConfig } from '#platform/config/shop-config.ts';
import { unescapeFormula } from '#platform/csv/csv-line.ts';
import type { Encoding } from '#platform/csv/encoding.ts';
import type { CsvCode } from '#platform/csv/errors.ts';
import {
  createEncodingWarnings,
  detectFormat,
  readRows,
  type TableFormat,
  type TableRow,
  UnreadableFile,
} from '#platform/csv/read-rows.ts';
import { createReportBuilder, type ReportBuilder, type RowReport } from '#platform/csv/report.ts';
import type { RowImport, StoredFields } from '#platform/csv/row-import.ts';
import { type Db, inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createNotationDetector, type NumberNotation } from '#platform/input/read-number.ts';
import { type CouponField, type CouponTexts, readCoupon } from './coupon-input.ts';
import { addCoupon, countCouponUses, deleteCoupon, findCoupon, type StoredCoupon } from './coupons.ts';
import type { couponErrors } from './errors.ts';
import { couponCells } from './export-coupons.ts';

type CouponRowCode = CsvCode | keyof typeof couponErrors.codes;

/** Column headings in lower case: this shop's, then those of exports of other shops. */
const heads: ReadonlyMap<string, CouponField> = new Map<string, CouponField>([
  ...toHeads('code', ['code', 'coupon code', 'coupon_code', 'post_title']),
  ...toHeads('description', ['description', 'post_excerpt']),
  ...toHeads('type', ['type', 'discount type', 'discount_type']),
  ...toHeads('amount', ['amount', 'coupon amount', 'coupon_amount']),
  ...toHeads('freeShipping', ['free shipping', 'free_shipping']),
  ...toHeads('minSpend', ['minimum spend', 'min_spend', 'minimum_amount']),
  ...toHeads('maxSpend', ['maximum spend', 'max_spend', 'maximum_amount']),
  ...toHeads('products', ['products', 'product_ids']),
  ...toHeads('categories', ['categories', 'product_categories']),
  ...toHeads('brands', ['brands', 'product_brands']),
  ...toHeads('excludedProducts', [
    'excluded products',
    'excluded_products',
    'exclude_product_ids',
    'excluded_product_ids',
  ]),
  ...toHeads('excludedCategories', [
    ...['excluded categories', 'excluded_categories', 'exclude_product_categories', 'excluded_product_categories'],
  ]),
  ...toHeads('excludedBrands', ['excluded brands', 'excluded_brands', 'exclude_product_brands']),
  ...toHeads('excludesSaleItems', ['exclude sale items', 'exclude_sale_items']),
  ...toHeads('individualUse', ['individual use', 'individual_use']),
  ...toHeads('usageLimit', ['usage limit', 'usage_limit']),
  ...toHeads('usageCount', ['usage count', 'usage_count']),
  ...toHeads('usageLimitPerCustomer', ['usage limit per customer', 'usage_limit_per_customer', 'usage_limit_per_user']),
  ...toHeads('maxItems', ['maximum items', 'max_items', 'limit_usage_to_x_items']),
  ...toHeads('emails', ['allowed emails', 'allowed_emails', 'customer_email', 'email_restrictions']),
  ...toHeads('priority', ['priority']),
  ...toHeads('startsAt', ['starts', 'starts_at']),
  ...toHeads('endsAt', ['ends', 'ends_at', 'expiry_date', 'date_expires']),
  ...toHeads('isEnabled', ['enabled']),
  ...toHeads('status', ['post_status']),
]);

function toHeads(field: CouponField, names: readonly string[]): (readonly [string, CouponField])[] {
  return names.map((name) => [name, field]);
}

const findField = (head: string): CouponField | undefined => heads.get(head.trim().toLowerCase());

interface Columns {
  readonly count: number;
  readonly fields: ReadonlyMap<CouponField, { readonly index: number; readonly head: string }>;
}

class DryRunRollback extends Error {}

/** Imports the coupons of a CSV file in one transaction. Faulty rows and existing codes are reported and skipped. */
export async function importCoupons(
  shop: Shop,
  file: string,
  { dryRun, encoding }: { readonly dryRun: boolean; readonly encoding?: Encoding | undefined },
): Promise<RowReport<CouponRowCode>> {
  let report = createReportBuilder<CouponRowCode>();
  try {
    await inTransaction(shop.db, async (tx) => {
      // Start a new report: the transaction may be retried.
      report = createReportBuilder<CouponRowCode>();
      await importFile(tx, { file, encoding }, shop.choices, report);
      if (dryRun) throw new DryRunRollback();
    });
  } catch (error) {
    if (!(error instanceof DryRunRollback)) throw error;
  }
  return report.report();
}

async function importFile(
  db: Db,
  { file, encoding }: { readonly file: string; readonly encoding: Encoding | undefined },
  choices: ShopConfig,
  report: ReportBuilder<CouponRowCode>,
): Promise<void> {
  const format = await detectFormat(file, (head) => findField(head) !== undefined, encoding);
  for (const message of createEncodingWarnings(format)) report.addMessage(message);
  const notation = await detectNotation(file, format);
  let columns: Columns | null = null;
  try {
    for await (const row of readRows(file, format)) {
      if ('problem' in row) addRowError(report, row.line, 'BROKEN_ROW', row.problem);
      else if (columns === null) {
        columns = readColumns(row, report);
        if (columns === null) return;
      } else await importRow(db, columns, row, { choices, notation }, report);
    }
  } catch (failure) {
    if (!(failure instanceof UnreadableFile)) throw failure;
    addRowError(report, failure.line, 'UNREADABLE', `${failure.message}; nothing after this line was imported`);
  }
  if (columns === null) readColumns({ line: 1, cells: [] }, report);
}

async function detectNotation(file: string, format: TableFormat): Promise<NumberNotation> {
  const detector = createNotationDetector();
  let indexes: number[] | null = null;
  try {
    for await (const row of readRows(file, format)) {
      if ('problem' in row) continue;
      const { cells } = row;
      if (indexes) for (const index of indexes) detector.add(cells[index] ?? '');
      else indexes = [...cells.keys()].filter((index) => amountFields.has(findField(cells[index] ?? '') ?? 'code'));
    }
  } catch (failure) {
    // The import itself reports the unreadable file.
    if (!(failure instanceof UnreadableFile)) throw failure;
  }
  return detector.getNotation();
}

const amountFields: ReadonlySet<CouponField> = new Set(['amount', 'minSpend', 'maxSpend']);

function addRowError(report: ReportBuilder<CouponRowCode>, line: number, code: CouponRowCode, message: string): void {
  report.addMessage({ level: 'error', line, column: '', code, message });
}

function readColumns({ cells }: TableRow, report: ReportBuilder<CouponRowCode>): Columns | null {
  const fields = new Map<CouponField, { index: number; head: string }>();
  let isValid = true;
  for (const [index, cell] of cells.entries()) {
    const head = cell.trim();
    const field = findField(head);
    const line = { line: 1, column: head };
    if (field === undefined && head !== '')
      report.addMessage({
        ...line,
        level: 'warning',
        code: 'UNKNOWN_COLUMN',
        message: 'is unknown, so it was ignored',
      });
    if (field === undefined) continue;
    if (fields.has(field)) {
      const message = `means the same as ${fields.get(field)?.head}, so nothing was imported; remove one of them`;
      report.addMessage({ ...line, level: 'error', code: 'COLUMN_TWICE', message });
      isValid = false;
    } else fields.set(field, { index, head });
  }
  for (const field of ['code', 'type'] as const) {
    if (fields.has(field)) continue;
    addRowError(report, 1, 'UNREADABLE', `the header has no column '${field}'`);
    isValid = false;
  }
  return isValid ? { count: cells.length, fields } : null;
}

/** @returns null when the row is refused */
async function importRow(
  db: Db,
  columns: Columns,
  { line, cells }: TableRow,
  { choices, notation }: { readonly choices: ShopConfig; readonly notation: NumberNotation },
  report: ReportBuilder<CouponRowCode>,
): Promise<StoredCoupon | null> {
  if (cells.slice(columns.count).some((cell) => cell.trim() !== '')) {
    addRowError(report, line, 'BROKEN_ROW', `has ${cells.length} cells but the header has ${columns.count}`);
    return null;
  }
  const read = await readCoupon(db, readTexts(columns, cells), choices, notation);
  const findHead = (field: CouponField) => columns.fields.get(field)?.head ?? '';
  if (!read.ok) {
    for (const { field, message } of read.problems)
      report.addMessage({ level: 'error', line, column: findHead(field), code: 'BAD_VALUE', message });
    return null;
  }
  const coupon = await addCoupon(db, read.input);
  if (!coupon) {
    addRowError(report, line, 'COUPON_EXISTS', `there is a coupon with the code ${read.input.code} already`);
    return null;
  }
  report.setOutcome(line, 'created');
  for (const { field, code, message } of read.warnings)
    report.addMessage({ level: 'warning', line, column: findHead(field), code, message });
  return coupon;
}

/** Import of files that staff upload. Each row creates a coupon, and can be undone until the coupon is used. */
export const couponImport: RowImport<Columns> = {
  heads: couponCells.heads,
  isHead: (head) => findField(head) !== undefined,
  readColumns: (cells, report) => readColumns({ line: 1, cells }, report as ReportBuilder<CouponRowCode>),
  listNumbers: ({ fields }) => [...fields].flatMap(([field, { index }]) => (amountFields.has(field) ? [index] : [])),
  async save({ choices }, tx, { columns, row, notation }, report) {
    const coupon = await importRow(tx, columns, row, { choices, notation }, report as ReportBuilder<CouponRowCode>);
    return coupon && { outcome: 'created', id: coupon.id, label: coupon.code, before: null, after: toFields(coupon) };
  },
  async undo(_shop, tx, { id, after }) {
    const coupon = await findCoupon(tx, id, true);
    if (!coupon) return 'it was deleted after the import';
    if (!isDeepStrictEqual(toFields(coupon), after)) return 'it was changed after the import, so it stays as it is';
    if ((await countCouponUses(tx, [id])).has(id)) return 'orders have used it';
    await deleteCoupon(tx, id);
    return null;
  },
};

/** Converts the coupon to JSON values, for storage and comparison. */
const toFields = (coupon: StoredCoupon): StoredFields => JSON.parse(JSON.stringify(coupon)) as StoredFields;

function readTexts({ fields }: Columns, cells: readonly string[]): CouponTexts {
  const entries = [...fields].map(([field, { index, head }]) => {
    const text = unescapeFormula((cells[index] ?? '').trim());
    if (limitFields.has(field) && isZero(text)) return [field, ''] as const;
    return [field, isForeignIds(head) ? toForeignIds(text) : text] as const;
  });
  return Object.fromEntries(entries);
}

/** Fields in which exports of other shops write 0 for no limit. */
const limitFields: ReadonlySet<CouponField> = new Set([
  ...(['usageLimit', 'usageLimitPerCustomer', 'maxItems', 'minSpend', 'maxSpend'] as const),
]);

const isZero = (text: string): boolean => /^0+(?:[.,]0+)?$/.test(text);

/** Exports of other shops have product ids of their own in these columns. */
const isForeignIds = (head: string): boolean => /^exclude(d)?_product_ids$|^product_ids$/i.test(head.trim());

function toForeignIds(text: string): string {
  return text.replaceAll(/\d+/g, 'id:$&');
}
