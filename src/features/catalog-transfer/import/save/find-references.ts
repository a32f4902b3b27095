import {
  findVariationIdsByExportId,
  findVariationIdsByImportId,
  findVariationIdsBySku,
  type VariationIds,
} from '#features/catalog/index.ts';
import type { Db } from '#platform/database/database.ts';
import { cutText } from '#platform/texts/plain-text.ts';
import type { Reference } from '../parse/cell-values.ts';
import type { ParsedRow } from '../parse/parsed-row.ts';

export async function findReferences(
  db: Db,
  references: readonly Reference[],
): Promise<(reference: Reference) => VariationIds | undefined> {
  const bySku = await findVariationIdsBySku(
    db,
    references.flatMap(({ sku }) => sku ?? []),
  );
  const importIds = references.flatMap(({ importId }) => importId ?? []);
  const byImportId = await findVariationIdsByImportId(db, importIds);
  const byExportId = await findVariationIdsByExportId(db, importIds);
  return ({ sku, importId }) =>
    sku === undefined ? (byImportId.get(importId) ?? byExportId.get(importId)) : bySku.get(sku.toLowerCase());
}

/**
 * Returns the identity of a row across imports: its id, or its name or values when it has neither id nor SKU.
 * Null when the SKU identifies the row.
 */
export function getRowIdentity(row: ParsedRow): string | null {
  if (row.importId !== null) return row.importId;
  if (row.sku) return null;
  if (row.type !== 'variation') return row.name ? cutText(`name:${row.name.trim().toLowerCase()}`, 500) : null;
  const parent = row.parent?.sku?.toLowerCase() ?? row.parent?.importId ?? '';
  const pairs = (row.attributes ?? []).map(({ name, values }) => `${name}=${values[0] ?? ''}`.toLowerCase());
  return cutText(`values:${parent}:${pairs.join(';')}`, 500);
}

export interface FoundRows {
  /** Finds the product or variation by SKU, otherwise by id. */
  findIds(row: ParsedRow): VariationIds | undefined;
  /** Returns the import id to store; undefined when none is needed or the row has an export id of this shop. */
  getImportId(row: ParsedRow): string | undefined;
}

/** Finds rows by SKU first: ids come from other shops, so two exports may contain equal ids. */
export async function findRows(db: Db, rows: readonly ParsedRow[]): Promise<FoundRows> {
  const identities = rows.flatMap((row) => getRowIdentity(row) ?? []);
  const bySku = await findVariationIdsBySku(
    db,
    rows.flatMap(({ sku }) => sku ?? []),
  );
  const byImportId = await findVariationIdsByImportId(db, identities);
  const byExportId = await findVariationIdsByExportId(db, identities);
  return {
    findIds(row) {
      const identity = getRowIdentity(row) ?? '';
      return (
        (row.sku ? bySku.get(row.sku.toLowerCase()) : undefined) ?? byImportId.get(identity) ?? byExportId.get(identity)
      );
    },
    getImportId(row) {
      const identity = getRowIdentity(row);
      return identity === null || (byExportId.has(identity) && !byImportId.has(identity)) ? undefined : identity;
    },
  };
}
