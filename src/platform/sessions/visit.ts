import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { clearCookie, readCookie, setCookie } from '#platform/http/security/cookies.ts';
import { isSigned, type Secrets, sign } from './signing.ts';

/** The visitor of a request, proved by its signed cookie. */
export interface Visit {
  /** Id (UUID) of the visitor; null before the first write. */
  readonly visitor: string | null;
}

const yearInSeconds = 365 * 24 * 60 * 60;

/** `__Host-` keeps other subdomains from setting the cookie; it needs https. */
export function getVisitorCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-visitor' : 'visitor';
}

function readVisitor(secrets: Secrets, cookie: string | null): string | null {
  const [visitor, signature] = cookie?.split('.') ?? [];
  return visitor && signature && isSigned(secrets, 'visitor', visitor, signature) ? visitor : null;
}

/**
 * Returns the visitor of a request. Cross-site routes, such as webhooks, have none, because their cookies are
 * ignored.
 */
export function getVisit(shop: Pick<Shop, 'config'>, request: FastifyRequest): Visit {
  if (request.routeOptions.config.crossSite) return { visitor: null };
  request.visit ??= {
    visitor: readVisitor(shop.config.secrets, readCookie(request, getVisitorCookieName(shop.config.publicUrl))),
  };
  return request.visit;
}

/** Returns the request's visitor, or a new id without row and cookie. */
export function resolveVisitor(shop: Pick<Shop, 'config'>, request: FastifyRequest): string {
  return getVisit(shop, request).visitor ?? randomUUID();
}

/** Sets the cookie of a visitor from `resolveVisitor`. Call it after the first write. */
export function keepVisitorCookie(shop: Shop, request: FastifyRequest, reply: FastifyReply, visitor: string): void {
  if (getVisit(shop, request).visitor !== visitor) setVisitorCookie(shop, request, reply, visitor);
}

/**
 * Returns SQL that upserts a visitor's row. Use it in the statement that writes rows of the
 * visitor: the visitor's row may be gone (purged, a restored backup), and foreign keys are checked at
 * the end of the statement.
 * @param visitor SQL expression of a uuid, such as `$1::uuid`
 */
export const keepVisitorSql = (visitor: string) => `insert into platform.visitors as v (id) values (${visitor})
    on conflict (id) do update set seen_at = now() where v.seen_at < now() - interval '1 hour'`;

const keepVisitor = sqlQuery('sessions.keep-visitor', keepVisitorSql('$1::uuid'));

export async function insertVisitor(db: Db, visitor: string): Promise<void> {
  await keepVisitor(db, [visitor]);
}

const findVisitor = sqlQuery('sessions.find-visitor', 'select id from platform.visitors where id = $1::uuid');

/** Whether the visitor has written something. A visitor can have a cookie before the row exists. */
export async function hasVisitorRow(db: Db, visitor: string): Promise<boolean> {
  return (await findVisitor(db, [visitor])).length > 0;
}

export function setVisitorCookie(shop: Shop, request: FastifyRequest, reply: FastifyReply, visitor: string): void {
  const { secrets, publicUrl } = shop.config;
  setCookie(shop.config, reply, getVisitorCookieName(publicUrl), `${visitor}.${sign(secrets, 'visitor', visitor)}`, {
    seconds: yearInSeconds,
    httpOnly: true,
  });
  request.visit = { visitor };
}

/** Ends the visit at sign-out. */
export function forgetVisitor(shop: Shop, request: FastifyRequest, reply: FastifyReply): void {
  clearCookie(shop.config, reply, getVisitorCookieName(shop.config.publicUrl));
  request.visit = { visitor: null };
  request.identity = Promise.resolve(null);
}

declare module 'fastify' {
  interface FastifyRequest {
    visit?: Visit;
  }
  interface FastifyContextConfig {
    /** Whether other servers call the route: Origin is not checked and cookies are ignored. */
    crossSite?: boolean;
  }
}
