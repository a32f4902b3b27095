import {
  deleteInvitation,
  findRole,
  findStaffByEmail,
  findStaffById,
  hasPermissions,
  type Invitation,
  listPermissions,
  lockInvitation,
  manageStaff,
  writeInvitation,
} from '#features/accounts/index.ts';
import { lockCustomer } from '#features/customers/index.ts';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import type { ChangeCode } from '../errors.ts';
import { invitationMailJob } from './invitation-mail.ts';

/** Data that all changes of invitations need: who changes, and the name of the mutation for the audit. */
interface InvitationChange {
  readonly shop: Shop;
  readonly tx: Tx;
  readonly actor: Actor;
  readonly action: string;
}

/**
 * Invites a person, or replaces an open invitation by a new link. Nobody can give a role with more permissions than
 * their own.
 * @returns the reason of a refusal, or null
 */
export async function invite(
  { shop, tx, actor, action }: InvitationChange,
  { email, role: roleName }: Pick<Invitation, 'email' | 'role'>,
): Promise<ChangeCode | null> {
  const role = await findRole(tx, roleName);
  if (role === null) return 'ROLE_NOT_FOUND';
  const inviter = await lockInviter(shop, tx, actor);
  if (!inviter || !hasPermissions(inviter, listPermissions(shop, role))) return 'ROLE_ABOVE_YOURS';
  if ((await findStaffByEmail(tx, email)) !== null) return 'ALREADY_STAFF';
  const written = await writeInvitation(shop, tx, {
    ...{ email, role: role.name, invitedBy: actor.name.slice(0, 200), byStaffId: actor.staffId },
  });
  await shop.jobs.add(tx, invitationMailJob, { request: written.request });
  await record(tx, actor, action, written.invitation, [null, { role: role.name }]);
  return null;
}

/**
 * Locks the inviter and returns them with their current permissions. Whoever removes the inviter's role waits for the
 * lock, and then also deletes this invitation.
 * @returns null when the inviter has lost the permission since the request began
 */
async function lockInviter(shop: Shop, tx: Tx, actor: Actor): Promise<Actor | null> {
  if (actor.staffId === null) return actor;
  const found = await findStaffById(tx, actor.staffId);
  if (!found || !(await lockCustomer(tx, found.customerId))) return null;
  const member = await findStaffById(tx, actor.staffId);
  const role = member && (await findRole(tx, member.role));
  const now = role && { ...actor, permissions: listPermissions(shop, role) };
  return now && isPermitted(now, manageStaff.name) ? now : null;
}

/**
 * Sends an invitation again with a new link; the earlier link becomes invalid.
 * @returns the reason of a refusal, or null
 */
export async function sendAgain(change: InvitationChange, id: number): Promise<ChangeCode | null> {
  const invitation = await lockInvitation(change.tx, id);
  return invitation ? invite(change, invitation) : 'INVITATION_NOT_VALID';
}

/** @returns the reason of a refusal, or null */
export async function takeBack({ shop, tx, actor, action }: InvitationChange, id: number): Promise<ChangeCode | null> {
  const invitation = await lockInvitation(tx, id);
  if (!invitation) return 'INVITATION_NOT_VALID';
  const role = await findRole(tx, invitation.role);
  if (role && !hasPermissions(actor, listPermissions(shop, role))) return 'ROLE_ABOVE_YOURS';
  await deleteInvitation(tx, id);
  await record(tx, actor, action, invitation, [{ role: invitation.role }, null]);
  return null;
}

const record = (
  tx: Tx,
  actor: Actor,
  action: string,
  { id, email }: Invitation,
  [before, after]: readonly [{ role: string } | null, { role: string } | null],
): Promise<void> =>
  recordAudit(tx, actor, { subject: { kind: 'staff-invitation', id, label: email }, action, before, after });
