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
 * Whether the address has an account that can be signed in to. Its owner must have done so: a mailbox
 * alone does not replace a password, a passkey or a second factor.
 */
export async function hasAccount(shop: Shop, email: string): Promise<boolean> {
  const account = await findCredentials(shop.db, email);
  if (account === null) return false;
  if (account.hash !== null || (await listPasskeys(shop.db, account.id)).length > 0) return true;
  const [step] = shop.implementations(secondStep);
  return (await step?.isNeeded(shop.db, account.id)) ?? false;
}

/** Makes an account of the invitation, which has proved the address. @returns null for a link that is not valid any more */
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
    return (await join(shop, tx, invitation, customer, null)) ? customer : null;
  });
}

/** Makes who is signed in staff. The session stays, for as long as one of staff; others end. @returns false for a link that is not valid any more */
export function acceptSignedIn(
  shop: Shop,
  token: string,
  { customer, sessionId }: { readonly customer: ActingCustomer; readonly sessionId: string },
): Promise<boolean> {
  const now = shop.clock.now();
  return inTransaction(shop.db, async (tx) => {
    const invitation = await takeInvitation(tx, token, now);
    if (invitation === null || !(await join(shop, tx, invitation, customer, sessionId))) return false;
    const end = now.getTime() + shop.settings(accountSettings).staffSessionHours * 60 * 60_000;
    await shortenSession(tx, sessionId, new Date(end));
    return true;
  });
}

/** Who has invited could give the role then: leaving or another role takes their invitations back. */
async function join(
  shop: Shop,
  tx: Tx,
  { role, invitedBy }: Invitation,
  customer: ActingCustomer,
  sessionId: string | null,
): Promise<boolean> {
  // Somebody who was added by a command meanwhile keeps that role.
  if ((await findMember(tx, customer.id)) !== null) return false;
  const actor = createSystemActor(`invitation of ${invitedBy}`);
  const failure = await giveRole({ shop, tx, actor, action }, customer, role, sessionId);
  if (failure !== null) throw new Error(`an invitation could not be accepted: ${failure}`);
  return true;
}
