import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { lockCustomer } from '#features/customers/index.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { ActingCustomer } from '#platform/sessions/actor.ts';

/** Only the hash of a token is stored, so that a reader of the database can't sign in. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** 256 random bits. */
export const createToken = (): string => randomBytes(32).toString('base64url');

export interface Session extends ActingCustomer {
  readonly sessionId: string;
  readonly createdAt: Date;
  readonly seenAt: Date;
  readonly hasSecondFactor: boolean;
  readonly name: string;
  /** Row of `staff_members` and role. Null for customers who are not staff. */
  readonly staffId: number | null;
  readonly role: string | null;
  /** Whether the role opens the back office only after a sign-in with two factors. */
  readonly needsSecondFactor: boolean;
}

const selectSession = sqlQuery<Session>(
  'accounts.find-session',
  `select s.id as "sessionId", s.created_at as "createdAt", s.seen_at as "seenAt",
    s.has_second_factor as "hasSecondFactor", c.id, c.email, c.email_verified_at is not null as "isEmailVerified", c.name,
    m.id as "staffId", m.role, coalesce(r.needs_second_factor, false) as "needsSecondFactor"
  from account_sessions s join customers c on c.id = s.customer_id left join staff_members m on m.customer_id = c.id and m.left_at is null
    left join staff_roles r on r.name = m.role
  where s.token_hash = $1 and s.expires_at > $2`,
);

export async function findSession(db: Db, token: string, now: Date): Promise<Session | null> {
  return (await selectSession(db, [hashToken(token), now]))[0] ?? null;
}

const insertSession = namedQuery<Omit<NewSession, 'token'> & { readonly id: string; readonly hash: Buffer }>(
  'accounts.start-session',
  `insert into account_sessions (id, token_hash, customer_id, created_at, seen_at, expires_at, user_agent, has_second_factor)
  values ($id, $hash, $customerId, $now, $now, $expiresAt, $userAgent, $hasSecondFactor)`,
);

interface NewSession {
  readonly token: string;
  readonly customerId: number;
  readonly now: Date;
  readonly expiresAt: Date;
  readonly userAgent: string;
  readonly hasSecondFactor: boolean;
}

export async function writeSession(tx: Tx, session: NewSession): Promise<string> {
  const id = randomUUID();
  const userAgent = session.userAgent.slice(0, 300);
  await insertSession(tx, { ...session, id, hash: hashToken(session.token), userAgent });
  return id;
}

const updateToken = sqlQuery<{ expiresAt: Date }>(
  'accounts.replace-session-token',
  `update account_sessions set token_hash = $2 where id = $1 and expires_at > $3 returning expires_at as "expiresAt"`,
);

/**
 * Gives a session another token and invalidates the earlier one. @returns the end of the session, or null when it has
 * ended
 */
export async function replaceToken(tx: Tx, id: string, token: string, now: Date): Promise<Date | null> {
  return (await updateToken(tx, [id, hashToken(token), now]))[0]?.expiresAt ?? null;
}

const updateSeen = sqlQuery('accounts.keep-session-seen', 'update account_sessions set seen_at = $2 where id = $1');

export async function recordSeen(db: Db, id: string, now: Date): Promise<void> {
  await updateSeen(db, [id, now]);
}

const deleteByToken = sqlQuery('accounts.end-session', 'delete from account_sessions where token_hash = $1');

export async function endSessionOfToken(db: Db, token: string): Promise<void> {
  await deleteByToken(db, [hashToken(token)]);
}

const deleteOne = sqlQuery<{ id: string }>(
  'accounts.end-session-of-customer',
  'delete from account_sessions where customer_id = $1 and id = $2 returning id',
);

/** @returns false when the customer has no such session */
export async function endSession(db: Db, customerId: number, id: string): Promise<boolean> {
  return (await deleteOne(db, [customerId, id])).length === 1;
}

const lockOne = sqlQuery<{ id: string }>(
  'accounts.lock-session',
  'select id from account_sessions where customer_id = $1 and id = $2 for update',
);

/**
 * Locks a customer and the session of the request, for changes that give access: another device may have ended the
 * session since the request began.
 * @returns false when the session has ended
 */
export async function lockSession(tx: Tx, customerId: number, id: string): Promise<boolean> {
  return (await lockCustomer(tx, customerId)) && (await lockOne(tx, [customerId, id])).length === 1;
}

const deleteOthers = sqlQuery(
  'accounts.end-other-sessions',
  `with pending as (delete from pending_sign_ins where customer_id = $1)
  delete from account_sessions where customer_id = $1 and id is distinct from $2::uuid`,
);

/**
 * Ends sessions of a customer, and sign-ins that wait for their second step. @param except id of the session that
 * stays; null ends all
 */
export async function endSessions(db: Db, customerId: number, except: string | null): Promise<void> {
  await deleteOthers(db, [customerId, except]);
}

const updateFactor = sqlQuery(
  'accounts.keep-second-factor',
  'update account_sessions set has_second_factor = $2 where id = $1',
);

export async function setSecondFactor(tx: Tx, sessionId: string, hasSecondFactor: boolean): Promise<void> {
  await updateFactor(tx, [sessionId, hasSecondFactor]);
}

const updateEnd = sqlQuery(
  'accounts.shorten-session',
  'update account_sessions set expires_at = least(expires_at, $2) where id = $1',
);

/**
 * Makes a session expire at the given time unless it expires earlier: a customer who becomes staff in the session gets
 * the shorter lifetime of staff sessions.
 */
export async function shortenSession(tx: Tx, sessionId: string, end: Date): Promise<void> {
  await updateEnd(tx, [sessionId, end]);
}

const deleteOldest = sqlQuery(
  'accounts.end-oldest-sessions',
  `delete from account_sessions where id in (
    select id from account_sessions where customer_id = $1 and id <> $2 order by created_at desc, id offset $3
  )`,
);

/** Maximum number of open sessions per customer. */
const maxSessions = 50;

/**
 * Ends a customer's oldest sessions when there are too many. @param newest id of the session that is kept in any case
 */
export async function endOldestSessions(tx: Tx, customerId: number, newest: string): Promise<void> {
  await deleteOldest(tx, [customerId, newest, maxSessions - 1]);
}

/** A session as its customer sees it. */
export interface SessionEntry {
  readonly id: string;
  readonly createdAt: Date;
  /** Exact to an hour. */
  readonly seenAt: Date;
  readonly userAgent: string;
}

const selectSessions = sqlQuery<SessionEntry>(
  'accounts.list-sessions',
  `select id, created_at as "createdAt", seen_at as "seenAt", user_agent as "userAgent" from account_sessions
  where customer_id = $1 and expires_at > $2 order by seen_at desc, id limit 100`,
);

export function listSessions(db: Db, customerId: number, now: Date): Promise<SessionEntry[]> {
  return selectSessions(db, [customerId, now]);
}
