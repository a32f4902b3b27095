import { countCart } from '#features/cart/index.ts';
import { CustomerGoneError } from '#features/customers/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { setCookie } from '#platform/http/security/cookies.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import { type ActingCustomer, createGuest } from '#platform/sessions/actor.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import { signIn } from '#platform/sessions/sign-in.ts';
import { getVisit } from '#platform/sessions/visit.ts';
import { findPasswordHash } from '../passwords/password-rows.ts';
import { accountSettings } from '../settings.ts';
import { rememberDevice } from '../sign-in/known-device.ts';
import { readReturnPath, redirectAfterSignIn } from '../sign-in/return-path.ts';
import { findStaffRole } from '../staff/staff-rows.ts';
import { forgetPendingSignIn, keepPendingSignIn, type PendingSignIn, takePendingSignIn } from './pending-sign-in.ts';
import { secondStep } from './second-step.ts';
import { getSessionCookieName, readSessionToken } from './session-hook.ts';
import { createToken, endOldestSessions, endSessionOfToken, writeSession } from './session-rows.ts';

const hourSeconds = 60 * 60;

interface StartedSession {
  /** Quantity of the guest's cart that was added to the customer's. */
  readonly merged: number;
}

type SignInCall = Pick<MutationCall, 'shop' | 'request' | 'reply'>;

/** Rolls back the transaction of a sign-in that must not happen. */
class SignInRefusedError extends Error {
  override name = 'SignInRefusedError';
  readonly reason: 'changed' | 'second-step';
  constructor(reason: 'changed' | 'second-step') {
    super(reason);
    this.reason = reason;
  }
}

interface FirstStep {
  /** Hash of the password when the password was checked. Absent when no password was checked. */
  readonly checkedHash?: string | null;
  /** Path in the shop. */
  readonly returnTo: string;
  /** Code of a notice for that page. */
  readonly notice?: string;
}

/**
 * Signs in a customer who has typed a password or used a mailed link. A customer who requires a second step is
 * redirected to it, and is not signed in before.
 * @returns the redirect; null when the password has changed since it was checked, which has ended all sessions and so
 * refuses this one, too
 */
export async function passFirstStep(
  call: SignInCall,
  customer: ActingCustomer,
  { checkedHash, returnTo, notice }: FirstStep,
): Promise<FormReply | null> {
  const [step] = call.shop.implementations(secondStep);
  const isSame = async (tx: Tx) =>
    checkedHash === undefined || (await findPasswordHash(tx, customer.id)) === checkedHash;
  try {
    const { merged } = await openSession(call, customer, false, async (tx) => {
      if (!(await isSame(tx))) throw new SignInRefusedError('changed');
      if (await step?.isNeeded(tx, customer.id)) throw new SignInRefusedError('second-step');
    });
    return redirectAfterSignIn(returnTo, merged, notice === undefined ? [] : [notice]);
  } catch (error) {
    if (!(error instanceof SignInRefusedError)) throw error;
    if (error.reason === 'changed' || !step) return null;
    const pending = { id: customer.id, returnTo, notice: notice ?? null };
    return (await keepPendingSignIn(call, pending, isSame)) ? { redirectTo: step.path } : null;
  }
}

/**
 * Signs in a customer who has passed the second step as well.
 * @param pending from `findPendingSignIn`
 * @returns the redirect; null when the sign-in was finished or ended meanwhile
 */
export async function finishSignIn(call: SignInCall, pending: PendingSignIn): Promise<FormReply | null> {
  const { id, email, isEmailVerified, returnTo, notice } = pending;
  try {
    const { merged } = await openSession(call, { id, email, isEmailVerified }, true, async (tx) => {
      if (!(await takePendingSignIn(tx, call, id))) throw new SignInRefusedError('changed');
    });
    forgetPendingSignIn(call);
    return redirectAfterSignIn(returnTo, merged, notice === null ? [] : [notice]);
  } catch (error) {
    if (error instanceof SignInRefusedError) return null;
    throw error;
  }
}

/**
 * Signs in a customer who has proved two factors at once.
 * @param check called with the customer's row locked; false refuses the sign-in
 * @returns the redirect; null when the sign-in was refused
 */
export async function signInWithTwoFactors(
  call: SignInCall,
  customer: ActingCustomer,
  { returnTo, check }: { readonly returnTo: unknown; readonly check: (tx: Tx) => Promise<boolean> },
): Promise<FormReply | null> {
  try {
    const { merged } = await openSession(call, customer, true, async (tx) => {
      if (!(await check(tx))) throw new SignInRefusedError('changed');
    });
    return redirectAfterSignIn(readReturnPath(returnTo), merged);
  } catch (error) {
    if (error instanceof SignInRefusedError) return null;
    throw error;
  }
}

/**
 * Creates a session and a new visitor, and makes the customer the owner of everything that the guest owned. The
 * browser's previous session ends.
 * @param check called with the customer's row locked, and throws when the sign-in must not happen
 */
async function openSession(
  call: SignInCall,
  customer: ActingCustomer,
  hasSecondFactor: boolean,
  check: (tx: Tx) => Promise<void>,
): Promise<StartedSession> {
  const { shop, request, reply } = call;
  const { sessionDays, staffSessionHours } = shop.settings(accountSettings);
  const now = shop.clock.now();
  const token = createToken();
  const earlier = readSessionToken(shop.config, request);
  const { visitor } = getVisit(shop, request);
  const guest = getOwner(createGuest(visitor));
  const merged = guest === null ? 0 : (await countCart(shop.db, guest)).count;
  let seconds = 0;
  let hash: string | null = null;
  const start = async (tx: Tx) => {
    await check(tx);
    hash = await findPasswordHash(tx, customer.id);
    const isStaff = (await findStaffRole(tx, customer.id)) !== null;
    seconds = isStaff ? staffSessionHours * hourSeconds : sessionDays * 24 * hourSeconds;
    if (earlier !== null) await endSessionOfToken(tx, earlier);
    const expiresAt = new Date(now.getTime() + seconds * 1000);
    const userAgent = request.headers['user-agent'] ?? '';
    const session = { token, customerId: customer.id, now, expiresAt, userAgent, hasSecondFactor };
    const sessionId = await writeSession(tx, session);
    await endOldestSessions(tx, customer.id, sessionId);
  };
  try {
    await signIn(shop, request, reply, customer, start);
  } catch (error) {
    if (error instanceof CustomerGoneError) throw new SignInRefusedError('changed');
    throw error;
  }
  setCookie(shop.config, reply, getSessionCookieName(shop.config), token, { seconds, httpOnly: true });
  rememberDevice(call, { customerId: customer.id, hash });
  return { merged };
}

/** Call it after the transaction that has replaced the session's token. */
export function keepSessionCookie(
  { shop, reply }: SignInCall,
  { token, expiresAt }: { readonly token: string; readonly expiresAt: Date },
): void {
  const seconds = Math.ceil((expiresAt.getTime() - shop.clock.now().getTime()) / 1000);
  setCookie(shop.config, reply, getSessionCookieName(shop.config), token, { seconds, httpOnly: true });
}
