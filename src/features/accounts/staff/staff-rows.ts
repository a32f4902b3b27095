import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { StaffRole } from './staff-roles.ts';

const selectRole = sqlQuery<{ role: StaffRole }>(
  'accounts.find-staff-role',
  'select role from staff_members where customer_id = $1',
);

/** Null for customers who are no staff. */
export async function findStaffRole(db: Db, customerId: number): Promise<StaffRole | null> {
  return (await selectRole(db, [customerId]))[0]?.role ?? null;
}

/** Somebody of the staff, as commands list them. */
export interface StaffMember {
  readonly email: string;
  readonly name: string;
  readonly role: StaffRole;
  readonly hasPassword: boolean;
  readonly createdAt: Date;
}

const selectStaff = sqlQuery<StaffMember>(
  'accounts.list-staff',
  `select c.email, c.name, m.role, p.customer_id is not null as "hasPassword", m.created_at as "createdAt"
  from staff_members m join customers c on c.id = m.customer_id left join account_passwords p on p.customer_id = c.id
  order by lower(c.email)`,
);

export function listStaff(db: Db): Promise<StaffMember[]> {
  return selectStaff(db, []);
}

const upsertStaff = sqlQuery(
  'accounts.add-staff',
  `insert into staff_members (customer_id, role, created_at) values ($1, $2, $3)
  on conflict (customer_id) do update set role = excluded.role`,
);

export async function writeStaff(tx: Tx, customerId: number, role: StaffRole, now: Date): Promise<void> {
  await upsertStaff(tx, [customerId, role, now]);
}

const deleteStaff = sqlQuery<{ id: number }>(
  'accounts.remove-staff',
  'delete from staff_members where customer_id = $1 returning customer_id as id',
);

/** @returns false for who is no staff */
export async function deleteStaffMember(tx: Tx, customerId: number): Promise<boolean> {
  return (await deleteStaff(tx, [customerId])).length === 1;
}
