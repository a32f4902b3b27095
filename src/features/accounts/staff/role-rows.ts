import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, type GrantedPermissions, getAmountLimit } from '#platform/sessions/actor.ts';

export interface StaffRole {
  readonly name: string;
  /** Whether the role has all permissions, including permissions of features that are added later. */
  readonly allowsAll: boolean;
  /** Whether members with this role can open the back office only after a sign-in with two factors. */
  readonly needsSecondFactor: boolean;
  /** `maxAmount`: minor units; null without a limit. */
  readonly given: readonly { readonly permission: string; readonly maxAmount: number | null }[];
}

const selectRoles = sqlQuery<StaffRole>(
  'accounts.list-roles',
  `select r.name, r.allows_all as "allowsAll", r.needs_second_factor as "needsSecondFactor", coalesce((
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
 * Lists the permissions of a role. A permission to change an area includes the permission to read it, so that nobody
 * can change what they can't open. Permissions that no feature declares are left out.
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
 * Whether the actor has all these permissions, each with the same or a higher limit. Nobody can grant permissions
 * that they lack, or change the role of a person who has more.
 */
export function hasPermissions(actor: Actor, permissions: GrantedPermissions): boolean {
  return [...permissions].every(([name, limit]) => getAmountLimit(actor, name) >= (limit ?? Number.POSITIVE_INFINITY));
}

const lockRow = sqlQuery('accounts.lock-role', 'select from staff_roles where name = $1 for update');

/** Locks a role until the end of the transaction, so that concurrent changes of the role wait. */
export async function lockRole(tx: Tx, name: string): Promise<void> {
  await lockRow(tx, [name]);
}

const insertRole = sqlQuery<{ name: string }>(
  'accounts.add-role',
  'insert into staff_roles (name, needs_second_factor) values ($1, $2) on conflict do nothing returning name',
);

/** @returns false when a role with this name exists */
export async function addRole(tx: Tx, name: string, needsSecondFactor: boolean): Promise<boolean> {
  return (await insertRole(tx, [name, needsSecondFactor])).length === 1;
}

const updateRow = sqlQuery(
  'accounts.change-role',
  'update staff_roles set name = $2, needs_second_factor = $3 where name = $1',
);

export async function updateRole(
  tx: Tx,
  name: string,
  next: Pick<StaffRole, 'name' | 'needsSecondFactor'>,
): Promise<void> {
  await updateRow(tx, [name, next.name, next.needsSecondFactor]);
}

const replaceRows = sqlQuery(
  'accounts.replace-permissions',
  `with denied as (delete from staff_role_permissions where role = $1 and permission <> all ($2::text[]))
  insert into staff_role_permissions (role, permission, max_amount)
  select $1, permission, max_amount from unnest($2::text[], $3::bigint[]) as given (permission, max_amount)
  on conflict (role, permission) do update set max_amount = excluded.max_amount`,
);

export async function replacePermissions(tx: Tx, role: string, given: GrantedPermissions): Promise<void> {
  await replaceRows(tx, [role, [...given.keys()], [...given.values()]]);
}

const deleteUnused = sqlQuery<{ name: string }>(
  'accounts.remove-role',
  `delete from staff_roles r where name = $1 and not exists (select from staff_members m where m.role = r.name)
    and not exists (select from staff_invitations i where i.role = r.name) returning name`,
);

/** Deletes a role. Former members keep their role in case they come back. @returns false when the role is in use */
export async function deleteRole(tx: Tx, name: string): Promise<boolean> {
  return (await deleteUnused(tx, [name])).length === 1;
}
