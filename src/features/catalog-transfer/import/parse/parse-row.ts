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
  readChoice,
  readFlag,
  readInteger,
  readMeasure,
  readMoment,
  readName,
  readNames,
  readPaths,
  readPrice,
  readReference,
  readSpacedNames,
  splitList,
} from './cell-values.ts';
import { checkNames, checkTexts } from './check-texts.ts';
import type { ColumnField, Columns } from './columns.ts';
import { readAddons, readAttributes, readBrands, readDownloads, readMeta, readSwatches } from './parse-groups.ts';
import type { ParsedRow, ParsedStock } from './parsed-row.ts';

const statuses: Readonly<Record<string, ProductStatus>> = {
  '': 'published',
  '1': 'published',
  true: 'published',
  '0': 'private',
  '-1': 'draft',
  '2': 'pending',
  false: 'draft',
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
const backorderPolicies: Readonly<Record<string, BackorderPolicy>> = {
  '': 'no',
  '0': 'no',
  no: 'no',
  '1': 'yes',
  yes: 'yes',
  notify: 'notify',
};
const productTypes = ['simple', 'variable', 'grouped', 'external', 'variation'] as const;

export type RowResult =
  | { readonly ok: true; readonly row: ParsedRow; readonly warnings: readonly ImportMessage[] }
  | { readonly ok: false; readonly messages: readonly ImportMessage[] };

/** How a file writes its numbers. */
export interface FileNumbers {
  readonly currency: string;
  readonly prices: NumberNotation;
  /** Of stock, weights and sizes. */
  readonly others: NumberNotation;
}

/** Parses all cells of a row, or reports each error. */
export function parseRow(columns: Columns, tableRow: TableRow, numbers: FileNumbers): RowResult {
  const hasSurplusCells = tableRow.cells.slice(columns.heads.length).some((cell) => cell.trim() !== '');
  const { line, cells } = tableRow;
  if (hasSurplusCells) {
    const message = `has ${cells.length} cells but the header has ${columns.heads.length}: check for a misplaced comma or quote`;
    return { ok: false, messages: [{ level: 'error', line, column: '', code: 'BROKEN_ROW', message }] };
  }
  const reader = createCellReader(columns, tableRow);
  const typeWords = splitList((reader.readText('type') ?? '').toLowerCase());
  const productTypeWords = typeWords.filter((word) => word !== 'virtual' && word !== 'downloadable');
  const type =
    productTypeWords.length === 0 ? 'simple' : productTypes.find((known) => productTypeWords.includes(known));
  if (type === undefined) {
    const message = `unknown product type '${productTypeWords.join(', ')}'; expected simple, variable, grouped, external or variation`;
    return { ok: false, messages: [{ level: 'error', line, column: 'Type', code: 'UNKNOWN_TYPE', message }] };
  }
  const row = readCells(reader, type, typeWords, numbers);
  checkNames(reader, row);
  checkTexts(reader, row);
  return reader.errors.length > 0
    ? { ok: false, messages: [...reader.errors, ...reader.warnings] }
    : { ok: true, row, warnings: reader.warnings };
}

function readCells(
  reader: CellReader,
  type: ParsedRow['type'],
  typeWords: readonly string[],
  { currency, prices, others }: FileNumbers,
): ParsedRow {
  const readPriceField = (field: ColumnField) => reader.readField(field, (cell) => readPrice(cell, currency, prices));
  const readMeasureField = (field: ColumnField) =>
    reader.readField(field, (cell) => readMeasure(cell, reader.columns.units.get(field) ?? 1, others));
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
    publishedAt: reader.readField('publishedAt', (cell) => readMoment(cell, false)) ?? undefined,
    featured: readFlagField('featured'),
    visibility: reader.readField('visibility', (cell) => readChoice(cell, visibilities)),
    shortDescription: unescapeLineBreaks(reader.readText('shortDescription')),
    description: unescapeLineBreaks(reader.readText('description')),
    saleFrom: reader.readField('saleFrom', (cell) => readMoment(cell, false)),
    saleTo: reader.readField('saleTo', (cell) => readMoment(cell, true)),
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
    eventStartsAt: reader.readField('eventStartsAt', (cell) => readMoment(cell, false)),
    eventEndsAt: reader.readField('eventEndsAt', (cell) => readMoment(cell, false)),
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
  const inStock = reader.readText('inStock')?.toLowerCase();
  return {
    isOwn: stockCell === undefined ? undefined : !usesParentStock,
    managed: stockCell === undefined ? undefined : typeof quantity === 'number',
    // Negative stock (backorders) is not imported.
    onHand: typeof quantity === 'number' ? Math.max(0, quantity) : undefined,
    lowStockThreshold: reader.readField('lowStock', readCount),
    backorders: reader.readField('backorders', (cell) => readChoice(cell, backorderPolicies)),
    status: readStockStatus(inStock === '' ? undefined : inStock, reader),
  };
}

function readStockStatus(inStock: string | undefined, reader: CellReader): ParsedStock['status'] {
  if (inStock === undefined || inStock === 'backorder') return inStock;
  return reader.readField('inStock', readFlag) ? 'in' : 'out';
}
