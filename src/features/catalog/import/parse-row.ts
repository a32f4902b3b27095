import type { ProductStatus, TaxStatus, Visibility } from '../contract.ts';
import { slugify } from '../slugs.ts';
import type { Backorders } from '../stock-display.ts';
import type { Columns, Field } from './columns.ts';
import {
  type CellReader,
  createCellReader,
  type ParsedAttribute,
  type ParsedRow,
  type ParsedStock,
} from './parsed-row.ts';
import type { FileRow } from './read-rows.ts';
import type { ImportMessage } from './report.ts';
import {
  readChoice,
  readFlag,
  readMeasure,
  readMoment,
  readPaths,
  readPrice,
  readReference,
  readWhole,
  splitList,
} from './values.ts';

const statuses: Readonly<Record<string, ProductStatus>> = {
  '': 'published',
  '1': 'published',
  '0': 'private',
  '-1': 'draft',
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
  shipping: 'shipping',
  none: 'none',
};
const backorderWords: Readonly<Record<string, Backorders>> = {
  '': 'no',
  '0': 'no',
  no: 'no',
  '1': 'yes',
  yes: 'yes',
  notify: 'notify',
};
const productTypes = ['simple', 'variable', 'grouped', 'external', 'variation'] as const;

export type ParsedResult =
  | { readonly ok: true; readonly row: ParsedRow }
  | { readonly ok: false; readonly messages: readonly ImportMessage[] };

/** Understands every cell of a row, or says what is wrong with each that it can't. */
export function parseRow(columns: Columns, fileRow: FileRow, currency: string): ParsedResult {
  const reader = createCellReader(columns, fileRow);
  const kinds = splitList((reader.text('type') ?? '').toLowerCase());
  const type = kinds.length === 0 ? 'simple' : productTypes.find((known) => kinds.includes(known));
  if (type === undefined) {
    const message = `the shop has no products of type '${kinds.join(', ')}'`;
    return {
      ok: false,
      messages: [{ level: 'error', line: fileRow.line, column: 'Type', code: 'UNKNOWN_TYPE', message }],
    };
  }
  const row = assemble(reader, type, kinds, currency);
  return reader.faults.length > 0 ? { ok: false, messages: reader.faults } : { ok: true, row };
}

function assemble(reader: CellReader, type: ParsedRow['type'], kinds: readonly string[], currency: string): ParsedRow {
  const price = (field: Field) => reader.read(field, (cell) => readPrice(cell, currency));
  const measure = (field: Field) =>
    reader.read(field, (cell) => readMeasure(cell, reader.columns.units.get(field) ?? 1));
  const flag = (field: Field) => reader.read(field, readFlag);
  const orNull = (field: Field) => nullIfEmpty(reader.text(field));
  const limit = (field: Field) => unlimited(reader.read(field, readLimit));
  const typed = reader.text('type') !== undefined;
  const references = (field: Field) => reader.list(field, readReference);
  return {
    line: reader.line,
    type,
    typed,
    virtual: typed ? kinds.includes('virtual') : undefined,
    downloadable: typed ? kinds.includes('downloadable') : undefined,
    importId: orNull('importId') ?? null,
    ...{ sku: orNull('sku'), gtin: orNull('gtin'), name: reader.text('name') },
    status: reader.read('published', (cell) => readChoice(cell, statuses)),
    featured: flag('featured'),
    visibility: reader.read('visibility', (cell) => readChoice(cell, visibilities)),
    ...{
      shortDescription: paragraphs(reader.text('shortDescription')),
      description: paragraphs(reader.text('description')),
    },
    saleFrom: reader.read('saleFrom', (cell) => readMoment(cell, false)),
    saleTo: reader.read('saleTo', (cell) => readMoment(cell, true)),
    taxStatus: reader.read('taxStatus', (cell) => readChoice(cell, taxStatuses)),
    taxClass: taxClassOf(reader.text('taxClass')),
    stock: readStock(reader),
    ...{ soldIndividually: flag('soldIndividually'), reviewsAllowed: flag('reviewsAllowed') },
    ...{
      weightGrams: measure('weight'),
      lengthMm: measure('length'),
      widthMm: measure('width'),
      heightMm: measure('height'),
    },
    purchaseNote: reader.text('purchaseNote'),
    ...{ salePrice: price('salePrice'), regularPrice: price('regularPrice') },
    categories: mapDefined(reader.text('categories'), readPaths),
    ...{
      tags: reader.list('tags', String),
      brands: reader.list('brands', String),
      images: reader.list('images', String),
    },
    shippingClass: reader.text('shippingClass'),
    ...{ downloadLimit: limit('downloadLimit'), downloadExpiryDays: limit('downloadExpiryDays') },
    parent: mapDefined(orNull('parent') ?? undefined, readReference) ?? null,
    ...{ grouped: references('grouped'), upsells: references('upsells'), crossSells: references('crossSells') },
    externalUrl: orNull('externalUrl'),
    buttonText: reader.text('buttonText'),
    position: reader.read('position', readWhole) ?? (reader.text('position') === '' ? 0 : undefined),
    attributes: readAttributes(reader, type === 'variation'),
    downloads: readDownloads(reader),
    meta: readMeta(reader),
  };
}

const nullIfEmpty = (text: string | undefined): string | null | undefined => (text === '' ? null : text);

function mapDefined<Value>(text: string | undefined, read: (text: string) => Value): Value | undefined {
  return text === undefined ? undefined : read(text);
}

/** The exporting shop marks 'no limit' by -1 or an empty cell. */
const readLimit = (cell: string) => readWhole(cell.toLowerCase() === 'n/a' ? '' : cell);
const unlimited = (value: number | null | undefined) => (value === -1 ? null : value);

/** A variation's 'parent' is the product's class; an empty cell is the standard one. */
function taxClassOf(cell: string | undefined): string | null | undefined {
  if (cell === undefined) return undefined;
  if (cell.toLowerCase() === 'parent') return null;
  return cell === '' ? 'standard' : slugify(cell);
}

/** Exports write line breaks within a cell as \n. */
function paragraphs(text: string | undefined): string | undefined {
  return text?.replaceAll('\\n', '\n');
}

function readStock(reader: CellReader): ParsedStock {
  const written = reader.text('stock')?.toLowerCase();
  const shared = written === 'parent';
  const pieces = shared ? null : reader.read('stock', readWhole);
  const inStock = reader.text('inStock')?.toLowerCase();
  return {
    own: written === undefined ? undefined : !shared,
    managed: written === undefined ? undefined : typeof pieces === 'number',
    // What is owed to shoppers stays with the exporting shop.
    onHand: typeof pieces === 'number' ? Math.max(0, pieces) : undefined,
    lowAt: reader.read('lowStock', readWhole),
    backorders: reader.read('backorders', (cell) => readChoice(cell, backorderWords)),
    status: statusOf(inStock === '' ? undefined : inStock, reader),
  };
}

function statusOf(inStock: string | undefined, reader: CellReader): ParsedStock['status'] {
  if (inStock === undefined || inStock === 'backorder') return inStock;
  return reader.read('inStock', readFlag) ? 'in' : 'out';
}

function readAttributes(reader: CellReader, ofVariation: boolean): ParsedAttribute[] | undefined {
  const { attributes } = reader.columns;
  if (attributes.length === 0) return undefined;
  return attributes.flatMap((columns) => {
    const name = reader.cell(columns.get('name'));
    if (name === '') return [];
    const values = splitList(reader.cell(columns.get('values')));
    const visible = columns.has('visible') ? reader.cell(columns.get('visible')) : '';
    return [
      {
        name,
        values: ofVariation && values.length > 1 ? [values.join(', ')] : values,
        visible: visible === '' ? undefined : visible === '1',
        global: reader.cell(columns.get('global')) === '1',
        default: reader.cell(columns.get('default')) || undefined,
      },
    ];
  });
}

function readDownloads(reader: CellReader): ParsedRow['downloads'] {
  const { downloads } = reader.columns;
  if (downloads.length === 0) return undefined;
  return downloads.flatMap((columns) => {
    const location = reader.cell(columns.get('url'));
    if (location === '') return [];
    return [{ name: reader.cell(columns.get('name')) || (location.split('/').at(-1) ?? location), location }];
  });
}

function readMeta(reader: CellReader): Readonly<Record<string, string>> | undefined {
  const { meta } = reader.columns;
  if (meta.length === 0) return undefined;
  return Object.fromEntries(
    meta.map(({ key, index }) => [key, reader.cell(index)]).filter(([, value]) => value !== ''),
  );
}
