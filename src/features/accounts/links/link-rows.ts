import { randomUUID } from 'node:crypto';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import { daysBefore, purgeInBatches } from '#platform/database/purge.ts';
import type { Shop } from '#platform/features/shop.ts';
import { sign } from '#platform/sessions/signing.ts';
import { hashToken } from '../sessions/session-rows.ts';
import { purgeInvitations } from '../staff/invitation-rows.ts';

/**
 * Purpose of a mailed link: it confirms a registration, creates an account without a password, signs in, sets a
 * password, or changes the email address.
 */
export type LinkKind = 'register' | 'create-account' | 'sign-in' | 'set-password' | 'change-email';

/** A link that can still be used. */
export interface AccountLink {
  readonly kind: LinkKind;
  /** Address to which the link was mailed. */
  readonly email: string;
  /** The customer whose email address the link changes; null for other kinds of links. */
  readonly customerId: number | null;
  readonly name: string;
  readonly passwordHash: string | null;
  /** SHA-256 of the cookie of the browser that registered. */
  readonly browserHash: Buffer | null;
  /** Path to which the sign-in leads. Null: the account. */
  readonly returnTo: string | null;
  readonly expiresAt: Date;
}

/**
 * Makes the token of a link from the id of its request and the shop's secret. Each attempt to send the mail has the
 * same link, and neither the job nor the database contains the token.
 */
export const createLinkToken = ({ config }: Pick<Shop, 'config'>, request: string): string =>
  sign(config.secrets, 'account-link', request);

const insertLink = namedQuery<AccountLink & { readonly tokenHash: Buffer; readonly now: Date }>(
  'accounts.add-link',
  `insert into account_links (token_hash, kind, email, customer_id, name, password_hash, browser_hash, created_at, expires_at, return_to)
  values ($tokenHash, $kind, $email, $customerId, $name, $passwordHash, $browserHash, $now, $expiresAt, $returnTo)`,
);

/** `minutes`: time in which the link can be used. */
export type NewLink = Pick<AccountLink, 'kind' | 'email'> &
  Partial<Omit<AccountLink, 'expiresAt'>> & { readonly minutes: number };

/** @returns the id of the request, from which `createLinkToken` makes the token */
export async function writeLink(shop: Pick<Shop, 'config' | 'clock'>, tx: Tx, link: NewLink): Promise<string> {
  const request = randomUUID();
  const now = shop.clock.now();
  const expiresAt = new Date(now.getTime() + link.minutes * 60_000);
  const unknown = { customerId: null, name: '', passwordHash: null, browserHash: null, returnTo: null };
  const tokenHash = hashToken(createLinkToken(shop, request));
  await insertLink(tx, { ...unknown, ...link, tokenHash, now, expiresAt });
  return request;
}

const columns = `kind, email, customer_id as "customerId", name, password_hash as "passwordHash", browser_hash as "browserHash", expires_at as "expiresAt", return_to as "returnTo"`;

const selectLink = sqlQuery<AccountLink>(
  'accounts.find-link',
  `select ${columns} from account_links where token_hash = $1 and used_at is null and expires_at > $2`,
);

/** @returns null for a link that was used, is too old or never existed */
export async function findLink(db: Db, token: string, now: Date): Promise<AccountLink | null> {
  return (await selectLink(db, [hashToken(token), now]))[0] ?? null;
}

const markUsed = sqlQuery<AccountLink>(
  'accounts.use-link',
  `update account_links set used_at = $2 where token_hash = $1 and used_at is null and expires_at > $2 returning ${columns}`,
);

/** Takes the link, which succeeds for only one of concurrent uses. @returns null as `findLink` */
export async function takeLink(tx: Tx, token: string, now: Date): Promise<AccountLink | null> {
  return (await markUsed(tx, [hashToken(token), now]))[0] ?? null;
}

const dropLinks = sqlQuery(
  'accounts.drop-links',
  `update account_links set used_at = $3
  where (lower(email) = lower($1) or customer_id = $2) and used_at is null`,
);

/** Invalidates all other links of an account, after its password or its address has changed. */
export async function endLinks(tx: Tx, email: string, customerId: number, now: Date): Promise<void> {
  await dropLinks(tx, [email, customerId, now]);
}

const purgeLinks = sqlQuery(
  'accounts.purge-links',
  `delete from account_links where token_hash in (select token_hash from account_links where expires_at < $1 limit $2) returning 1`,
);
const purgeSessions = sqlQuery(
  'accounts.purge-sessions',
  `delete from account_sessions where id in (select id from account_sessions where expires_at < $1 limit $2) returning 1`,
);
const purgePending = sqlQuery(
  'accounts.purge-pending-sign-ins',
  `delete from pending_sign_ins where token_hash in (select token_hash from pending_sign_ins where expires_at < $1 limit $2)
  returning 1`,
);
const purgeForms = sqlQuery(
  'accounts.purge-kept-forms',
  `delete from kept_forms where id in (select id from kept_forms where expires_at < $1 limit $2) returning 1`,
);

/** Deletes sessions, pending sign-ins, kept forms and links a day after they have expired. */
export async function purgeAccountRows({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const purge = (query: typeof purgeLinks, before: Date) =>
    purgeInBatches(async (limit) => (await query(db, [before, limit])).length);
  for (const query of [purgeLinks, purgeSessions, purgePending, purgeForms]) await purge(query, daysBefore(now, 1));
  // Expired invitations are kept for a month so that staff see that they were not answered.
  await purge(purgeInvitations, daysBefore(now, 30));
}
