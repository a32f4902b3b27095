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
import { cutText } from '#platform/texts/plain-text.ts';
import {
  type CheckedFile,
  type CheckedRow,
  type FileToCheck,
  type ImportKind,
  type RowOutcome,
  reasonHead,
} from './kind.ts';
import { importTexts as texts } from './texts.ts';

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
  /** The fields that are read, and known products only. Default: all. */
  readonly only?: readonly ColumnField[];
  /** Other names of its columns, in small letters. */
  readonly names?: Readonly<Record<string, string>>;
  readonly translate?: (file: string, target: string) => Promise<TranslatedFile>;
}

/** A row has a fingerprint for each stage that saves it. */
const joinFingerprints = (row: ReadonlyMap<ImportStage, RowChange> | undefined) =>
  importStages.map((stage) => row?.get(stage)?.fingerprint ?? '').join('.');
const readFingerprint = (joined: string, stage: ImportStage) => joined.split('.')[importStages.indexOf(stage)] ?? '';

const unknownSku = 'there is no product or variation with this SKU';

/** All kinds of product files are read by the importer of the plugin's format. */
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
    const outcome: RowOutcome = isRefused(line)
      ? 'refused'
      : row.some((change) => change.outcome === 'created')
        ? 'created'
        : row.some((change) => change.outcome === 'updated')
          ? 'updated'
          : 'unchanged';
    return {
      ...{ line, sourceLines: toSource(line), cells, outcome, messages: messages.get(line) ?? [] },
      label: row[0]?.label ?? cutText(cells.find((cell) => cell.trim() !== '') ?? '', 200),
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
  const ignored = 'the shop does not support this column, so it was ignored';
  return [
    ...translated.unknown
      .filter((head) => head.trim() !== reasonHead)
      .map((column): RowMessage => ({ level: 'warning', line: 1, column, code: 'UNKNOWN_COLUMN', message: ignored })),
  ];
}

/** Rows that are not in the translated file have lines behind it. */
const listUntranslated = (translated: TranslatedFile | null): CheckedRow[] =>
  (translated?.problems ?? []).map(({ line, message, cells }, index) => ({
    ...{
      line: (translated?.lastLine ?? 0) + 1 + index,
      sourceLines: [line],
      cells,
      outcome: 'refused',
      fingerprint: '',
    },
    ...{ fields: [], label: cutText(cells.find((cell) => cell.trim() !== '') ?? '', 200) },
    messages: [{ level: 'error', line, column: '', code: 'BROKEN_ROW', message }],
  }));

/** All rows of the file, and those that can't be read. */
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

export const productKinds: readonly ImportKind[] = [
  defineProductKind({
    ...{ id: 'products', text: texts.products, asksDecimal: true, asksDates: true, heads: productHeads },
    isHead: isKnownHead,
    example: [
      [
        '',
        'simple',
        'BOWL',
        'Bowl',
        '1',
        'Thrown by hand.',
        '',
        '18.50',
        '',
        '1',
        '12',
        '0.4',
        'Table > Bowls',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
      ],
      [
        '',
        'variable',
        'CUP',
        'Cup',
        '1',
        '',
        '',
        '',
        '',
        '1',
        '',
        '0.2',
        'Table > Cups',
        '',
        '',
        '',
        '',
        'Glaze',
        'Sea, Sand',
        '1',
      ],
      [
        '',
        'variation',
        'CUP-SEA',
        '',
        '1',
        '',
        '',
        '12.00',
        '',
        '1',
        '5',
        '',
        '',
        '',
        '',
        '',
        'CUP',
        'Glaze',
        'Sea',
        '1',
      ],
    ],
  }),
  defineProductKind({
    ...{ id: 'shopify', text: texts.shopify, asksDecimal: true, asksDates: false, heads: shopifyHeads },
    ...{ isHead: isShopifyHead, translate: translateShopifyFile },
    example: [
      [
        'cup',
        'Cup',
        '<p>Thrown by hand.</p>',
        'Kiln',
        '',
        'gift',
        'true',
        'Glaze',
        'Sea',
        'CUP-SEA',
        '200',
        '5',
        '12.00',
        '',
        '',
        '',
        'active',
      ],
      ['cup', '', '', '', '', '', '', '', 'Sand', 'CUP-SAND', '200', '3', '12.00', '15.00', '', '', ''],
    ],
  }),
  defineProductKind({
    ...{ id: 'stock', text: texts.stock, asksDecimal: true, asksDates: false, only: stockFields },
    heads: ['SKU', 'Stock', 'In stock?', 'Low stock amount', 'Backorders allowed?'],
    example: [
      ['BOWL', '12', '', '2', '0'],
      ['CUP-SEA', '', '1', '', ''],
    ],
    names: { quantity: 'Stock', qty: 'Stock', 'on hand': 'Stock', 'in stock': 'Stock', count: 'Stock' },
    isHead: (head) => ['sku', 'stock', 'quantity', 'qty', 'on hand', 'in stock?'].includes(head.trim().toLowerCase()),
  }),
  defineProductKind({
    ...{ id: 'prices', text: texts.prices, asksDecimal: true, asksDates: true, only: priceFields },
    heads: ['SKU', 'Regular price', 'Sale price', 'Date sale price starts', 'Date sale price ends'],
    example: [
      ['BOWL', '18.50', '', '', ''],
      ['CUP-SEA', '12.00', '9.90', '2027-01-01', '2027-01-31'],
    ],
    names: { price: 'Regular price' },
    isHead: (head) => ['sku', 'price', 'regular price', 'sale price'].includes(head.trim().toLowerCase()),
  }),
];
