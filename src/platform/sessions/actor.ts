import type { FastifyRequest } from 'fastify';
import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import { getVisit } from './visit.ts';

/** A signed-in customer. */
export interface ActingCustomer {
  readonly id: number;
  readonly email: string;
  /** The customer has proved that the e-mail address is theirs. */
  readonly isEmailVerified: boolean;
}

/** Who asks for something. Resolved once per request, and recorded in histories. */
export interface Actor {
  readonly kind: 'shopper' | 'staff' | 'api' | 'system';
  /** As histories show it: `shopper`, `shop`, `job`, a name of staff, or the id of a payment provider. */
  readonly name: string;
  /** Null without a visitor's cookie, and for others than shoppers. */
  readonly visitorId: string | null;
  readonly customer: ActingCustomer | null;
  /** Network of the request (`getClientNetwork`); null or missing when there is none. */
  readonly network?: string | null;
  /** What others than shoppers may do, such as `orders.write`. */
  readonly permissions: ReadonlySet<string>;
}

/** The actor of a visitor who is not signed in. */
export function createGuest(visitorId: string | null, network: string | null = null): Actor {
  return { kind: 'shopper', name: 'shopper', visitorId, customer: null, network, permissions: new Set() };
}

/** The actor of jobs, and of payment providers that report something. May do everything that its code does. */
export function createSystemActor(name: string): Actor {
  return { kind: 'system', name, visitorId: null, customer: null, permissions: new Set() };
}

/** Who is signed in. */
export type Identity =
  | { readonly kind: 'shopper'; readonly customer: ActingCustomer }
  | { readonly kind: 'staff' | 'api'; readonly name: string; readonly permissions: ReadonlySet<string> };

export interface SessionHook {
  /**
   * Returns who is signed in by this request, or null. Reads nothing when the request has no
   * session. Identifies staff only at addresses of staff: elsewhere they are shoppers.
   */
  identify(shop: Shop, db: Db, request: FastifyRequest): Promise<Identity | null>;
  /** Returns the path of the page to sign in at for this request, or null when it is not its own. */
  getSignInPath?(shop: Shop, request: FastifyRequest): string | null;
}

/** Tells who is signed in. Asked in order until one knows, at most once per request. */
export const sessionHooks = definePort<SessionHook>('sessions.hooks');

/**
 * Resolves who sent a request, when it is first asked for. Cross-site routes have a guest without
 * visitor: their cookies do not count.
 */
export async function getActor(shop: Shop, request: FastifyRequest): Promise<Actor> {
  if (request.routeOptions.config.crossSite) return createGuest(null);
  request.identity ??= identify(shop, request);
  const identity = await request.identity;
  if (identity !== null && identity.kind !== 'shopper') return { ...identity, visitorId: null, customer: null };
  const guest = createGuest(getVisit(shop, request).visitor, getClientNetwork(request.ip));
  return identity === null ? guest : { ...guest, customer: identity.customer };
}

async function identify(shop: Shop, request: FastifyRequest): Promise<Identity | null> {
  for (const hook of shop.implementations(sessionHooks)) {
    const identity = await hook.identify(shop, shop.db, request);
    if (identity !== null) return identity;
  }
  return null;
}

/** Whether the request comes from nobody known: no customer, staff or program is signed in. */
export function isGuest({ kind, customer }: Actor): boolean {
  return kind === 'shopper' && customer === null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the actor is first asked for. */
    identity?: Promise<Identity | null>;
  }
}
