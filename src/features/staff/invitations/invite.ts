import {
  deleteInvitation,
  findRole,
  findStaffByEmail,
  hasPermissions,
  type Invitation,
  listPermissions,
  lockInvitation,
  writeInvitation,
} from '#features/accounts/index.ts';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { ChangeCode } from '../errors.ts';
import { invitationMailJob } from './invitation-mail.ts';

/** Who changes an invitation, and the name of the mutation. */
interface InvitationChange {
  readonly shop: Shop;
  readonly tx: Tx;
  readonly actor: Actor;
  readonly action: string;
}

/** Invites somebody, or anew with another link. Nobody invites above their own role. @returns why not, or null */
export async function invite(
  { shop, tx, actor, action }: InvitationChange,
  { email, role: roleName }: Pick<Invitation, 'email' | 'role'>,
): Promise<ChangeCode | null> {
  const role = await findRole(tx, roleName);
  if (role === null) return 'ROLE_NOT_FOUND';
  if (!hasPermissions(actor, listPermissions(shop, role))) return 'ROLE_ABOVE_YOURS';
  if ((await findStaffByEmail(tx, email)) !== null) return 'ALREADY_STAFF';
  const written = await writeInvitation(shop, tx, {
    ...{ email, role: role.name, invitedBy: actor.name.slice(0, 200), byStaffId: actor.staffId },
  });
  await shop.jobs.add(tx, invitationMailJob, { request: written.request });
  await record(tx, actor, action, written.invitation, [null, { role: role.name }]);
  return null;
}

/** Sends an invitation again: the earlier link opens nothing any more. @returns why not, or null */
export async function sendAgain(change: InvitationChange, id: number): Promise<ChangeCode | null> {
  const invitation = await lockInvitation(change.tx, id);
  return invitation ? invite(change, invitation) : 'INVITATION_NOT_VALID';
}

/** @returns why not, or null */
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
