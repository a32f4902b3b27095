import { sqlQuery, type Tx } from '#platform/database/database.ts';

const queryNestedGroups = sqlQuery<{ from: number; to: number }>(
  'catalog-transfer.find-group-members',
  `with recursive nested as (
    select product_id, linked_id from product_links where kind = 'grouped' and product_id = any($1::integer[])
    union select l.product_id, l.linked_id from nested join product_links l on l.kind = 'grouped' and l.product_id = nested.linked_id
  ) select product_id as "from", linked_id as "to" from nested`,
);

/**
 * Returns whether a group may have a member: not when the group is already part of that member.
 * Allowed members count in later calls.
 * @param groups product ids of the new members by group
 */
export async function createMemberCheck(
  tx: Tx,
  groups: ReadonlyMap<number, readonly number[]>,
): Promise<(group: number, member: number) => boolean> {
  const members = new Map<number, Set<number>>();
  const addMember = (group: number, member: number) =>
    members.set(group, (members.get(group) ?? new Set()).add(member));
  if (groups.size > 0) {
    // Groups in this batch replace their members.
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
