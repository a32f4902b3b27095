import type { ProductStatus, ProductType, TaxStatus, Visibility } from '#features/catalog/index.ts';
import type { BackorderPolicy, StockState } from '#features/inventory/index.ts';
import type { AddonDefinition } from '#features/pricing/index.ts';
import type { TableRow } from '#platform/csv/read-rows.ts';
import { unescapeFormula } from '#platform/csv/write-row.ts';
import type { ImportCode, ImportMessage } from '../report.ts';
import * as values from './cell-values.ts';
import type { ColumnField, Columns } from './columns.ts';

export interface ParsedAttribute {
  /** Index among the file's attributes, from 0. */
  readonly index: number;
  readonly name: string;
  readonly values: readonly string[];
  readonly visible: boolean | undefined;
  readonly global: boolean;
  /** Null: none. */
  readonly default: string | null | undefined;
}

/** Swatches of an attribute's terms: colors `#rrggbb`, pictures by URL or file name, or both. */
export interface ParsedSwatches {
  readonly attribute: string;
  readonly terms: readonly { readonly name: string; readonly color: string | null; readonly image: string | null }[];
}

/** A parsed row. Undefined: the file has no such column; an empty cell clears the field. */
export interface ParsedRow {
  readonly line: number;
  readonly type: ProductType | 'variation';
  /** Whether the file has a type; otherwise the row counts as a simple product. */
  readonly hasType: boolean;
  readonly virtual: boolean | undefined;
  readonly downloadable: boolean | undefined;
  readonly importId: string | null;
  readonly sku: string | null | undefined;
  readonly gtin: string | null | undefined;
  readonly name: string | undefined;
  readonly slug: string | undefined;
  readonly status: ProductStatus | undefined;
  readonly publishedAt: Date | undefined;
  readonly featured: boolean | undefined;
  readonly visibility: Visibility | undefined;
  readonly shortDescription: string | undefined;
  readonly description: string | undefined;
  readonly saleFrom: Date | null | undefined;
  readonly saleTo: Date | null | undefined;
  readonly taxStatus: TaxStatus | undefined;
  /** Null: inherits from the product. */
  readonly taxClass: string | null | undefined;
  readonly stock: ParsedStock;
  readonly soldIndividually: boolean | undefined;
  readonly weightGrams: number | null | undefined;
  readonly lengthMm: number | null | undefined;
  readonly widthMm: number | null | undefined;
  readonly heightMm: number | null | undefined;
  readonly reviewsAllowed: boolean | undefined;
  readonly purchaseNote: string | undefined;
  readonly salePrice: number | null | undefined;
  readonly regularPrice: number | null | undefined;
  readonly categories: readonly (readonly string[])[] | undefined;
  readonly tags: readonly string[] | undefined;
  readonly brands: readonly string[] | undefined;
  readonly shippingClass: string | undefined;
  readonly images: readonly string[] | undefined;
  readonly downloadLimit: number | null | undefined;
  readonly downloadExpiryDays: number | null | undefined;
  readonly parent: values.Reference | null;
  readonly grouped: readonly values.Reference[] | undefined;
  readonly upsells: readonly values.Reference[] | undefined;
  readonly crossSells: readonly values.Reference[] | undefined;
  readonly externalUrl: string | null | undefined;
  readonly buttonText: string | undefined;
  readonly position: number | undefined;
  readonly attributes: readonly ParsedAttribute[] | undefined;
  readonly swatches: readonly ParsedSwatches[];
  readonly downloads: readonly { readonly name: string; readonly location: string }[] | undefined;
  readonly addons: readonly AddonDefinition[] | undefined;
  readonly meta: Readonly<Record<string, string>> | undefined;
}

export interface ParsedStock {
  readonly own?: boolean | undefined;
  readonly managed?: boolean | undefined;
  readonly onHand?: number | undefined;
  readonly lowStockThreshold?: number | null | undefined;
  readonly backorders?: BackorderPolicy | undefined;
  readonly status?: StockState | undefined;
}

/** Reads cells by field and collects errors. */
export interface CellReader {
  readonly line: number;
  readonly columns: Columns;
  /** Undefined when the file has no such column. */
  readText(field: ColumnField): string | undefined;
  readCell(index: number | undefined): string;
  readField<Value>(field: ColumnField, reader: (cell: string) => values.CellResult<Value>): Value | undefined;
  readList<Value>(field: ColumnField, reader: (text: string) => Value): Value[] | undefined;
  addFault(column: string, message: string): void;
  /** Adds a warning, which doesn't skip the row. */
  addWarning(field: ColumnField, code: ImportCode, message: string): void;
  readonly faults: readonly ImportMessage[];
  readonly warnings: readonly ImportMessage[];
}

export function createCellReader(columns: Columns, { line, cells }: TableRow): CellReader {
  const faults: ImportMessage[] = [];
  const warnings: ImportMessage[] = [];
  const cell = (index: number | undefined) => (index === undefined ? '' : unescapeFormula((cells[index] ?? '').trim()));
  const headOf = (field: ColumnField) => columns.heads[columns.fields.get(field) ?? -1] ?? field;
  const fault = (column: string, message: string) => {
    faults.push({ level: 'error', line, column, code: 'BAD_VALUE', message });
  };
  const text = (field: ColumnField) => {
    const index = columns.fields.get(field);
    return index === undefined ? undefined : cell(index);
  };
  return {
    line,
    columns,
    readText: text,
    readCell: cell,
    readField(field, reader) {
      const written = text(field);
      if (written === undefined) return undefined;
      const result = reader(written);
      if (!result.ok) fault(headOf(field), result.message);
      return result.ok ? result.value : undefined;
    },
    readList(field, reader) {
      const written = text(field);
      return written === undefined ? undefined : values.splitList(written).map(reader);
    },
    addFault: fault,
    addWarning: (field, code, message) =>
      void warnings.push({ level: 'warning', line, column: headOf(field), code, message }),
    faults,
    warnings,
  };
}
