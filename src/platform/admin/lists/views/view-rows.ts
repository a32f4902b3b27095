import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';

export interface StoredView extends ViewContent {
  readonly id: number;
  readonly isOwn: boolean;
}

const selectViews = sqlQuery<StoredView>(
  'admin.find-list-views',
  `select v.id, v.name, v.address, v.staff_id = $2 as "isOwn", v.shared_with as "sharedWith", v.role
  from platform.list_views v
  where v.list = $1
    and (v.staff_id = $2 or v.shared_with = 'all' or v.role = (select m.role from staff_members m where m.id = $2))
  order by v.staff_id <> $2, v.name, v.id`,
);

/** The saved views of a list that a member of staff may see, their own first. */
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

interface ListOwner {
  readonly list: string;
  readonly staffId: number;
}

const insertView = namedQuery<ListOwner & ViewContent & { readonly now: Date }, { id: number }>(
  'admin.add-list-view',
  `insert into platform.list_views (list, staff_id, name, address, shared_with, role, created_at, updated_at)
  select $list, $staffId, $name, $address, $sharedWith, $role, $now::timestamptz, $now::timestamptz
  where (select count(*) from platform.list_views where list = $list and staff_id = $staffId) < ${maxViews}
  on conflict do nothing returning id`,
);

/** @returns null when the person already has a view of this name, or the maximum number of views */
export async function addView(tx: Tx, owner: ListOwner, content: ViewContent, now: Date): Promise<number | null> {
  return (await insertView(tx, { ...owner, ...content, now }))[0]?.id ?? null;
}

type ViewKey = ListOwner & { readonly id: number };

const updateView = namedQuery<ViewKey & ViewContent & { readonly now: Date }, ViewContent>(
  'admin.change-list-view',
  `with before as (
    select * from platform.list_views where list = $list and staff_id = $staffId and id = $id for update
  )
  update platform.list_views v set name = $name, address = $address, shared_with = $sharedWith, role = $role, updated_at = $now
  from before
  where v.id = before.id
    and not exists (select from platform.list_views o where o.list = $list and o.staff_id = $staffId and o.name = $name and o.id <> $id)
  returning before.name, before.address, before.shared_with as "sharedWith", before.role`,
);

/**
 * @returns the previous content; null when the view belongs to somebody else, or when the person has another view of
 * this name
 */
export async function changeView(tx: Tx, view: ViewKey, content: ViewContent, now: Date): Promise<ViewContent | null> {
  return (await updateView(tx, { ...view, ...content, now }))[0] ?? null;
}

const removeRow = sqlQuery<ViewContent>(
  'admin.remove-list-view',
  `delete from platform.list_views where list = $1 and staff_id = $2 and id = $3
  returning name, address, shared_with as "sharedWith", role`,
);

/** @returns the removed content; null when the view belongs to somebody else */
export async function removeView(tx: Tx, { list, staffId, id }: ViewKey): Promise<ViewContent | null> {
  return (await removeRow(tx, [list, staffId, id]))[0] ?? null;
}

const selectRoles = sqlQuery<{ name: string }>('admin.list-role-names', 'select name from staff_roles order by name');

export async function listRoleNames(db: Db): Promise<readonly string[]> {
  return (await selectRoles(db, [])).map(({ name }) => name);
}
