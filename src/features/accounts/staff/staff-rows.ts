import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';

export interface Member {
  readonly id: number;
  readonly role: string;
}

const selectMember = sqlQuery<Member>(
  'accounts.find-staff-member',
  'select id, role from staff_members where customer_id = $1 and left_at is null',
);

/** @returns null for customers who are not staff */
export async function findMember(db: Db, customerId: number): Promise<Member | null> {
  return (await selectMember(db, [customerId]))[0] ?? null;
}

/** @returns null for customers who are not staff */
export async function findStaffRole(db: Db, customerId: number): Promise<string | null> {
  return (await findMember(db, customerId))?.role ?? null;
}

export interface StaffMember {
  readonly id: number;
  readonly customerId: number;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly hasPassword: boolean;
  readonly createdAt: Date;
}

const selectStaff = sqlQuery<StaffMember>(
  'accounts.list-staff',
  `select m.id, c.id as "customerId", c.email, c.name, m.role, p.customer_id is not null as "hasPassword", m.created_at as "createdAt"
  from staff_members m join customers c on c.id = m.customer_id left join account_passwords p on p.customer_id = c.id
  where m.left_at is null and ($1::text is null or lower(c.email) = lower($1)) and ($2::bigint is null or m.id = $2)
  order by lower(c.email)`,
);

export function listStaff(db: Db): Promise<StaffMember[]> {
  return selectStaff(db, [null, null]);
}

export async function findStaffByEmail(db: Db, email: string): Promise<StaffMember | null> {
  return (await selectStaff(db, [email, null]))[0] ?? null;
}

/** @returns null for a member who has left */
export async function findStaffById(db: Db, id: number): Promise<StaffMember | null> {
  return (await selectStaff(db, [null, id]))[0] ?? null;
}

const upsertStaff = sqlQuery<{ id: number }>(
  'accounts.add-staff',
  `insert into staff_members (customer_id, role, created_at) values ($1, $2, $3)
  on conflict (customer_id) do update set role = excluded.role, left_at = null returning id`,
);

/** Makes a customer a member of staff. A person who comes back keeps the earlier row. @returns the id of the row */
export async function writeStaff(tx: Tx, customerId: number, role: string, now: Date): Promise<number> {
  const [row] = await upsertStaff(tx, [customerId, role, now]);
  if (!row) throw new Error('staff_members returned no row');
  return row.id;
}

const updateLeft = sqlQuery<{ id: number }>(
  'accounts.remove-staff',
  'update staff_members set left_at = $2 where customer_id = $1 and left_at is null returning id',
);

/** @returns false when the customer is not staff */
export async function removeStaffMember(tx: Tx, customerId: number, now: Date): Promise<boolean> {
  return (await updateLeft(tx, [customerId, now])).length === 1;
}

const lockRoles = sqlQuery('accounts.lock-owner-roles', 'select from staff_roles where allows_all for update');
const selectOtherOwners = sqlQuery<{ isOwner: boolean; hasOthers: boolean }>(
  'accounts.find-other-owners',
  `select coalesce(bool_or(m.customer_id = $1), false) as "isOwner", coalesce(bool_or(m.customer_id <> $1), false) as "hasOthers"
  from staff_roles r join staff_members m on m.role = r.name where r.allows_all and m.left_at is null`,
);

/** Locks the roles of owners, so that concurrent changes of owners wait until the end of the transaction. */
export async function lockOwnerRoles(tx: Tx): Promise<void> {
  await lockRoles(tx, []);
}

/**
 * Whether the customer is the only member who may do everything. Such a member must stay, or nobody could admit
 * others. Before a change, lock the roles with `lockOwnerRoles`.
 */
export async function isLastOwner(db: Db, customerId: number): Promise<boolean> {
  const [owners] = await selectOtherOwners(db, [customerId]);
  return owners?.isOwner === true && !owners.hasOthers;
}
