import { countCart, getCartOwner } from '#features/cart/index.ts';
import { setCookie } from '#platform/http/security/cookies.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import { type ActingCustomer, createGuest } from '#platform/sessions/actor.ts';
import { signIn } from '#platform/sessions/sign-in.ts';
import { getVisit } from '#platform/sessions/visit.ts';
import { findPasswordHash } from '../passwords/password-rows.ts';
import { accountSettings } from '../settings.ts';
import { rememberDevice } from '../sign-in/known-device.ts';
import { findStaffRole } from '../staff/staff-rows.ts';
import { getSessionCookieName, readSessionToken } from './session-hook.ts';
import { createToken, endOldestSessions, endSessionOfToken, writeSession } from './session-rows.ts';

const hourSeconds = 60 * 60;

interface StartedSession {
  /** Quantity of the guest's cart that was added to the customer's. */
  readonly merged: number;
}

type SignInCall = Pick<MutationCall, 'shop' | 'request' | 'reply'>;

/** The password that was checked is not the customer's any more. */
class PasswordChangedError extends Error {
  override name = 'PasswordChangedError';
}

/**
 * Signs in who has typed a password.
 * @param checkedHash of the password, as it was when the password was checked
 * @returns null when the password has changed since, which has ended all sessions: this one too
 */
export async function startPasswordSession(
  call: SignInCall,
  customer: ActingCustomer,
  checkedHash: string | null,
): Promise<StartedSession | null> {
  const checkAgain = (hash: string | null) => {
    if (hash !== checkedHash) throw new PasswordChangedError();
  };
  try {
    return await openSession(call, customer, checkAgain);
  } catch (error) {
    if (error instanceof PasswordChangedError) return null;
    throw error;
  }
}

/**
 * Signs a customer in: a new session and a new visitor, and what the guest owned becomes the
 * customer's. The session that the browser had before ends.
 */
export function startSession(call: SignInCall, customer: ActingCustomer): Promise<StartedSession> {
  return openSession(call, customer, () => {});
}

/**
 * @param check gets the hash of the customer's password, whose row is locked by then, and throws for a
 * sign-in that must not happen
 */
async function openSession(
  call: SignInCall,
  customer: ActingCustomer,
  check: (hash: string | null) => void,
): Promise<StartedSession> {
  const { shop, request, reply } = call;
  const { sessionDays, staffSessionHours } = shop.settings(accountSettings);
  const now = shop.clock.now();
  const token = createToken();
  const earlier = readSessionToken(shop.config, request);
  const { visitor } = getVisit(shop, request);
  const guest = getCartOwner(createGuest(visitor));
  const merged = guest === null ? 0 : (await countCart(shop.db, guest)).count;
  let seconds = 0;
  let hash: string | null = null;
  await signIn(shop, request, reply, customer, async (tx) => {
    hash = await findPasswordHash(tx, customer.id);
    check(hash);
    const isStaff = (await findStaffRole(tx, customer.id)) !== null;
    seconds = isStaff ? staffSessionHours * hourSeconds : sessionDays * 24 * hourSeconds;
    if (earlier !== null) await endSessionOfToken(tx, earlier);
    const expiresAt = new Date(now.getTime() + seconds * 1000);
    const userAgent = request.headers['user-agent'] ?? '';
    const sessionId = await writeSession(tx, { token, customerId: customer.id, now, expiresAt, userAgent });
    await endOldestSessions(tx, customer.id, sessionId);
  });
  setCookie(shop.config, reply, getSessionCookieName(shop.config), token, { seconds, httpOnly: true });
  rememberDevice(call, { customerId: customer.id, hash });
  return { merged };
}

/** Sets the cookie of a session that has another token. Call it after the transaction. */
export function keepSessionCookie(
  { shop, reply }: SignInCall,
  { token, expiresAt }: { readonly token: string; readonly expiresAt: Date },
): void {
  const seconds = Math.ceil((expiresAt.getTime() - shop.clock.now().getTime()) / 1000);
  setCookie(shop.config, reply, getSessionCookieName(shop.config), token, { seconds, httpOnly: true });
}
