import { lockCustomer } from '#features/customers/index.ts';
import { type Db, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import { clearCookie, getHostCookieName, readCookie, setCookie } from '#platform/http/security/cookies.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import type { ActingCustomer } from '#platform/sessions/actor.ts';
import { createToken, hashToken } from './session-rows.ts';

/** Seconds within which the second step must be completed. */
const lifetime = 10 * 60;

const cookieName = 'pending-sign-in';

export interface PendingSignIn extends ActingCustomer {
  readonly returnTo: string;
  /** Code of the notice that the page after the sign-in shows. */
  readonly notice: string | null;
}

const insertPending = namedQuery<
  NewPendingSignIn & { readonly hash: Buffer; readonly now: Date; readonly expiresAt: Date }
>(
  'accounts.add-pending-sign-in',
  `insert into pending_sign_ins (token_hash, customer_id, return_to, notice, created_at, expires_at)
  values ($hash, $id, $returnTo, $notice, $now, $expiresAt)`,
);

type NewPendingSignIn = Pick<PendingSignIn, 'id' | 'returnTo' | 'notice'>;

/**
 * Remembers that a customer has passed the first step.
 * @param mayWrite called with the customer's row locked
 * @returns false when `mayWrite` refused
 */
export async function keepPendingSignIn(
  { shop, reply }: Pick<MutationCall, 'shop' | 'reply'>,
  { id, returnTo, notice }: NewPendingSignIn,
  mayWrite: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  const token = createToken();
  const now = shop.clock.now();
  const isWritten = await inTransaction(shop.db, async (tx) => {
    if (!(await lockCustomer(tx, id)) || !(await mayWrite(tx))) return false;
    const expiresAt = new Date(now.getTime() + lifetime * 1000);
    await insertPending(tx, { hash: hashToken(token), id, returnTo, notice, now, expiresAt });
    return true;
  });
  const name = getHostCookieName(shop.config, cookieName);
  if (isWritten) setCookie(shop.config, reply, name, token, { seconds: lifetime, httpOnly: true });
  return isWritten;
}

const selectPending = sqlQuery<PendingSignIn>(
  'accounts.find-pending-sign-in',
  `select c.id, c.email, c.email_verified_at is not null as "isEmailVerified", p.return_to as "returnTo", p.notice
  from pending_sign_ins p join customers c on c.id = p.customer_id where p.token_hash = $1 and p.expires_at > $2`,
);

function readToken(shop: Pick<Shop, 'config'>, request: MutationCall['request']): string | null {
  const token = readCookie(request, getHostCookieName(shop.config, cookieName));
  return token !== null && /^[\w-]{43}$/.test(token) ? token : null;
}

/**
 * Returns the sign-in of this browser that waits for its second step, or null when there is none or it has expired.
 */
export async function findPendingSignIn(shop: Shop, request: MutationCall['request']): Promise<PendingSignIn | null> {
  const token = readToken(shop, request);
  return token === null ? null : ((await selectPending(shop.db, [hashToken(token), shop.clock.now()]))[0] ?? null);
}

const deletePending = sqlQuery<{ id: number }>(
  'accounts.take-pending-sign-in',
  'delete from pending_sign_ins where token_hash = $1 and expires_at > $2 returning customer_id as id',
);

/**
 * Takes the pending sign-in, which succeeds for only one of concurrent uses. @returns whether it existed and was this
 * customer's
 */
export async function takePendingSignIn(
  tx: Db,
  { shop, request }: Pick<MutationCall, 'shop' | 'request'>,
  customerId: number,
): Promise<boolean> {
  const token = readToken(shop, request);
  if (token === null) return false;
  return (await deletePending(tx, [hashToken(token), shop.clock.now()]))[0]?.id === customerId;
}

export function forgetPendingSignIn({ shop, reply }: Pick<MutationCall, 'shop' | 'reply'>): void {
  clearCookie(shop.config, reply, getHostCookieName(shop.config, cookieName));
}
