import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';

export interface StoredView {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly isOwn: boolean;
  readonly sharedWith: 'nobody' | 'role' | 'all';
  readonly role: string | null;
}

const selectViews = sqlQuery<StoredView>(
  'admin.find-list-views',
  `select v.id, v.name, v.address, v.staff_id = $2 as "isOwn", v.shared_with as "sharedWith", v.role
  from platform.list_views v
  where v.list = $1
    and (v.staff_id = $2 or v.shared_with = 'all' or v.role = (select m.role from staff_members m where m.id = $2))
  order by v.staff_id <> $2, v.name, v.id`,
);

/** The saved views of a list that somebody of the staff sees, their own first. */
export async function findViews(db: Db, list: string, staffId: number | null): Promise<readonly StoredView[]> {
  return selectViews(db, [list, staffId ?? 0]);
}

export interface ViewContent {
  readonly name: string;
  readonly address: string;
  readonly sharedWith: 'nobody' | 'role' | 'all';
  readonly role: string | null;
}

export const maxViews = 50;

const insertView = sqlQuery<{ id: number }>(
  'admin.add-list-view',
  `insert into platform.list_views (list, staff_id, name, address, shared_with, role, created_at, updated_at)
  select $1, $2, $3, $4, $5, $6, $7::timestamptz, $7::timestamptz
  where (select count(*) from platform.list_views where list = $1 and staff_id = $2) < ${maxViews}
  on conflict do nothing returning id`,
);

/** @returns null when the person has a view of this name, or as many as one can have */
export async function addView(
  tx: Tx,
  { list, staffId }: { readonly list: string; readonly staffId: number },
  { name, address, sharedWith, role }: ViewContent,
  now: Date,
): Promise<number | null> {
  return (await insertView(tx, [list, staffId, name, address, sharedWith, role, now]))[0]?.id ?? null;
}

const updateView = sqlQuery<ViewContent>(
  'admin.change-list-view',
  `with before as (
    select * from platform.list_views where list = $1 and staff_id = $2 and id = $3 for update
  )
  update platform.list_views v set name = $4, address = $5, shared_with = $6, role = $7, updated_at = $8
  from before
  where v.id = before.id
    and not exists (select from platform.list_views o where o.list = $1 and o.staff_id = $2 and o.name = $4 and o.id <> $3)
  returning before.name, before.address, before.shared_with as "sharedWith", before.role`,
);

/** @returns what it was before; null when it is not theirs, or they have another one of this name */
export async function changeView(
  tx: Tx,
  { list, staffId, id }: { readonly list: string; readonly staffId: number; readonly id: number },
  { name, address, sharedWith, role }: ViewContent,
  now: Date,
): Promise<ViewContent | null> {
  return (await updateView(tx, [list, staffId, id, name, address, sharedWith, role, now]))[0] ?? null;
}

const removeRow = sqlQuery<ViewContent>(
  'admin.remove-list-view',
  `delete from platform.list_views where list = $1 and staff_id = $2 and id = $3
  returning name, address, shared_with as "sharedWith", role`,
);

/** @returns what it was; null when it is not theirs */
export async function removeView(
  tx: Tx,
  { list, staffId, id }: { readonly list: string; readonly staffId: number; readonly id: number },
): Promise<ViewContent | null> {
  return (await removeRow(tx, [list, staffId, id]))[0] ?? null;
}

const selectRoles = sqlQuery<{ name: string }>('admin.list-role-names', 'select name from staff_roles order by name');

export async function listRoleNames(db: Db): Promise<readonly string[]> {
  return (await selectRoles(db, [])).map(({ name }) => name);
}
