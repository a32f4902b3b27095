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
  /** The customer has proved that the email address is theirs. */
  readonly isEmailVerified: boolean;
}

/** Who asks for something. Resolved once per request, and recorded in histories. */
export interface Actor {
  readonly kind: 'shopper' | 'staff' | 'api' | 'system';
  /** As histories show it: `shopper`, `shop`, `job`, a name of staff, or the id of a payment provider. */
  readonly name: string;
  /** Row of the person in `staff_members`. Null for others than staff. */
  readonly staffId: number | null;
  /** Null without a visitor's cookie, and for others than shoppers. */
  readonly visitorId: string | null;
  readonly customer: ActingCustomer | null;
  /** Network of the request (`getClientNetwork`); null or missing when there is none. */
  readonly network?: string | null;
  readonly permissions: GrantedPermissions;
}

/**
 * What others than shoppers may do, such as `orders.write`, and the most that it may move, in minor
 * units; null without a limit.
 */
export type GrantedPermissions = ReadonlyMap<string, number | null>;

/** The actor of a visitor who is not signed in. */
export function createGuest(visitorId: string | null, network: string | null = null): Actor {
  return { ...nobody, kind: 'shopper', name: 'shopper', visitorId, network };
}

/** The actor of jobs and commands, and of payment providers that report something. May do everything that its code does. */
export function createSystemActor(name: string): Actor {
  return { ...nobody, kind: 'system', name };
}

const nobody = { staffId: null, visitorId: null, customer: null, permissions: new Map<string, null>() } as const;

/** Whether an actor has a permission, with or without a limit. */
export function isPermitted(actor: Actor, permission: string): boolean {
  return getAmountLimit(actor, permission) > 0;
}

/** Returns the most that an actor may move with a permission, in minor units: 0 without it, Infinity without a limit. */
export function getAmountLimit({ kind, permissions }: Actor, permission: string): number {
  if (kind === 'system') return Number.POSITIVE_INFINITY;
  const limit = permissions.get(permission);
  return limit === undefined ? 0 : (limit ?? Number.POSITIVE_INFINITY);
}

/** Who is signed in. */
export type Identity =
  | { readonly kind: 'shopper'; readonly customer: ActingCustomer }
  | StaffIdentity
  | { readonly kind: 'api'; readonly name: string; readonly permissions: GrantedPermissions };

export interface StaffIdentity {
  readonly kind: 'staff';
  readonly name: string;
  /** Row of the person in `staff_members`. */
  readonly staffId: number;
  readonly permissions: GrantedPermissions;
}

export interface SystemIdentity {
  readonly kind: 'system';
  readonly name: string;
}

/** How customers sign in for what requires them. */
export interface CustomerSignIn {
  /** Whether the customer of a request signed in a moment ago, with all factors that they have. */
  readonly isFresh: (shop: Shop, request: FastifyRequest) => Promise<boolean>;
  /** The path of the page for signing in, or for signing in again. @param returnTo path to come back to */
  readonly getPath: (returnTo: string, isAgain: boolean) => string;
}

export interface SessionHook {
  readonly customerSignIn?: CustomerSignIn;
  /**
   * Returns who is signed in by this request, or null. Reads nothing when the request has no
   * session. Identifies staff only at addresses of staff: elsewhere they are shoppers.
   */
  identify(shop: Shop, db: Db, request: FastifyRequest): Promise<Identity | null>;
  /** Returns the staff who sent this request, also at an address of shoppers. Reads nothing when the request has no session. */
  identifyStaff?(shop: Shop, db: Db, request: FastifyRequest): Promise<StaffIdentity | null>;
  /** Returns the path of the page to sign in at for this request, or null when it is not its own. */
  getSignInPath?(shop: Shop, request: FastifyRequest): string | null;
  /**
   * Returns the path of the page to sign in at again when whoever it has identified did not sign in a
   * moment ago, else null. It may keep a form, to be sent again.
   */
  findFreshSignInPath?(shop: Shop, request: FastifyRequest): Promise<string | null>;
  /** Finds somebody of the staff for the command line, or null. */
  findStaff?(shop: Shop, email: string): Promise<StaffIdentity | null>;
  /** Finds somebody of the staff with what they may do now, for work in their name; null for who has left. */
  findStaffById?(shop: Shop, staffId: number): Promise<StaffIdentity | null>;
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
  const network = getClientNetwork(request.ip);
  if (identity !== null && identity.kind !== 'shopper') return { ...nobody, ...identity, network };
  const guest = createGuest(getVisit(shop, request).visitor, network);
  return identity === null ? guest : { ...guest, customer: identity.customer };
}

async function identify(shop: Shop, request: FastifyRequest): Promise<Identity | null> {
  for (const hook of shop.implementations(sessionHooks)) {
    const identity = await hook.identify(shop, shop.db, request);
    if (identity !== null) return identity;
  }
  return null;
}

/**
 * Finds the staff who sent a request to an address where they are shoppers, for what a page shows to staff alone. It
 * allows no writes: routes that need a permission name it in `requires`.
 * @returns null for everybody else
 */
export async function findStaffOfRequest(shop: Shop, request: FastifyRequest): Promise<Actor | null> {
  if (request.routeOptions.config.crossSite) return null;
  for (const hook of shop.implementations(sessionHooks)) {
    const staff = await hook.identifyStaff?.(shop, shop.db, request);
    if (staff) return { ...nobody, ...staff, network: getClientNetwork(request.ip) };
  }
  return null;
}

/** Finds the actor of a command that runs for somebody of the staff. @returns null when nobody has this address */
export async function findStaffActor(shop: Shop, email: string): Promise<Actor | null> {
  for (const hook of shop.implementations(sessionHooks)) {
    const staff = await hook.findStaff?.(shop, email);
    if (staff) return { ...nobody, ...staff };
  }
  return null;
}

/** Finds who began some work that goes on without a request. @returns null for who is no staff any more */
export async function findStaffActorById(shop: Shop, staffId: number): Promise<Actor | null> {
  for (const hook of shop.implementations(sessionHooks)) {
    const staff = await hook.findStaffById?.(shop, staffId);
    if (staff) return { ...nobody, ...staff };
  }
  return null;
}

/** Whether the request comes from nobody known: no customer, staff or program is signed in. */
export function isGuest({ kind, customer }: Actor): boolean {
  return kind === 'shopper' && customer === null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the actor is first asked for, or by the command line, where the shop itself may act. */
    identity?: Promise<Identity | SystemIdentity | null>;
  }
}
