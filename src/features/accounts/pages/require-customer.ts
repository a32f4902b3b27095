import type { FastifyReply, FastifyRequest } from 'fastify';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { seeOther } from '#platform/http/replies.ts';
import type { CustomerCall } from '#platform/mutations/mutation.ts';
import { type ActingCustomer, getActor } from '#platform/sessions/actor.ts';
import { freshSignInField, returnField, signInPath } from '../contract.ts';
import { accountStyles } from '../parts/account-layout.tsx';
import { twoFactorSignIns } from '../sessions/second-step.ts';
import { lockSession, type Session } from '../sessions/session-rows.ts';
import { accountSettings } from '../settings.ts';

/** Path of the page for signing in, which leads back. @param returnTo path in the shop */
export const toSignIn = (returnTo: string): string =>
  `${signInPath}?${new URLSearchParams({ [returnField]: returnTo })}`;

interface AccountFile {
  readonly file: string;
  /** File name in ASCII. */
  readonly name: string;
  readonly type: string;
}

type AccountView =
  | AccountFile
  | (Omit<PrivateView, 'styles'> & Partial<Pick<PrivateView, 'styles'>>)
  | { readonly redirectTo: string }
  | null;

/**
 * Answers with a page of the account. Guests are redirected to sign in and return afterwards.
 * @param load returns null when the requested object does not exist
 */
export async function showAccountPage(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  load: (customer: ActingCustomer) => Promise<AccountView>,
): Promise<FastifyReply> {
  const { customer } = await getActor(shop, request);
  if (customer === null) return seeOther(reply, toSignIn(request.url));
  const view = await load(customer);
  if (view === null) return reply.callStatusPage(404);
  if ('redirectTo' in view) return seeOther(reply, view.redirectTo);
  if ('file' in view) return sendFile(reply, view);
  return renderPrivatePage(shop, request, reply, { styles: accountStyles, ...view });
}

function sendFile(reply: FastifyReply, { file, name, type }: AccountFile): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .type(`${type}; charset=utf-8`)
    .send(file);
}

export const signInRequired = { ok: false, code: 'SIGN_IN_REQUIRED' } as const;

/**
 * Whether the customer has signed in recently, which an open session alone does not prove. Call it after the actor of
 * the request was read.
 */
export function isFresh({ settings, clock }: Shop, { accountSession }: FastifyRequest): boolean {
  if (accountSession === undefined) return false;
  const age = clock.now().getTime() - accountSession.createdAt.getTime();
  return age < settings(accountSettings).freshMinutes * 60_000;
}

/** Path of the page for signing in again, which leads back. @param returnTo path in the shop */
export const toSignInAgain = (returnTo: string): string => `${toSignIn(returnTo)}&${freshSignInField}=1`;

/**
 * Answers like `showAccountPage`, but asks for a fresh sign-in when the last sign-in is too old.
 * @param returnTo path in the shop; default: the path of the request
 */
export function showFreshAccountPage(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  load: (customer: ActingCustomer) => Promise<AccountView>,
  returnTo = request.url,
): Promise<FastifyReply> {
  return showAccountPage(shop, request, reply, (customer) =>
    isFresh(shop, request) ? load(customer) : Promise.resolve({ redirectTo: toSignInAgain(returnTo) }),
  );
}

/**
 * Whether the signed-in customer may change what protects the account: only after a fresh sign-in with all factors.
 */
export async function isFreshCustomer(shop: Shop, request: FastifyRequest): Promise<boolean> {
  const session = request.accountSession;
  return session !== undefined && isFresh(shop, request) && !(await lacksSecondFactor(shop, session));
}

/**
 * Whether a member of staff has a second factor and signed in without it: the password alone must not be enough to
 * add another factor.
 */
async function lacksSecondFactor(shop: Shop, { id, needsSecondFactor, hasSecondFactor }: Session): Promise<boolean> {
  if (!needsSecondFactor || hasSecondFactor) return false;
  for (const isPossible of shop.implementations(twoFactorSignIns)) if (await isPossible(shop.db, id)) return true;
  return false;
}

/**
 * Runs a function in a transaction in which the session of the customer can't end.
 * @param run gets the id of the session
 * @returns `signInRequired` when the session has ended meanwhile
 */
export async function inSessionTransaction<Result>(
  { shop, request, customer }: CustomerCall,
  run: (tx: Tx, sessionId: string) => Promise<Result>,
): Promise<Result | typeof signInRequired> {
  const sessionId = request.accountSession?.sessionId;
  if (sessionId === undefined) return signInRequired;
  return inTransaction(shop.db, async (tx) =>
    (await lockSession(tx, customer.id, sessionId)) ? run(tx, sessionId) : signInRequired,
  );
}
