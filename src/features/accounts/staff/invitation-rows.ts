import { randomUUID } from 'node:crypto';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import { sign } from '#platform/sessions/signing.ts';
import { hashToken } from '../sessions/session-rows.ts';

const invitationDays = 7;
const dayMs = 24 * 60 * 60 * 1000;

/** An invitation to become staff that was not answered yet. */
export interface Invitation {
  readonly id: number;
  readonly email: string;
  readonly role: string;
  /** Name of the inviting member as the mail shows it. */
  readonly invitedBy: string;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

/**
 * Makes the token of a link from the id of its request and the shop's secret. Each attempt to send the mail has the
 * same link, and neither the job nor the database contains the token.
 */
export const createInvitationToken = ({ config }: Pick<Shop, 'config'>, request: string): string =>
  sign(config.secrets, 'staff-invitation', request);

const columns = `id, email, role, invited_by as "invitedBy", sent_at as "sentAt", expires_at as "expiresAt"`;

const upsertInvitation = namedQuery<
  NewInvitation & { readonly hash: Buffer; readonly now: Date; readonly expiresAt: Date },
  Invitation
>(
  'accounts.invite',
  `insert into staff_invitations (email, role, token_hash, invited_by, by_staff_id, sent_at, expires_at)
  values ($email, $role, $hash, $invitedBy, $byStaffId, $now, $expiresAt)
  on conflict (lower(email)) do update set email = excluded.email, role = excluded.role, token_hash = excluded.token_hash,
    invited_by = excluded.invited_by, by_staff_id = excluded.by_staff_id, sent_at = excluded.sent_at,
    expires_at = excluded.expires_at
  returning ${columns}`,
);

interface NewInvitation extends Pick<Invitation, 'email' | 'role' | 'invitedBy'> {
  readonly byStaffId: number | null;
}

/**
 * Writes an invitation, or renews the invitation of the same address, whose earlier link becomes invalid. @returns
 * the invitation, and the request of its link
 */
export async function writeInvitation(
  shop: Pick<Shop, 'config' | 'clock'>,
  tx: Tx,
  added: NewInvitation,
): Promise<{ readonly invitation: Invitation; readonly request: string }> {
  const request = randomUUID();
  const now = shop.clock.now();
  const hash = hashToken(createInvitationToken(shop, request));
  const expiresAt = new Date(now.getTime() + invitationDays * dayMs);
  const [invitation] = await upsertInvitation(tx, { ...added, hash, now, expiresAt });
  if (!invitation) throw new Error('staff_invitations returned no row');
  return { invitation, request };
}

const selectAll = sqlQuery<Invitation>(
  'accounts.list-invitations',
  `select ${columns} from staff_invitations order by sent_at desc, id limit 200`,
);

/** Lists all invitations. Expired invitations are included because they can be sent again. */
export function listInvitations(db: Db): Promise<Invitation[]> {
  return selectAll(db, []);
}

const selectById = sqlQuery<Invitation>(
  'accounts.find-invitation',
  `select ${columns} from staff_invitations where id = $1 for update`,
);

/** Finds an invitation and locks its row. */
export async function lockInvitation(tx: Tx, id: number): Promise<Invitation | null> {
  return (await selectById(tx, [id]))[0] ?? null;
}

const selectByToken = sqlQuery<Invitation>(
  'accounts.find-invitation-of-link',
  `select ${columns} from staff_invitations where token_hash = $1 and expires_at > $2`,
);

/** @returns null for a link that was used, withdrawn or replaced, is too old, or never existed */
export async function findInvitation(db: Db, token: string, now: Date): Promise<Invitation | null> {
  return /^[\w-]{43}$/.test(token) ? ((await selectByToken(db, [hashToken(token), now]))[0] ?? null) : null;
}

const deleteByToken = sqlQuery<Invitation>(
  'accounts.take-invitation',
  `delete from staff_invitations where token_hash = $1 and expires_at > $2 returning ${columns}`,
);

/** Takes the invitation, which succeeds for only one of concurrent uses. @returns null as `findInvitation` */
export async function takeInvitation(tx: Tx, token: string, now: Date): Promise<Invitation | null> {
  return (await deleteByToken(tx, [hashToken(token), now]))[0] ?? null;
}

const deleteById = sqlQuery('accounts.take-back-invitation', 'delete from staff_invitations where id = $1');

export async function deleteInvitation(tx: Tx, id: number): Promise<void> {
  await deleteById(tx, [id]);
}

const deleteOfMember = sqlQuery(
  'accounts.take-back-invitations-of-member',
  'delete from staff_invitations where by_staff_id = $1',
);

/** Deletes the invitations that a member of staff has sent, when the member leaves or gets another role. */
export async function deleteInvitationsOf(tx: Tx, staffId: number): Promise<void> {
  await deleteOfMember(tx, [staffId]);
}

/** Deletes invitations that expired before the given time, and returns a row for each. */
export const purgeInvitations = sqlQuery(
  'accounts.purge-invitations',
  `delete from staff_invitations where id in (select id from staff_invitations where expires_at < $1 limit $2) returning 1`,
);
