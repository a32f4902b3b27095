import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { clearCookie, readCookie, setCookie } from '#platform/http/security/cookies.ts';
import { isSigned, type Secrets, sign } from './signing.ts';

/** Who asks: the visitor that the request's cookie proves, or nobody yet. */
export interface Visit {
  /** A uuid. */
  readonly visitor: string | null;
}

const yearInSeconds = 365 * 24 * 60 * 60;

/** A browser refuses a `__Host-` cookie that another subdomain tries to plant; it needs https. */
function cookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-visitor' : 'visitor';
}

function readVisitor(secrets: Secrets, cookie: string | null): string | null {
  const [visitor, signature] = cookie?.split('.') ?? [];
  return visitor && signature && isSigned(secrets, 'visitor', visitor, signature) ? visitor : null;
}

/** A request that came in without cookies' rights (a webhook) is nobody's visit. */
export function visitOf(shop: Pick<Shop, 'config'>, request: FastifyRequest): Visit {
  if (request.routeOptions.config.crossSite) return { visitor: null };
  request.visit ??= {
    visitor: readVisitor(shop.config.secrets, readCookie(request, cookieName(shop.config.publicUrl))),
  };
  return request.visit;
}

/** The visitor of this request, or a new id of which nothing is kept yet: neither a row nor a cookie. */
export function resolveVisitor(shop: Pick<Shop, 'config'>, request: FastifyRequest): string {
  return visitOf(shop, request).visitor ?? randomUUID();
}

/** Gives a visitor from `resolveVisitor` the cookie, unless the request has brought it. Call it once something is kept. */
export function keepVisitorCookie(shop: Shop, request: FastifyRequest, reply: FastifyReply, visitor: string): void {
  if (visitOf(shop, request).visitor !== visitor) giveVisitor(shop, request, reply, visitor);
}

/**
 * SQL that keeps a visitor's row, for the statement that writes what belongs to the visitor (a foreign key is checked at its
 * end). The cookie alone proves a visitor, so the row may be gone (purged, a restored backup): then it is made again.
 * @param visitor SQL of a uuid, such as `$1::uuid`
 */
export const keepVisitorSql = (visitor: string) => `insert into platform.visitors as v (id) values (${visitor})
    on conflict (id) do update set seen_at = now() where v.seen_at < now() - interval '1 hour'`;

const keepVisitor = sqlQuery('sessions.keep-visitor', keepVisitorSql('$1::uuid'));

function giveVisitor(shop: Shop, request: FastifyRequest, reply: FastifyReply, visitor: string): void {
  const { secrets, publicUrl } = shop.config;
  setCookie(shop.config, reply, cookieName(publicUrl), `${visitor}.${sign(secrets, 'visitor', visitor)}`, {
    seconds: yearInSeconds,
    httpOnly: true,
  });
  request.visit = { visitor };
}

/**
 * A new visitor id at sign-in and sign-out, so that an id somebody else may have seen or planted is worth nothing afterwards.
 * @returns the new id; what belongs to the old one moves in the handlers of `visitorSignedIn`
 */
export async function replaceVisitor(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const visitor = randomUUID();
  await keepVisitor(shop.db, [visitor]);
  giveVisitor(shop, request, reply, visitor);
  return visitor;
}

export function forgetVisitor(shop: Shop, request: FastifyRequest, reply: FastifyReply): void {
  clearCookie(shop.config, reply, cookieName(shop.config.publicUrl));
  request.visit = { visitor: null };
}

declare module 'fastify' {
  interface FastifyRequest {
    visit?: Visit;
  }
  interface FastifyContextConfig {
    /** Called by other servers: no check of Origin, and no cookie counts. */
    crossSite?: boolean;
  }
}
