import type { ProductInput } from '#features/catalog/index.ts';
import { saveProducts } from '#features/catalog/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { ParsedRow } from '../parse/parsed-row.ts';
import type { BatchResult, ImportTarget, RowWarning } from './batch.ts';
import { ensureNamedIds, type NumberedRow } from './ensure-named-ids.ts';
import { findReferences, findRows } from './find-references.ts';
import { createGroupRule } from './group-rule.ts';
import { findUsedAttributes, type RowAttributes, resolveRowAttributes, warnOfKeptTerms } from './row-attributes.ts';

const linkKinds = ['grouped', 'upsells', 'crossSells'] as const;
type LinkKind = (typeof linkKinds)[number];

/** Rows without links need no second pass: empty cells were saved with the product. */
export function hasLinks(row: ParsedRow): boolean {
  return row.type !== 'variation' && linkKinds.some((kind) => (row[kind] ?? []).length > 0);
}

/**
 * Completes products after all products and variations are saved: links them, with a warning for
 * each link that fails, and removes terms that no variation uses any more.
 */
export async function finishProductRows(
  target: ImportTarget,
  tx: Tx,
  rows: readonly ParsedRow[],
): Promise<BatchResult> {
  const found = await findRows(tx, rows);
  const linked = await findReferences(
    tx,
    rows.flatMap((row) => linkKinds.flatMap((kind) => row[kind] ?? [])),
  );
  const notes: RowWarning[] = [];
  const idsOf = (row: ParsedRow, kind: LinkKind, self: number): number[] => {
    const ids = (row[kind] ?? []).flatMap((reference) => {
      const place = linked(reference);
      const name = reference.sku ?? `number ${reference.importId}`;
      const at = { line: row.line, field: kind };
      if (!place)
        notes.push({ ...at, code: 'UNKNOWN_PRODUCT', message: `${name} was not found in the shop or in the file` });
      else if (place.productId === self)
        notes.push({ ...at, code: 'NO_MEMBER', message: `${name} is this product itself` });
      else return [place.productId];
      return [];
    });
    return [...new Set(ids)];
  };
  const self = (row: ParsedRow) => found.findIds(row)?.productId ?? 0;
  const groups = new Map(rows.flatMap((row) => (row.grouped ? [[self(row), idsOf(row, 'grouped', self(row))]] : [])));
  const mayHave = await createGroupRule(tx, groups);
  const attributes = await resolveAttributes(
    target,
    tx,
    rows.map((row) => [row, self(row)]),
  );
  const inputs = rows.map((row): ProductInput => {
    const id = self(row);
    const { inputs, keptTerms } = attributes.get(id) ?? { inputs: undefined, keptTerms: [] };
    notes.push(...warnOfKeptTerms(row, keptTerms));
    const grouped = groups.get(id)?.filter((member) => {
      const allowed = mayHave(id, member);
      const message = 'a member of the group has the group itself as a member';
      if (!allowed) notes.push({ line: row.line, field: 'grouped', code: 'NO_MEMBER', message });
      return allowed;
    });
    return {
      id,
      attributes: inputs,
      grouped,
      upsells: row.upsells && idsOf(row, 'upsells', id),
      crossSells: row.crossSells && idsOf(row, 'crossSells', id),
    };
  });
  return { results: await saveProducts(target.shop, tx, inputs, 'import'), warnings: notes };
}

async function resolveAttributes(
  target: ImportTarget,
  tx: Tx,
  rows: readonly NumberedRow[],
): Promise<Map<number, RowAttributes>> {
  const ours = rows.filter(([{ line }]) => target.linesToFinish?.has(line));
  if (ours.length === 0) return new Map();
  const words = await ensureNamedIds(target.shop, tx, ours);
  const used = await findUsedAttributes(
    tx,
    ours.map(([, id]) => id),
  );
  return new Map(ours.map(([row, id]) => [id, resolveRowAttributes(row, id, words, used)]));
}
