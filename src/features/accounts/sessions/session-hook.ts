import type { FastifyRequest } from 'fastify';
import { adminPath, isAdminPath } from '#platform/admin/contract.ts';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readCookie } from '#platform/http/security/cookies.ts';
import { normalizeEmail } from '#platform/mail/email-address.ts';
import type { Identity, SessionHook, StaffIdentity } from '#platform/sessions/actor.ts';
import { signInPath } from '../contract.ts';
import { findFreshSignInPath } from '../fresh/require-fresh.ts';
import { isFreshCustomer, toSignIn, toSignInAgain } from '../pages/require-customer.ts';
import { findRole, listPermissions } from '../staff/role-rows.ts';
import { findStaffByEmail, findStaffById, type StaffMember } from '../staff/staff-rows.ts';
import { secondStep } from './second-step.ts';
import { findSession, recordSeen, type Session } from './session-rows.ts';

/** The prefix `__Host-` keeps other subdomains from setting the cookie. It requires https. */
export function getSessionCookieName({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl.startsWith('https:') ? '__Host-session' : 'session';
}

/** Returns the token in the request's cookie, or null when it can't be a session's token. */
export function readSessionToken(config: Pick<Config, 'publicUrl'>, request: FastifyRequest): string | null {
  const token = readCookie(request, getSessionCookieName(config));
  return token !== null && /^[\w-]{43}$/.test(token) ? token : null;
}

const hourMs = 60 * 60 * 1000;

/**
 * Identifies requests by the session's cookie. Members of staff act as staff in the back office only, and as shoppers
 * elsewhere.
 */
export const accountSessions: SessionHook = {
  async identify(shop, db, request): Promise<Identity | null> {
    const session = await readSession(shop, db, request);
    if (session === null) return null;
    if (session.role !== null && isForStaff(request)) return findStaffOfSession(shop, db, session);
    const { id, email, isEmailVerified } = session;
    return { kind: 'shopper', customer: { id, email, isEmailVerified } };
  },
  async identifyStaff(shop, db, request) {
    const session = request.accountSession ?? (await readSession(shop, db, request));
    return session && findStaffOfSession(shop, db, session);
  },
  getSignInPath: (shop, { method, url, headers, accountSession }) => {
    const [step] = shop.implementations(secondStep);
    // A member of staff who is signed in has to set up a second factor first.
    if (accountSession !== undefined && step) return step.setupPath;
    if (method === 'GET') return toSignIn(url);
    if (!isAdminPath(url.split('?', 1)[0] ?? '')) return signInPath;
    // The session has ended while a form was open. The sign-in returns to the page of the form, which offers the
    // typed values.
    const from = URL.parse(headers.referer ?? '');
    const isOffice = from?.host === headers.host && isAdminPath(from?.pathname ?? '');
    return toSignIn(isOffice ? `${from?.pathname}${from?.search}` : adminPath());
  },
  findFreshSignInPath,
  customerSignIn: {
    isFresh: isFreshCustomer,
    getPath: (returnTo, isAgain) => (isAgain ? toSignInAgain(returnTo) : toSignIn(returnTo)),
  },
  findStaff: async (shop, email) => {
    const member = await findStaffByEmail(shop.db, normalizeEmail(email));
    return member && identifyStaff(shop, shop.db, member);
  },
  findStaffById: async (shop, staffId) => {
    const member = await findStaffById(shop.db, staffId);
    return member && identifyStaff(shop, shop.db, member);
  },
};

/** @returns null without a session */
async function readSession(shop: Shop, db: Db, request: FastifyRequest): Promise<Session | null> {
  const token = readSessionToken(shop.config, request);
  if (token === null) return null;
  const now = shop.clock.now();
  const session = await findSession(db, token, now);
  if (session === null) return null;
  request.accountSession = session;
  if (now.getTime() - session.seenAt.getTime() > hourMs) await recordSeen(db, session.sessionId, now);
  return session;
}

/** @returns null for customers, and for members of staff who must sign in with two factors first */
async function findStaffOfSession(shop: Shop, db: Db, session: Session): Promise<StaffIdentity | null> {
  const { staffId, role, name, email, needsSecondFactor, hasSecondFactor } = session;
  if (role === null || staffId === null || (needsSecondFactor && !hasSecondFactor)) return null;
  return identifyStaff(shop, db, { id: staffId, name, email, role });
}

/** Members of staff act as staff in the back office and in calls that require a permission, else as shoppers. */
const isForStaff = ({ url, routeOptions }: FastifyRequest): boolean =>
  isAdminPath(url.split('?', 1)[0] ?? '') || routeOptions.config.requires !== undefined;

async function identifyStaff(
  shop: Shop,
  db: Db,
  { id, name, email, role }: Pick<StaffMember, 'id' | 'name' | 'email' | 'role'>,
): Promise<StaffIdentity | null> {
  const found = await findRole(db, role);
  return found && { kind: 'staff', name: name || email, staffId: id, permissions: listPermissions(shop, found) };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of this request. Set once the actor of the request has been read. */
    accountSession?: Session;
  }
}
