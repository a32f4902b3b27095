import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { ProductInput, SaveResult } from '../records.ts';
import { saveProducts } from '../save-products.ts';
import type { ParsedRow } from './parsed-row.ts';
import { findReferences, findRows } from './references.ts';
import type { Reference } from './values.ts';

const kinds = ['grouped', 'upsells', 'crossSells'] as const;
export type LinkKind = (typeof kinds)[number];

export interface UnknownLink {
  readonly line: number;
  readonly kind: LinkKind;
  readonly reference: Reference;
}

/** Rows without any need no second look: their empty cells were written with the product. */
export function hasLinks(row: ParsedRow): boolean {
  return row.type !== 'variation' && kinds.some((kind) => (row[kind] ?? []).length > 0);
}

/** Links products that are there; what is not there is left out and told. */
export async function importLinks(
  shop: Shop,
  tx: Tx,
  rows: readonly ParsedRow[],
): Promise<{ results: SaveResult[]; unknown: UnknownLink[] }> {
  const find = await findRows(tx, rows);
  const linked = await findReferences(
    tx,
    rows.flatMap((row) => kinds.flatMap((kind) => row[kind] ?? [])),
  );
  const unknown: UnknownLink[] = [];
  const inputs = rows.map((row): ProductInput => {
    const id = find(row)?.productId ?? 0;
    const links = kinds.map((kind) => [kind, row[kind] && idsOf(row, kind, row[kind], id)] as const);
    return { id, ...Object.fromEntries(links) };
  });
  function idsOf(row: ParsedRow, kind: LinkKind, references: readonly Reference[], self: number): number[] {
    const ids = references.flatMap((reference) => {
      const place = linked(reference);
      if (!place) unknown.push({ line: row.line, kind, reference });
      return place && place.productId !== self ? [place.productId] : [];
    });
    return [...new Set(ids)];
  }
  return { results: await saveProducts(shop, tx, inputs, 'import'), unknown };
}
