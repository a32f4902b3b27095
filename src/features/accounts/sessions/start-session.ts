import { countCart, getCartOwner } from '#features/cart/index.ts';
import { setCookie } from '#platform/http/security/cookies.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import { type ActingCustomer, createGuest } from '#platform/sessions/actor.ts';
import { signIn } from '#platform/sessions/sign-in.ts';
import { getVisit } from '#platform/sessions/visit.ts';
import { accountSettings } from '../settings.ts';
import { findStaffRole } from '../staff/staff-rows.ts';
import { getSessionCookieName, readSessionToken } from './session-hook.ts';
import { createToken, endOldestSessions, endSessionOfToken, writeSession } from './session-rows.ts';

const hourSeconds = 60 * 60;

interface StartedSession {
  /** Quantity of the guest's cart that was added to the customer's. */
  readonly merged: number;
}

/**
 * Signs a customer in: a new session and a new visitor, and what the guest owned becomes the
 * customer's. The session that the browser had before ends.
 */
export async function startSession(
  { shop, request, reply }: Pick<MutationCall, 'shop' | 'request' | 'reply'>,
  customer: ActingCustomer,
): Promise<StartedSession> {
  const { sessionDays, staffSessionHours } = shop.settings(accountSettings);
  const isStaff = (await findStaffRole(shop.db, customer.id)) !== null;
  const seconds = isStaff ? staffSessionHours * hourSeconds : sessionDays * 24 * hourSeconds;
  const now = shop.clock.now();
  const token = createToken();
  const earlier = readSessionToken(shop.config, request);
  const { visitor } = getVisit(shop, request);
  const guest = getCartOwner(createGuest(visitor));
  const merged = guest === null ? 0 : (await countCart(shop.db, guest)).count;
  await signIn(shop, request, reply, customer, async (tx) => {
    if (earlier !== null) await endSessionOfToken(tx, earlier);
    const expiresAt = new Date(now.getTime() + seconds * 1000);
    const userAgent = request.headers['user-agent'] ?? '';
    const sessionId = await writeSession(tx, { token, customerId: customer.id, now, expiresAt, userAgent });
    await endOldestSessions(tx, customer.id, sessionId);
  });
  setCookie(shop.config, reply, getSessionCookieName(shop.config), token, { seconds, httpOnly: true });
  return { merged };
}
