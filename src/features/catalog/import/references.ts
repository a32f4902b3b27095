import type { Db } from '#platform/database/database.ts';
import { placesByImportId, placesBySku, type VariationPlace } from '../save-lookups.ts';
import type { ParsedRow } from './parsed-row.ts';
import type { Reference } from './values.ts';

/** Finds what references name, all at once. */
export async function findReferences(
  db: Db,
  references: readonly Reference[],
): Promise<(reference: Reference) => VariationPlace | undefined> {
  const bySku = await placesBySku(
    db,
    references.flatMap(({ sku }) => sku ?? []),
  );
  const byImportId = await placesByImportId(
    db,
    references.flatMap(({ importId }) => importId ?? []),
  );
  return ({ sku, importId }) => (sku === undefined ? byImportId.get(importId) : bySku.get(sku.toLowerCase()));
}

/** What makes a row the same as one of an earlier import. A row with neither number nor SKU goes by its name, or by its values. */
export function identityOf(row: ParsedRow): string | null {
  if (row.importId !== null) return row.importId;
  if (row.sku) return null;
  if (row.type !== 'variation') return row.name ? `name:${row.name.trim().toLowerCase()}` : null;
  const parent = row.parent?.sku?.toLowerCase() ?? row.parent?.importId ?? '';
  return `values:${parent}:${(row.attributes ?? []).map(({ name, values }) => `${name}=${values[0] ?? ''}`.toLowerCase()).join(';')}`.slice(
    0,
    500,
  );
}

/**
 * The product or variation that a row is about: by SKU, and when the shop doesn't know that one, by number. Numbers come from another shop, so
 * two exports may use the same for different things.
 */
export async function findRows(
  db: Db,
  rows: readonly ParsedRow[],
): Promise<(row: ParsedRow) => VariationPlace | undefined> {
  const bySku = await placesBySku(
    db,
    rows.flatMap(({ sku }) => sku ?? []),
  );
  const byImportId = await placesByImportId(
    db,
    rows.flatMap((row) => identityOf(row) ?? []),
  );
  return (row) => (row.sku ? bySku.get(row.sku.toLowerCase()) : undefined) ?? byImportId.get(identityOf(row) ?? '');
}
