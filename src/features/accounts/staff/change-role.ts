import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor, GrantedPermissions } from '#platform/sessions/actor.ts';
import { recordRoleAudit } from './audit-staff.ts';
import type { StaffChange } from './change-staff.ts';
import {
  addRole,
  deleteRole,
  findRole,
  hasPermissions,
  listPermissions,
  lockRole,
  replacePermissions,
  type StaffRole,
  updateRole,
} from './role-rows.ts';

export type RoleFailure = 'ROLE_NOT_FOUND' | 'ROLE_ABOVE_YOURS' | 'ROLE_IN_USE' | 'ROLE_EXISTS' | 'ROLE_ALLOWS_ALL';

export interface RoleValues {
  readonly name: string;
  readonly needsSecondFactor: boolean;
  /** Granted permissions with their limits; null: no limit. Ignored for a role that allows everything. */
  readonly given: GrantedPermissions;
}

/** Names of roles are used in rows, files and options, so they consist of lower-case letters and `-`. */
export const isRoleName = (name: string): boolean => /^[a-z][a-z-]{0,49}$/.test(name);

const toGiven = (given: GrantedPermissions): StaffRole['given'] =>
  [...given].map(([permission, maxAmount]) => ({ permission, maxAmount }));

const hasAllOf = (shop: Shop, actor: Actor, role: Pick<StaffRole, 'allowsAll' | 'given'>): boolean =>
  hasPermissions(actor, listPermissions(shop, role));

/** @returns the reason of the refusal, or null */
export async function createRole(change: StaffChange, values: RoleValues): Promise<RoleFailure | null> {
  const { shop, tx, actor, action } = change;
  if (!hasAllOf(shop, actor, { allowsAll: false, given: toGiven(values.given) })) return 'ROLE_ABOVE_YOURS';
  if (!(await addRole(tx, values.name, values.needsSecondFactor))) return 'ROLE_EXISTS';
  await replacePermissions(tx, values.name, values.given);
  await recordRoleAudit(tx, actor, action, [null, await findRole(tx, values.name)]);
  return null;
}

/**
 * Changes a role, which affects the next request of its members. Nobody can grant permissions that they lack, or
 * change a role that has more permissions than they have. @returns the reason of the refusal, or null
 */
export async function changeRole(
  change: StaffChange,
  name: string,
  makeValues: (role: StaffRole) => RoleValues,
): Promise<RoleFailure | null> {
  const { shop, tx, actor, action } = change;
  const before = await findLockedRole(tx, name);
  if (before === null) return 'ROLE_NOT_FOUND';
  const values = makeValues(before);
  if (!hasAllOf(shop, actor, before)) return 'ROLE_ABOVE_YOURS';
  const next = { allowsAll: before.allowsAll, given: toGiven(values.given) };
  if (!hasAllOf(shop, actor, next)) return 'ROLE_ABOVE_YOURS';
  if (values.name !== name) {
    if (before.allowsAll) return 'ROLE_ALLOWS_ALL';
    if ((await findRole(tx, values.name)) !== null) return 'ROLE_EXISTS';
  }
  await updateRole(tx, name, values);
  if (!before.allowsAll) await replacePermissions(tx, values.name, values.given);
  await recordRoleAudit(tx, actor, action, [before, await findRole(tx, values.name)]);
  return null;
}

/** Deletes a role that nobody has, has had, or is invited to. @returns the reason of the refusal, or null */
export async function removeRole({ shop, tx, actor, action }: StaffChange, name: string): Promise<RoleFailure | null> {
  const before = await findLockedRole(tx, name);
  if (before === null) return 'ROLE_NOT_FOUND';
  if (before.allowsAll) return 'ROLE_ALLOWS_ALL';
  if (!hasAllOf(shop, actor, before)) return 'ROLE_ABOVE_YOURS';
  if (!(await deleteRole(tx, name))) return 'ROLE_IN_USE';
  await recordRoleAudit(tx, actor, action, [before, null]);
  return null;
}

async function findLockedRole(tx: Tx, name: string): Promise<StaffRole | null> {
  await lockRole(tx, name);
  return findRole(tx, name);
}
