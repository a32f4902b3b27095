import type { ProductInput } from '#features/catalog/index.ts';
import { saveProducts } from '#features/catalog/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { ParsedRow } from '../parse/parsed-row.ts';
import { type BatchResult, getReference, type ImportTarget, type RowWarning } from './batch.ts';
import { ensureNamedIds, type RowWithId } from './ensure-named-ids.ts';
import { findReferences, findRows } from './find-references.ts';
import {
  findUsedAttributes,
  listKeptTermWarnings,
  type RowAttributes,
  resolveRowAttributes,
} from './row-attributes.ts';

const queryNestedGroups = sqlQuery<{ from: number; to: number }>(
  'catalog-transfer.find-group-members',
  `with recursive nested as (
    select product_id, linked_id from product_links where kind = 'grouped' and product_id = any($1::integer[])
    union select l.product_id, l.linked_id from nested join product_links l on l.kind = 'grouped' and l.product_id = nested.linked_id
  ) select product_id as "from", linked_id as "to" from nested`,
);

/**
 * Creates a check whether a group may contain a member, which is not the case when the group is already a
 * part of that member. Later calls take members into account that were allowed earlier.
 * @param groups product ids of the new members by group
 */
async function createMemberCheck(
  tx: Tx,
  groups: ReadonlyMap<number, readonly number[]>,
): Promise<(group: number, member: number) => boolean> {
  const members = new Map<number, Set<number>>();
  const addMember = (group: number, member: number) =>
    members.set(group, (members.get(group) ?? new Set()).add(member));
  if (groups.size > 0) {
    // Groups in this batch get new members, so their stored members are ignored.
    for (const { from, to } of await queryNestedGroups(tx, [[...groups.values()].flat()]))
      if (!groups.has(from)) addMember(from, to);
  }
  const containsProduct = (from: number, to: number, seen: Set<number>): boolean => {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return [...(members.get(from) ?? [])].some((member) => containsProduct(member, to, seen));
  };
  return (group, member) => {
    if (containsProduct(member, group, new Set())) return false;
    addMember(group, member);
    return true;
  };
}

const linkKinds = ['grouped', 'upsells', 'crossSells'] as const;
type LinkKind = (typeof linkKinds)[number];

/** Whether a row needs the second pass. A row without links does not: its empty cells were saved with the product. */
export function hasLinks(row: ParsedRow): boolean {
  return row.type !== 'variation' && linkKinds.some((kind) => (row[kind] ?? []).length > 0);
}

/**
 * Completes products after all products and variations are saved: links them, with a warning for
 * each failed link, and removes terms that no variation uses any more.
 */
export async function finishProductRows(
  target: ImportTarget,
  tx: Tx,
  rows: readonly ParsedRow[],
): Promise<BatchResult> {
  const found = await findRows(tx, rows);
  const findLinked = await findReferences(
    tx,
    rows.flatMap((row) => linkKinds.flatMap((kind) => row[kind] ?? [])),
  );
  const warnings: RowWarning[] = [];
  const findLinkedIds = (row: ParsedRow, kind: LinkKind, productId: number): number[] => {
    const ids = (row[kind] ?? []).flatMap((reference) => {
      const linkedIds = findLinked(reference);
      const name = reference.sku ?? `id:${reference.importId}`;
      const location = { line: row.line, field: kind };
      if (!linkedIds)
        warnings.push({
          ...location,
          code: 'UNKNOWN_PRODUCT',
          message: `${name} was not found in the shop or in the file`,
        });
      else if (linkedIds.productId === productId)
        warnings.push({ ...location, code: 'NO_MEMBER', message: `${name} is this product itself` });
      else return [linkedIds.productId];
      return [];
    });
    return [...new Set(ids)];
  };
  const getProductId = (row: ParsedRow) => found.findIds(row)?.productId ?? 0;
  const groups = new Map(
    rows.flatMap((row) => (row.grouped ? [[getProductId(row), findLinkedIds(row, 'grouped', getProductId(row))]] : [])),
  );
  const canHaveMember = await createMemberCheck(tx, groups);
  const attributes = await resolveAttributes(
    target,
    tx,
    rows.map((row) => [row, getProductId(row)]),
  );
  const inputs = rows.map((row): ProductInput => {
    const id = getProductId(row);
    const { inputs, keptTerms } = attributes.get(id) ?? { inputs: undefined, keptTerms: [] };
    warnings.push(...listKeptTermWarnings(row, keptTerms));
    const grouped = groups.get(id)?.filter((member) => {
      const isAllowed = canHaveMember(id, member);
      const message = 'a member of the group has the group itself as a member';
      if (!isAllowed) warnings.push({ line: row.line, field: 'grouped', code: 'NO_MEMBER', message });
      return isAllowed;
    });
    return {
      id,
      attributes: inputs,
      grouped,
      upsells: row.upsells && findLinkedIds(row, 'upsells', id),
      crossSells: row.crossSells && findLinkedIds(row, 'crossSells', id),
    };
  });
  return { results: await saveProducts(target.shop, tx, inputs, getReference(target)), warnings };
}

async function resolveAttributes(
  target: ImportTarget,
  tx: Tx,
  rows: readonly RowWithId[],
): Promise<Map<number, RowAttributes>> {
  const unfinished = rows.filter(([{ line }]) => target.linesToFinish?.has(line));
  if (unfinished.length === 0) return new Map();
  const namedIds = await ensureNamedIds(target.shop, tx, unfinished);
  const used = await findUsedAttributes(
    tx,
    unfinished.map(([, id]) => id),
  );
  return new Map(unfinished.map(([row, id]) => [id, resolveRowAttributes(row, id, namedIds, used)]));
}
