import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, type GrantedPermissions, getAmountLimit } from '#platform/sessions/actor.ts';

/** A role and what it was given. */
export interface StaffRole {
  readonly name: string;
  /** Everything, also what features that are added later declare. */
  readonly allowsAll: boolean;
  /** `maxAmount`: minor units; null without a limit. */
  readonly given: readonly { readonly permission: string; readonly maxAmount: number | null }[];
}

const selectRoles = sqlQuery<StaffRole>(
  'accounts.list-roles',
  `select r.name, r.allows_all as "allowsAll", coalesce((
      select json_agg(json_build_object('permission', p.permission, 'maxAmount', p.max_amount) order by p.permission)
      from staff_role_permissions p where p.role = r.name), '[]'::json) as given
  from staff_roles r where $1::text is null or r.name = $1 order by not r.allows_all, r.name`,
);

export function listRoles(db: Db): Promise<StaffRole[]> {
  return selectRoles(db, [null]);
}

export async function findRole(db: Db, name: string): Promise<StaffRole | null> {
  return (await selectRoles(db, [name]))[0] ?? null;
}

/**
 * Returns what a role may do. Whoever may do something in an area may read it, so that nobody gets
 * to change what they can't open. A permission that no feature declares allows nothing.
 */
export function listPermissions(
  { permissions }: Pick<Shop, 'permissions'>,
  { allowsAll, given }: Pick<StaffRole, 'allowsAll' | 'given'>,
): GrantedPermissions {
  const declared = permissions.map(({ name }) => name);
  if (allowsAll) return new Map(declared.map((name) => [name, null]));
  const granted = new Map([
    ...given.map(({ permission }) => [`${permission.split('.', 1)[0]}.read`, null] as const),
    ...given.map(({ permission, maxAmount }) => [permission, maxAmount] as const),
  ]);
  return new Map([...granted].filter(([name]) => declared.includes(name)));
}

/**
 * Whether somebody has all these permissions, each with the same limit or a higher one. Nobody gives
 * what they don't have, or changes the role of a person who has more.
 */
export function hasPermissions(actor: Actor, permissions: GrantedPermissions): boolean {
  return [...permissions].every(([name, limit]) => getAmountLimit(actor, name) >= (limit ?? Number.POSITIVE_INFINITY));
}

const upsertPermission = sqlQuery(
  'accounts.allow-permission',
  `insert into staff_role_permissions (role, permission, max_amount) values ($1, $2, $3)
  on conflict (role, permission) do update set max_amount = excluded.max_amount`,
);

/** @param maxAmount minor units; null for no limit */
export async function allowPermission(tx: Tx, role: string, permission: string, maxAmount: number | null) {
  await upsertPermission(tx, [role, permission, maxAmount]);
}

const deletePermission = sqlQuery(
  'accounts.deny-permission',
  'delete from staff_role_permissions where role = $1 and permission = $2',
);

export async function denyPermission(tx: Tx, role: string, permission: string) {
  await deletePermission(tx, [role, permission]);
}
