import {
  accountSettings,
  findCredentials,
  findMember,
  giveRole,
  type Invitation,
  secondStep,
  shortenSession,
  takeInvitation,
  writePassword,
} from '#features/accounts/index.ts';
import { verifyCustomer } from '#features/customers/index.ts';
import { listPasskeys } from '#features/passkeys/index.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type ActingCustomer, createSystemActor } from '#platform/sessions/actor.ts';

const action = 'staff.accept-invitation';

/**
 * Whether the email address has an account with a way to sign in. The invited person must then sign in to accept:
 * access to a mailbox does not replace a password, a passkey or a second factor.
 */
export async function hasAccount(shop: Shop, email: string): Promise<boolean> {
  const account = await findCredentials(shop.db, email);
  if (account === null) return false;
  if (account.hash !== null || (await listPasskeys(shop.db, account.id)).length > 0) return true;
  const [step] = shop.implementations(secondStep);
  return (await step?.isNeeded(shop.db, account.id)) ?? false;
}

/**
 * Creates an account for the invited person. The invitation has proved the email address.
 * @returns null when the link is no longer valid
 */
export function acceptWithNewAccount(
  shop: Shop,
  token: string,
  { name, hash }: { readonly name: string; readonly hash: string | null },
): Promise<ActingCustomer | null> {
  const now = shop.clock.now();
  return inTransaction(shop.db, async (tx) => {
    const invitation = await takeInvitation(tx, token, now);
    if (invitation === null) return null;
    const { email } = invitation;
    const customer = await verifyCustomer(tx, { email, name, locale: shop.choices.locale, now });
    if (hash !== null) await writePassword(tx, customer.id, hash, now);
    return (await giveInvitedRole(shop, tx, invitation, customer, null)) ? customer : null;
  });
}

/**
 * Gives the invited role to the signed-in customer. The current session is kept, with the shorter lifetime of staff
 * sessions; others end.
 * @returns false when the link is no longer valid
 */
export function acceptSignedIn(
  shop: Shop,
  token: string,
  { customer, sessionId }: { readonly customer: ActingCustomer; readonly sessionId: string },
): Promise<boolean> {
  const now = shop.clock.now();
  return inTransaction(shop.db, async (tx) => {
    const invitation = await takeInvitation(tx, token, now);
    if (invitation === null || !(await giveInvitedRole(shop, tx, invitation, customer, sessionId))) return false;
    const end = now.getTime() + shop.settings(accountSettings).staffSessionHours * 60 * 60_000;
    await shortenSession(tx, sessionId, new Date(end));
    return true;
  });
}

/**
 * Gives the role without checking the inviter's permissions again: an inviter who leaves or gets another role loses
 * the open invitations.
 */
async function giveInvitedRole(
  shop: Shop,
  tx: Tx,
  { role, invitedBy }: Invitation,
  customer: ActingCustomer,
  sessionId: string | null,
): Promise<boolean> {
  // If a command has made the customer staff meanwhile, that role is kept.
  if ((await findMember(tx, customer.id)) !== null) return false;
  const actor = createSystemActor(`invitation of ${invitedBy}`);
  const failure = await giveRole({ shop, tx, actor, action }, customer, role, sessionId);
  if (failure !== null) throw new Error(`an invitation could not be accepted: ${failure}`);
  return true;
}
