import type { ProductStatus, TaxStatus, Visibility } from '#features/catalog/index.ts';
import type { BackorderPolicy } from '#features/inventory/index.ts';
import type { TableRow } from '#platform/csv/read-rows.ts';
import { normaliseText } from '#platform/input/normalise-text.ts';
import type { NumberNotation } from '#platform/input/read-number.ts';
import { slugify } from '#platform/texts/slugs.ts';
import type { ImportMessage } from '../report.ts';
import { type CellReader, createCellReader } from './cell-reader.ts';
import {
  type CellResult,
  fail,
  readChoice,
  readFlag,
  readInteger,
  readMeasure,
  readName,
  readNames,
  readPaths,
  readPrice,
  readReference,
  readSpacedNames,
  splitList,
  succeed,
  toWord,
} from './cell-values.ts';
import { checkNames, checkTexts } from './check-texts.ts';
import type { ColumnField, Columns } from './columns.ts';
import { findColumnHead } from './find-column-head.ts';
import { readAddons, readAttributes, readBrands, readDownloads, readMeta, readSwatches } from './parse-groups.ts';
import type { ParsedRow, ParsedStock } from './parsed-row.ts';
import { type DateOrder, readMoment } from './read-moment.ts';

const statuses: Readonly<Record<string, ProductStatus>> = {
  '': 'published',
  '1': 'published',
  true: 'published',
  '0': 'private',
  '-1': 'draft',
  '2': 'pending',
  false: 'draft',
  publish: 'published',
  published: 'published',
  private: 'private',
  draft: 'draft',
  pending: 'pending',
};
const visibilities: Readonly<Record<string, Visibility>> = {
  '': 'visible',
  visible: 'visible',
  catalog: 'catalog',
  search: 'search',
  hidden: 'hidden',
};
const taxStatuses: Readonly<Record<string, TaxStatus>> = {
  '': 'taxable',
  taxable: 'taxable',
  true: 'taxable',
  shipping: 'shipping',
  none: 'none',
  false: 'none',
};
const productTypes = ['simple', 'variable', 'grouped', 'external', 'variation'] as const;

export type RowResult =
  | { readonly ok: true; readonly row: ParsedRow; readonly warnings: readonly ImportMessage[] }
  | ({ readonly ok: false; readonly messages: readonly ImportMessage[] } & RowNames);

export interface RowNames {
  readonly line: number;
  readonly sku: string | null;
  readonly importId: string | null;
}

export interface FileNotation {
  readonly currency: string;
  readonly prices: NumberNotation;
  readonly others: NumberNotation;
  readonly dateOrder?: DateOrder | undefined;
}

export function parseRow(columns: Columns, tableRow: TableRow, notation: FileNotation): RowResult {
  const hasSurplusCells = tableRow.cells.slice(columns.heads.length).some((cell) => cell.trim() !== '');
  const { line, cells } = tableRow;
  const reader = createCellReader(columns, tableRow);
  const [sku = '', importId = ''] = [reader.readText('sku'), reader.readText('importId')];
  const failed = { ok: false, line, sku: normaliseText(sku) || null, importId: importId || null } as const;
  if (hasSurplusCells) {
    const message = `has ${cells.length} cells but the header has ${columns.heads.length}: check for a misplaced comma or quote`;
    return { ...failed, messages: [{ level: 'error', line, column: '', code: 'BROKEN_ROW', message }] };
  }
  const typeWords = splitList((reader.readText('type') ?? '').toLowerCase());
  const productTypeWords = typeWords.filter((word) => word !== 'virtual' && word !== 'downloadable');
  const type =
    productTypeWords.length === 0 ? 'simple' : productTypes.find((known) => productTypeWords.includes(known));
  if (type === undefined) {
    const message = `unknown product type '${productTypeWords.join(', ')}'; expected simple, variable, grouped, external or variation`;
    const column = findColumnHead(columns, 'type');
    return { ...failed, messages: [{ level: 'error', line, column, code: 'UNKNOWN_TYPE', message }] };
  }
  const row = readCells(reader, type, typeWords, notation);
  checkNames(reader, row);
  checkTexts(reader, row);
  return reader.errors.length > 0
    ? { ...failed, messages: [...reader.errors, ...reader.warnings] }
    : { ok: true, row, warnings: reader.warnings };
}

function readCells(
  reader: CellReader,
  type: ParsedRow['type'],
  typeWords: readonly string[],
  { currency, prices, others, dateOrder }: FileNotation,
): ParsedRow {
  const readPriceField = (field: ColumnField) => reader.readField(field, (cell) => readPrice(cell, currency, prices));
  const readMeasureField = (field: ColumnField) =>
    reader.readField(field, (cell) => readMeasure(cell, reader.columns.units.get(field) ?? 1, others));
  const readMomentField = (field: ColumnField, isEnd = false) =>
    reader.readField(field, (cell) => readMoment(cell, isEnd, dateOrder));
  const readIntegerField = (field: ColumnField) => reader.readField(field, (cell) => readInteger(cell));
  const readFlagField = (field: ColumnField) => reader.readField(field, readFlag);
  const readTextOrNull = (field: ColumnField) => nullIfEmpty(reader.readText(field));
  const readCodeOrNull = (field: ColumnField) => nullIfEmpty(mapDefined(reader.readText(field), normaliseText));
  const readLimitField = (field: ColumnField) => toLimit(reader.readField(field, readLimit));
  const readOneOrMore = (field: ColumnField) =>
    readIntegerField(field) ?? (reader.readText(field) === '' ? 1 : undefined);
  const hasType = reader.readText('type') !== undefined;
  const readReferences = (field: ColumnField) => reader.readList(field, readReference);
  return {
    line: reader.line,
    type,
    hasType,
    virtual: hasType ? typeWords.includes('virtual') : undefined,
    downloadable: hasType ? typeWords.includes('downloadable') : undefined,
    importId: readTextOrNull('importId') ?? null,
    sku: readCodeOrNull('sku'),
    gtin: readCodeOrNull('gtin'),
    name: reader.readText('name'),
    slug: reader.readText('slug') || undefined,
    status: readStatus(reader, type),
    publishedAt: readMomentField('publishedAt') ?? undefined,
    featured: readFlagField('featured'),
    visibility: reader.readField('visibility', (cell) => readChoice(cell, visibilities)),
    shortDescription: unescapeLineBreaks(reader.readText('shortDescription')),
    description: unescapeLineBreaks(reader.readText('description')),
    saleFrom: readMomentField('saleFrom'),
    saleTo: readMomentField('saleTo', true),
    taxStatus: reader.readField('taxStatus', (cell) => readChoice(cell, taxStatuses)),
    taxClass: readTaxClass(reader.readText('taxClass')),
    stock: readStock(reader, others),
    soldIndividually: readFlagField('soldIndividually'),
    minQuantity: readOneOrMore('minQuantity'),
    maxQuantity: readIntegerField('maxQuantity'),
    quantityStep: readOneOrMore('quantityStep'),
    reviewsAllowed: readFlagField('reviewsAllowed'),
    weightGrams: readMeasureField('weight'),
    lengthMm: readMeasureField('length'),
    widthMm: readMeasureField('width'),
    heightMm: readMeasureField('height'),
    purchaseNote: reader.readText('purchaseNote'),
    salePrice: readPriceField('salePrice'),
    regularPrice: readPriceField('regularPrice'),
    categories: mapDefined(reader.readText('categories'), readPaths),
    tags: mapDefined(reader.readText('tags'), readNames) ?? mapDefined(reader.readText('spacedTags'), readSpacedNames),
    brands: readBrands(reader),
    images: reader.readList('images', String),
    shippingClass: mapDefined(reader.readText('shippingClass'), readName),
    downloadLimit: readLimitField('downloadLimit'),
    downloadExpiryDays: readLimitField('downloadExpiryDays'),
    parent: mapDefined(readTextOrNull('parent') ?? undefined, readReference) ?? null,
    grouped: readReferences('grouped'),
    upsells: readReferences('upsells'),
    crossSells: readReferences('crossSells'),
    externalUrl: readTextOrNull('externalUrl'),
    buttonText: reader.readText('buttonText'),
    position: readIntegerField('position') ?? (reader.readText('position') === '' ? 0 : undefined),
    eventStartsAt: readMomentField('eventStartsAt'),
    eventEndsAt: readMomentField('eventEndsAt'),
    eventTimeZone: readTextOrNull('eventTimeZone'),
    eventPlace: readTextOrNull('eventPlace'),
    eventUrl: readTextOrNull('eventUrl'),
    attributes: readAttributes(reader, type === 'variation'),
    swatches: readSwatches(reader),
    downloads: readDownloads(reader),
    addons: readAddons(reader),
    meta: readMeta(reader),
  };
}

const nullIfEmpty = (text: string | undefined): string | null | undefined => (text === '' ? null : text);

function mapDefined<Value>(text: string | undefined, read: (text: string) => Value): Value | undefined {
  return text === undefined ? undefined : read(text);
}

/**
 * Products with a password become private, because the shop has no product passwords. Variations of
 * drafts are exported as drafts but stay enabled.
 */
function readStatus(reader: CellReader, type: ParsedRow['type']): ProductStatus | undefined {
  const status = reader.readField('published', (cell) => readChoice(cell, statuses));
  const isUnfinished = status === 'draft' || status === 'pending';
  if (type === 'variation') return isUnfinished ? 'published' : status;
  if ((reader.readText('password') ?? '') === '') return status;
  reader.addWarning(
    'password',
    'PASSWORD_DROPPED',
    'the shop does not support product passwords, so the product was made private',
  );
  return isUnfinished ? status : 'private';
}

/** The exporting shop writes -1 or an empty cell for 'no limit'. */
const readLimit = (cell: string): CellResult<number | null> => readInteger(cell.toLowerCase() === 'n/a' ? '' : cell);
const toLimit = (value: number | null | undefined) => (value === -1 ? null : value);

/** 'parent' means the product's tax class; an empty cell means 'standard'. */
function readTaxClass(cell: string | undefined): string | null | undefined {
  if (cell === undefined) return undefined;
  if (cell.toLowerCase() === 'parent') return null;
  if (cell === '') return 'standard';
  return /^[a-z0-9_-]+$/.test(cell) ? cell : slugify(cell);
}

/** Exports write a line break in a text as `\n`, and a written `\n` as `\\n`. */
function unescapeLineBreaks(text: string | undefined): string | undefined {
  return text?.replace(/\\\\n|\\n/g, (written) => (written === '\\n' ? '\n' : '\\n'));
}

function readStock(reader: CellReader, notation: NumberNotation): ParsedStock {
  const readCount = (cell: string) => readInteger(cell, notation);
  const stockCell = reader.readText('stock')?.toLowerCase();
  const usesParentStock = stockCell === 'parent';
  const quantity = usesParentStock ? null : reader.readField('stock', readCount);
  return {
    isOwn: stockCell === undefined ? undefined : !usesParentStock,
    managed: stockCell === undefined ? undefined : typeof quantity === 'number',
    // Negative stock (backorders) is not imported.
    onHand: typeof quantity === 'number' ? Math.max(0, quantity) : undefined,
    lowStockThreshold: reader.readField('lowStock', readCount),
    backorders: reader.readField('backorders', readBackorders),
    status: reader.readText('inStock') ? reader.readField('inStock', readStockState) : undefined,
  };
}

/** Reads `notify`, or a flag that says whether backorders are accepted. */
function readBackorders(cell: string): CellResult<BackorderPolicy> {
  if (toWord(cell) === 'notify') return succeed('notify');
  const flag = readFlag(cell);
  return flag.ok ? succeed(flag.value ? 'yes' : 'no') : fail(`'${cell}' must be 1, 0 or notify`);
}

/** Plugins write the states as the exporting shop stores them. */
const stockStates: Readonly<Record<string, ParsedStock['status']>> = {
  ...{ backorder: 'backorder', backorders: 'backorder', onbackorder: 'backorder' },
  ...{ instock: 'in', outofstock: 'out' },
};

function readStockState(cell: string): CellResult<ParsedStock['status']> {
  const state = stockStates[toWord(cell).replace(/[\s_-]/g, '')];
  if (state !== undefined) return succeed(state);
  const flag = readFlag(cell);
  return flag.ok ? succeed(flag.value ? 'in' : 'out') : fail(`'${cell}' must be 1, 0 or backorder`);
}
