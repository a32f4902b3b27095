import {
  applyRows,
  type ColumnField,
  formatHeads,
  type ImportStage,
  importProductFile,
  importStages,
  isKnownHead,
  isShopifyHead,
  type ProductTable,
  type RowChange,
  type TranslatedFile,
  translateShopifyFile,
  type UndoneRow,
  undoRows,
} from '#features/catalog-transfer/index.ts';
import { readRows, UnreadableFile } from '#platform/csv/read-rows.ts';
import type { RowMessage } from '#platform/csv/report.ts';
import type { StoredFields } from '#platform/csv/row-import.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { NumberNotation } from '#platform/input/read-number.ts';
import { importTexts as texts } from '../texts.ts';
import {
  type CheckedFile,
  type CheckedRow,
  type FileToCheck,
  type ImportKind,
  labelRow,
  type RowOutcome,
  reasonHead,
} from './kind.ts';

interface ProductReading {
  readonly heads: readonly string[];
  readonly mapping: readonly (readonly [string, string])[];
  readonly prices: NumberNotation;
  readonly others: NumberNotation;
  readonly dateOrder?: 'day' | 'month' | undefined;
}

interface ProductKind extends Pick<ImportKind, 'id' | 'text' | 'heads' | 'example' | 'isHead'> {
  readonly asksDates: boolean;
  readonly asksDecimal: boolean;
  /** Reads these fields only, and only rows of known products. Default: all. */
  readonly only?: readonly ColumnField[];
  /** Alternative heads of the columns, in lower case. */
  readonly names?: Readonly<Record<string, string>>;
  readonly translate?: (file: string, target: string) => Promise<TranslatedFile>;
}

/** A row has a fingerprint for each stage that saves it. */
const joinFingerprints = (row: ReadonlyMap<ImportStage, RowChange> | undefined) =>
  importStages.map((stage) => row?.get(stage)?.fingerprint ?? '').join('.');
const readFingerprint = (joined: string, stage: ImportStage) => joined.split('.')[importStages.indexOf(stage)] ?? '';

const unknownSku = 'there is no product or variation with this SKU';

/** The importer of the e-commerce plugin's CSV format reads all kinds of product files. */
function defineProductKind({ only, names = {}, translate, ...kind }: ProductKind): ImportKind {
  return {
    ...{ ...kind, requires: 'products.write', subject: 'product' },
    meanings: translate ? [] : only ? kind.heads : formatHeads,
    async check(shop, file) {
      const translated = translate ? await translate(file.path, file.scratchPath) : null;
      const path = translated ? file.scratchPath : file.path;
      const mapping = new Map(
        Object.entries(translated ? {} : { ...names, ...file.options.columns, [reasonHead.toLowerCase()]: '' }),
      );
      return checkProducts(shop, { ...file, path }, { mapping, only, translated });
    },
    async apply(shop, tx, { reading, stage, rows, by }) {
      const { heads, mapping, ...notation } = reading as unknown as ProductReading;
      const { changes, messages } = await applyRows(shop, tx, {
        ...{ heads, mapping: new Map(mapping), only, notation, by, stage: stage as ImportStage },
        rows: rows.map(({ line, cells }) => ({ line, cells })),
        fingerprints: new Map(
          rows.map(({ line, fingerprint }) => [line, readFingerprint(fingerprint, stage as ImportStage)]),
        ),
      });
      return {
        messages,
        changes: changes.map(({ id, productId, before, after, ...change }) => ({
          ...{ ...change, auditId: productId, subject: { id, productId } },
          ...{ before: before as StoredFields | null, after: after as StoredFields | null },
        })),
      };
    },
    async undo(shop, tx, changes, by) {
      const rows = changes.map(({ subject, before, after }) => ({ ...subject, before, after }) as unknown as UndoneRow);
      const problems = await undoRows(shop, tx, rows, { text: 'import', by });
      return new Map(
        changes.flatMap(({ id }, index) => {
          const problem = problems.get(rows[index]?.id ?? 0);
          return problem === undefined ? [] : [[id, problem] as const];
        }),
      );
    },
  };
}

interface ProductFile {
  readonly mapping: ReadonlyMap<string, string>;
  readonly only: readonly ColumnField[] | undefined;
  readonly translated: TranslatedFile | null;
}

async function checkProducts(
  shop: Shop,
  { path, options, onProgress }: FileToCheck,
  { mapping, only, translated }: ProductFile,
): Promise<CheckedFile> {
  const changes = new Map<number, Map<ImportStage, RowChange>>();
  let table = null as ProductTable | null;
  const report = await importProductFile(shop, path, {
    ...{ decimal: options.decimal, dateOrder: options.dateOrder, mapping, only, dryRun: true, onProgress },
    onTable: (opened) => {
      table = opened;
    },
    recorder: {
      isLocking: false,
      refuse: (_row, _stage, found) => (only !== undefined && found === null ? unknownSku : null),
      record: ({ before: _, after: __, ...change }) => {
        const row = changes.get(change.line) ?? new Map<ImportStage, RowChange>();
        changes.set(change.line, row.set(change.stage, { ...change, before: null, after: null }));
      },
    },
  });
  const fileMessages = report.messages.filter(({ line }) => line <= 1);
  if (table === null) return { reading: null, messages: fileMessages, rows: [], stages: () => [] };
  const { columns, prices, others, dateOrder, format } = table;
  const reading: ProductReading = { heads: columns.heads, mapping: [...mapping], prices, others, dateOrder };
  const messages = Map.groupBy(
    report.messages.filter(({ line }) => line > 1),
    ({ line }) => line,
  );
  const isRefused = (line: number) =>
    !changes.has(line) || (messages.get(line) ?? []).some(({ level }) => level === 'error');
  const stages = () =>
    importStages.map((stage) => ({
      stage,
      lines: [...changes]
        .filter(([line, row]) => !isRefused(line) && (row.get(stage)?.outcome ?? 'unchanged') !== 'unchanged')
        .map(([line]) => line)
        .toSorted((first, second) => first - second),
    }));
  const toSource = (line: number) => translated?.lines.get(line) ?? [line];
  const toRow = (line: number, cells: readonly string[]): CheckedRow => {
    const row = [...(changes.get(line)?.values() ?? [])];
    const done = (['created', 'updated'] as const).find((each) => row.some((change) => change.outcome === each));
    const outcome: RowOutcome = isRefused(line) ? 'refused' : (done ?? 'unchanged');
    return {
      ...{ line, sourceLines: toSource(line), cells, outcome, messages: messages.get(line) ?? [] },
      label: row[0]?.label ?? labelRow(cells),
      fingerprint: joinFingerprints(changes.get(line)),
      fields: outcome === 'refused' ? [] : row.flatMap((change) => change.fields),
    };
  };
  return {
    reading: reading as unknown as StoredFields,
    messages: [...fileMessages, ...listTranslationMessages(translated)],
    rows: readAllRows(path, format, new Set(messages.keys()), toRow, listUntranslated(translated)),
    stages,
  };
}

function listTranslationMessages(translated: TranslatedFile | null): RowMessage[] {
  if (translated === null) return [];
  const message = 'the shop does not support this column, so it was ignored';
  return translated.unknown
    .filter((head) => head.trim() !== reasonHead)
    .map((column) => ({ level: 'warning', line: 1, column, code: 'UNKNOWN_COLUMN', message }));
}

/** Rows that were not translated get line numbers after the last line of the translated file. */
const listUntranslated = (translated: TranslatedFile | null): CheckedRow[] =>
  (translated?.problems ?? []).map(({ line, message, cells }, index) => ({
    ...{ line: (translated?.lastLine ?? 0) + 1 + index, sourceLines: [line], cells, outcome: 'refused' },
    ...{ fingerprint: '', fields: [], label: labelRow(cells) },
    messages: [{ level: 'error', line, column: '', code: 'BROKEN_ROW', message }],
  }));

/** Yields all rows of the file, including unreadable ones. */
async function* readAllRows(
  path: string,
  format: ProductTable['format'],
  told: Set<number>,
  toRow: (line: number, cells: readonly string[]) => CheckedRow,
  others: readonly CheckedRow[],
): AsyncGenerator<CheckedRow> {
  let isHeader = true;
  try {
    for await (const row of readRows(path, format)) {
      if (!isHeader) {
        told.delete(row.line);
        yield toRow(row.line, 'problem' in row ? [] : row.cells);
      }
      isHeader = false;
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
  for (const line of told) yield toRow(line, []);
  yield* others;
}

const stockFields: readonly ColumnField[] = ['sku', 'stock', 'inStock', 'lowStock', 'backorders'];
const priceFields: readonly ColumnField[] = ['sku', 'regularPrice', 'salePrice', 'saleFrom', 'saleTo'];
const productHeads = [
  ...['ID', 'Type', 'SKU', 'Name', 'Published', 'Short description', 'Description', 'Regular price', 'Sale price'],
  ...['In stock?', 'Stock', 'Weight (kg)', 'Categories', 'Tags', 'Brands', 'Images', 'Parent', 'Attribute 1 name'],
  ...['Attribute 1 value(s)', 'Attribute 1 global'],
];
const shopifyHeads = [
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Product Category', 'Tags', 'Published', 'Option1 Name'],
  ...['Option1 Value', 'Variant SKU', 'Variant Grams', 'Variant Inventory Qty', 'Variant Price'],
  ...['Variant Compare At Price', 'Image Src', 'Image Position', 'Status'],
];

const glaze = { 'Attribute 1 name': 'Glaze', 'Attribute 1 global': '1' };

export const productKinds: readonly ImportKind[] = [
  defineProductKind({
    ...{ id: 'products', text: texts.products, asksDecimal: true, asksDates: true, heads: productHeads },
    isHead: isKnownHead,
    example: [
      {
        ...{ Type: 'simple', SKU: 'BOWL', Name: 'Bowl', Published: '1', 'Short description': 'Thrown by hand.' },
        ...{
          'Regular price': '18.50',
          'In stock?': '1',
          Stock: '12',
          'Weight (kg)': '0.4',
          Categories: 'Table > Bowls',
        },
      },
      {
        ...{ Type: 'variable', SKU: 'CUP', Name: 'Cup', Published: '1', 'In stock?': '1', 'Weight (kg)': '0.2' },
        ...{ Categories: 'Table > Cups', ...glaze, 'Attribute 1 value(s)': 'Sea, Sand' },
      },
      {
        ...{
          Type: 'variation',
          SKU: 'CUP-SEA',
          Published: '1',
          'Regular price': '12.00',
          'In stock?': '1',
          Stock: '5',
        },
        ...{ Parent: 'CUP', ...glaze, 'Attribute 1 value(s)': 'Sea' },
      },
    ],
  }),
  defineProductKind({
    ...{ id: 'shopify', text: texts.shopify, asksDecimal: true, asksDates: false, heads: shopifyHeads },
    ...{ isHead: isShopifyHead, translate: translateShopifyFile },
    example: [
      {
        ...{ Handle: 'cup', Title: 'Cup', 'Body (HTML)': '<p>Thrown by hand.</p>', Vendor: 'Kiln', Tags: 'gift' },
        ...{ Published: 'true', 'Option1 Name': 'Glaze', 'Option1 Value': 'Sea', 'Variant SKU': 'CUP-SEA' },
        ...{ 'Variant Grams': '200', 'Variant Inventory Qty': '5', 'Variant Price': '12.00', Status: 'active' },
      },
      {
        ...{ Handle: 'cup', 'Option1 Value': 'Sand', 'Variant SKU': 'CUP-SAND', 'Variant Grams': '200' },
        ...{ 'Variant Inventory Qty': '3', 'Variant Price': '12.00', 'Variant Compare At Price': '15.00' },
      },
    ],
  }),
  defineProductKind({
    ...{ id: 'stock', text: texts.stock, asksDecimal: true, asksDates: false, only: stockFields },
    heads: ['SKU', 'Stock', 'In stock?', 'Low stock amount', 'Backorders allowed?'],
    example: [
      { SKU: 'BOWL', Stock: '12', 'Low stock amount': '2', 'Backorders allowed?': '0' },
      { SKU: 'CUP-SEA', 'In stock?': '1' },
    ],
    names: { quantity: 'Stock', qty: 'Stock', 'on hand': 'Stock', 'in stock': 'Stock', count: 'Stock' },
    isHead: (head) => ['sku', 'stock', 'quantity', 'qty', 'on hand', 'in stock?'].includes(head.trim().toLowerCase()),
  }),
  defineProductKind({
    ...{ id: 'prices', text: texts.prices, asksDecimal: true, asksDates: true, only: priceFields },
    heads: ['SKU', 'Regular price', 'Sale price', 'Date sale price starts', 'Date sale price ends'],
    example: [
      { SKU: 'BOWL', 'Regular price': '18.50' },
      {
        ...{ SKU: 'CUP-SEA', 'Regular price': '12.00', 'Sale price': '9.90' },
        ...{ 'Date sale price starts': '2027-01-01', 'Date sale price ends': '2027-01-31' },
      },
    ],
    names: { price: 'Regular price' },
    isHead: (head) => ['sku', 'price', 'regular price', 'sale price'].includes(head.trim().toLowerCase()),
  }),
];
