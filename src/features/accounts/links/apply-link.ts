import { changeCustomerEmail, verifyCustomer } from '#features/customers/index.ts';
import { moveGuestOrders } from '#features/orders/index.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import type { ActingCustomer } from '#platform/sessions/actor.ts';
import { findPasswordHash, writePassword } from '../passwords/password-rows.ts';
import { endSessions } from '../sessions/session-rows.ts';
import { createChangeNotice, enqueueNotice } from './link-mails.ts';
import { type AccountLink, endLinks, takeLink } from './link-rows.ts';

export type UsedLink =
  /** `customer` is the customer whom the link signs in, or null when it signs nobody in. */
  | {
      readonly ok: true;
      readonly kind: AccountLink['kind'];
      readonly customer: ActingCustomer | null;
      readonly returnTo: string | null;
    }
  | Refusal<'LINK_NOT_VALID' | 'EMAIL_TAKEN'>;

interface LinkUse {
  readonly token: string;
  /**
   * Hash of the password that was chosen with the link. Null: the password of the registration, if there is one, is
   * used.
   */
  readonly passwordHash: string | null;
  /** Id of the session that stays when an email address changes. */
  readonly sessionId: string | null;
}

/**
 * Uses a mailed link, once. Its user has proved the email address. For a link that changes an account, the caller
 * must have checked that the link's customer is signed in.
 */
export function applyLink(shop: Shop, { token, passwordHash, sessionId }: LinkUse): Promise<UsedLink> {
  const now = shop.clock.now();
  return inTransaction(shop.db, async (tx) => {
    const link = await takeLink(tx, token, now);
    if (!link) return { ok: false, code: 'LINK_NOT_VALID' };
    if (link.customerId !== null) return changeEmail(shop, tx, { id: link.customerId, email: link.email, sessionId });
    // A person who chooses the password here did not register in this browser, so a stranger may have chosen the name
    // as well.
    const name = passwordHash === null ? link.name : '';
    const customer = await verifyCustomer(tx, { email: link.email, name, locale: shop.choices.locale, now });
    const newHash = passwordHash ?? link.passwordHash;
    if (link.kind !== 'sign-in' && newHash !== null) await replacePassword(shop, tx, customer, newHash);
    return { ok: true, kind: link.kind, customer, returnTo: link.returnTo };
  });
}

/** Ends all sessions and links, since another person may know the old password. */
async function replacePassword(shop: Shop, tx: Tx, { id, email }: ActingCustomer, hash: string): Promise<void> {
  const hadPassword = (await findPasswordHash(tx, id)) !== null;
  const now = shop.clock.now();
  await writePassword(tx, id, hash, now);
  await endSessions(tx, id, null);
  await endLinks(tx, email, id, now);
  if (hadPassword) await enqueueNotice(shop, tx, { to: email, ...createChangeNotice(shop, 'password') });
}

interface EmailChange {
  readonly id: number;
  readonly email: string;
  readonly sessionId: string | null;
}

/** Ends all other sessions: only the person who is signed in here may see the orders of the new address. */
async function changeEmail(shop: Shop, tx: Tx, { id, email, sessionId }: EmailChange): Promise<UsedLink> {
  const now = shop.clock.now();
  const earlier = await changeCustomerEmail(tx, { id, email, now });
  if (earlier === null) return { ok: false, code: 'EMAIL_TAKEN' };
  await moveGuestOrders(tx, { email, customerId: id, now });
  await endSessions(tx, id, sessionId);
  await endLinks(tx, earlier, id, now);
  await enqueueNotice(shop, tx, { to: earlier, ...createChangeNotice(shop, 'email') });
  return { ok: true, kind: 'change-email', customer: null, returnTo: null };
}
