import { lockCustomer } from '#features/customers/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { endSessions } from '../sessions/session-rows.ts';
import { recordStaffAudit } from './audit-staff.ts';
import { deleteInvitationsOf } from './invitation-rows.ts';
import { findRole, hasPermissions, listPermissions, type StaffRole } from './role-rows.ts';
import { findMember, isLastOwner, lockOwnerRoles, type Member, removeStaffMember, writeStaff } from './staff-rows.ts';

/** A change of staff, with its actor and the name of the mutation or the command. */
export interface StaffChange {
  readonly shop: Shop;
  readonly tx: Tx;
  readonly actor: Actor;
  readonly action: string;
}

export type StaffFailure = 'ROLE_ABOVE_YOURS' | 'LAST_OWNER' | 'STAFF_NOT_FOUND' | 'ROLE_NOT_FOUND';

interface Person {
  readonly id: number;
  readonly email: string;
}

/**
 * Makes a customer a member of staff, or gives a member another role. Ends their sessions, because sessions of staff
 * are shorter and begin with a sign-in.
 * @param keptSession id of the session that stays; null ends all
 * @returns the reason of the refusal, or null
 */
export async function giveRole(
  change: StaffChange,
  person: Person,
  roleName: string,
  keptSession: string | null = null,
): Promise<StaffFailure | null> {
  const { shop, tx, actor, action } = change;
  // A concurrent sign-in ends before this transaction locks the customer, or sees the new role.
  if (!(await lockCustomer(tx, person.id))) return 'STAFF_NOT_FOUND';
  const role = await findRole(tx, roleName);
  if (role === null) return 'ROLE_NOT_FOUND';
  const member = await findMember(tx, person.id);
  const refusal = await refuseRoleChange(change, person.id, member, role);
  if (refusal) return refusal;
  const staffId = await writeStaff(tx, person.id, role.name, shop.clock.now());
  await endSessions(tx, person.id, keptSession);
  // Invitations that the member has sent may grant more than the new role allows.
  if (member) await deleteInvitationsOf(tx, member.id);
  const values = [member && { role: member.role }, { role: role.name }] as const;
  await recordStaffAudit(tx, actor, action, { staffId, customerId: person.id, email: person.email }, values);
  return null;
}

/** Removes a person from the staff, who stays a customer. @returns the reason of the refusal, or null */
export async function removeFromStaff(change: StaffChange, person: Person): Promise<StaffFailure | null> {
  const { shop, tx, actor, action } = change;
  const member = (await lockCustomer(tx, person.id)) ? await findMember(tx, person.id) : null;
  if (member === null) return 'STAFF_NOT_FOUND';
  const refusal = await refuseRoleChange(change, person.id, member, null);
  if (refusal) return refusal;
  await removeStaffMember(tx, person.id, shop.clock.now());
  await endSessions(tx, person.id, null);
  await deleteInvitationsOf(tx, member.id);
  const subject = { staffId: member.id, customerId: person.id, email: person.email };
  await recordStaffAudit(tx, actor, action, subject, [{ role: member.role }, null]);
  return null;
}

/**
 * Checks whether the actor may end a member's sessions or reset the member's second factor. @returns the reason of
 * the refusal, or null
 */
export async function refuseMemberChange(
  { shop, tx, actor }: Pick<StaffChange, 'shop' | 'tx' | 'actor'>,
  roleName: string,
): Promise<'ROLE_ABOVE_YOURS' | null> {
  const role = await findRole(tx, roleName);
  return role && !hasPermissions(actor, listPermissions(shop, role)) ? 'ROLE_ABOVE_YOURS' : null;
}

/** @param next null when the person leaves the staff */
async function refuseRoleChange(
  change: StaffChange,
  customerId: number,
  member: Member | null,
  next: StaffRole | null,
): Promise<'ROLE_ABOVE_YOURS' | 'LAST_OWNER' | null> {
  const { shop, tx, actor } = change;
  if (next && !hasPermissions(actor, listPermissions(shop, next))) return 'ROLE_ABOVE_YOURS';
  if (member === null) return null;
  const refusal = await refuseMemberChange(change, member.role);
  if (refusal) return refusal;
  if (next?.allowsAll) return null;
  await lockOwnerRoles(tx);
  return (await isLastOwner(tx, customerId)) ? 'LAST_OWNER' : null;
}
