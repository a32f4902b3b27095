import {
  findVariationIdsByExportId,
  findVariationIdsByImportId,
  findVariationIdsBySku,
  type VariationIds,
} from '#features/catalog/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { Reference } from '../parse/cell-values.ts';
import type { ParsedRow } from '../parse/parsed-row.ts';

/** Finds what references name, all at once. */
export async function findReferences(
  db: Db,
  references: readonly Reference[],
): Promise<(reference: Reference) => VariationIds | undefined> {
  const bySku = await findVariationIdsBySku(
    db,
    references.flatMap(({ sku }) => sku ?? []),
  );
  const numbers = references.flatMap(({ importId }) => importId ?? []);
  const byImportId = await findVariationIdsByImportId(db, numbers);
  const byOwn = await findVariationIdsByExportId(db, numbers);
  return ({ sku, importId }) =>
    sku === undefined ? (byImportId.get(importId) ?? byOwn.get(importId)) : bySku.get(sku.toLowerCase());
}

/** What makes a row the same as one of an earlier import. A row with neither number nor SKU goes by its name, or by its values. */
export function getRowIdentity(row: ParsedRow): string | null {
  if (row.importId !== null) return row.importId;
  if (row.sku) return null;
  if (row.type !== 'variation') return row.name ? `name:${row.name.trim().toLowerCase()}`.slice(0, 500) : null;
  const parent = row.parent?.sku?.toLowerCase() ?? row.parent?.importId ?? '';
  return `values:${parent}:${(row.attributes ?? []).map(({ name, values }) => `${name}=${values[0] ?? ''}`.toLowerCase()).join(';')}`.slice(
    0,
    500,
  );
}

/** What rows are about. */
export interface FoundRows {
  /** The product or variation: by SKU, and when the shop doesn't know that one, by number. */
  findIds(row: ParsedRow): VariationIds | undefined;
  /** The number to keep it under; undefined where it needs none, or has this shop's own. */
  getImportId(row: ParsedRow): string | undefined;
}

/** Numbers come from another shop, so two exports may use the same for different things: a SKU says more. */
export async function findRows(db: Db, rows: readonly ParsedRow[]): Promise<FoundRows> {
  const numbers = rows.flatMap((row) => getRowIdentity(row) ?? []);
  const bySku = await findVariationIdsBySku(
    db,
    rows.flatMap(({ sku }) => sku ?? []),
  );
  const byImportId = await findVariationIdsByImportId(db, numbers);
  const byOwn = await findVariationIdsByExportId(db, numbers);
  return {
    findIds(row) {
      const number = getRowIdentity(row) ?? '';
      return (row.sku ? bySku.get(row.sku.toLowerCase()) : undefined) ?? byImportId.get(number) ?? byOwn.get(number);
    },
    getImportId(row) {
      const number = getRowIdentity(row);
      return number === null || (byOwn.has(number) && !byImportId.has(number)) ? undefined : number;
    },
  };
}
