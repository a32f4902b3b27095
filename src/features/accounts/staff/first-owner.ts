import { findOrCreateCustomer, setCustomerName } from '#features/customers/index.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { email, line } from '#platform/forms/kinds.ts';
import { type ActingCustomer, type Actor, createSystemActor } from '#platform/sessions/actor.ts';
import { newPassword } from '../passwords/password-kind.tsx';
import { writePassword } from '../passwords/password-rows.ts';
import { accountTexts as texts } from '../texts.ts';
import { giveRole } from './change-staff.ts';
import { findMember, lockOwnerRoles } from './staff-rows.ts';

const selectOwner = sqlQuery<{ role: string }>(
  'accounts.find-owner-role',
  `select r.name as role from staff_roles r where r.allows_all
    and exists (select from staff_members m where m.role = r.name and m.left_at is null) limit 1`,
);

export async function hasOwner(db: Db): Promise<boolean> {
  return (await selectOwner(db, [])).length > 0;
}

interface NewOwner {
  readonly name: string;
  readonly email: string;
  /** Result of `hashPassword`. */
  readonly passwordHash: string;
}

export function createFirstOwnerFields(shop: Shop) {
  const { t } = shop;
  return {
    ownerName: line({ name: 'owner_name', label: t(texts.name), required: true, max: 200, autoComplete: 'name' }),
    ownerEmail: email({ name: 'owner_email', label: t(texts.email), required: true, autoComplete: 'username' }),
    password: newPassword(shop, { name: 'owner_password', email: { field: 'owner_email' } }),
  };
}

/**
 * Makes a person the first owner. An existing customer with this address gets the new password. The email address is
 * not proved by this.
 * @param action name of the mutation, for the audit log
 * @returns null when the shop has an owner
 */
export async function createFirstOwner(
  shop: Shop,
  tx: Tx,
  { name, email, passwordHash }: NewOwner,
  action: string,
): Promise<{ readonly customer: ActingCustomer; readonly actor: Actor } | null> {
  await lockOwnerRoles(tx);
  if (await hasOwner(tx)) return null;
  const customer = await findOrCreateCustomer(shop, tx, email);
  const system = createSystemActor('first run');
  const refusal = await giveRole({ shop, tx, actor: system, action }, customer, 'owner');
  if (refusal !== null) throw new Error(`the first owner could not be made: ${refusal}`);
  await setCustomerName(tx, customer.id, name);
  await writePassword(tx, customer.id, passwordHash, shop.clock.now());
  const member = await findMember(tx, customer.id);
  return { customer, actor: { ...system, kind: 'staff', name, staffId: member?.id ?? null } };
}
