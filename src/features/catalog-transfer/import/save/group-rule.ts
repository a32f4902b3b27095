import { sqlQuery, type Tx } from '#platform/database/database.ts';

const findGroupsBelow = sqlQuery<{ from: number; to: number }>(
  'catalog-transfer.find-group-members',
  `with recursive down as (
    select product_id, linked_id from product_links where kind = 'grouped' and product_id = any($1::integer[])
    union select l.product_id, l.linked_id from down join product_links l on l.kind = 'grouped' and l.product_id = down.linked_id
  ) select product_id as "from", linked_id as "to" from down`,
);

/**
 * Returns whether a group may have a member: not when the group is already part of that member.
 * Allowed members count in later calls.
 * @param groups product ids of the new members by group
 */
export async function createGroupRule(
  tx: Tx,
  groups: ReadonlyMap<number, readonly number[]>,
): Promise<(group: number, member: number) => boolean> {
  const members = new Map<number, Set<number>>();
  const add = (group: number, member: number) => members.set(group, (members.get(group) ?? new Set()).add(member));
  if (groups.size > 0) {
    // Groups in this batch replace their members.
    for (const { from, to } of await findGroupsBelow(tx, [[...groups.values()].flat()]))
      if (!groups.has(from)) add(from, to);
  }
  const reaches = (from: number, to: number, seen: Set<number>): boolean => {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return [...(members.get(from) ?? [])].some((member) => reaches(member, to, seen));
  };
  return (group, member) => {
    if (reaches(member, group, new Set())) return false;
    add(group, member);
    return true;
  };
}
