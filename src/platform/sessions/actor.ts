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
  /** Whether the customer has proved access to the email address. */
  readonly isEmailVerified: boolean;
}

/** The person or program that makes a request. It is resolved once per request and recorded in histories. */
export interface Actor {
  readonly kind: 'shopper' | 'staff' | 'api' | 'system';
  /** Name for histories: `shopper`, `shop`, `job`, a name of staff, or the id of a payment provider. */
  readonly name: string;
  /** Id of the person in `staff_members`. Null for actors other than staff. */
  readonly staffId: number | null;
  /** Null without a visitor's cookie, and for actors other than shoppers. */
  readonly visitorId: string | null;
  readonly customer: ActingCustomer | null;
  /** Network of the request (`getClientNetwork`); null or missing when there is none. */
  readonly network?: string | null;
  readonly permissions: GrantedPermissions;
}

/**
 * Permissions of actors other than shoppers, such as `orders.write`, with the maximum amount that each may move, in
 * minor units; null without a limit.
 */
export type GrantedPermissions = ReadonlyMap<string, number | null>;

/** Creates the actor of a visitor who is not signed in. */
export function createGuest(visitorId: string | null, network: string | null = null): Actor {
  return { ...nobody, kind: 'shopper', name: 'shopper', visitorId, network };
}

/** Creates the actor of jobs, commands and reports of payment providers. It has all permissions. */
export function createSystemActor(name: string): Actor {
  return { ...nobody, kind: 'system', name };
}

const nobody = { staffId: null, visitorId: null, customer: null, permissions: new Map<string, null>() } as const;

/** Whether an actor has a permission, with or without a limit. */
export function isPermitted(actor: Actor, permission: string): boolean {
  return getAmountLimit(actor, permission) > 0;
}

/**
 * Returns the maximum amount that an actor may move with a permission, in minor units: 0 without the permission,
 * Infinity without a limit.
 */
export function getAmountLimit({ kind, permissions }: Actor, permission: string): number {
  if (kind === 'system') return Number.POSITIVE_INFINITY;
  const limit = permissions.get(permission);
  return limit === undefined ? 0 : (limit ?? Number.POSITIVE_INFINITY);
}

/** The signed-in person or program. */
export type Identity =
  | { readonly kind: 'shopper'; readonly customer: ActingCustomer }
  | StaffIdentity
  | { readonly kind: 'api'; readonly name: string; readonly permissions: GrantedPermissions };

export interface StaffIdentity {
  readonly kind: 'staff';
  readonly name: string;
  /** Id of the person in `staff_members`. */
  readonly staffId: number;
  readonly permissions: GrantedPermissions;
}

export interface SystemIdentity {
  readonly kind: 'system';
  readonly name: string;
}

/** Defines how customers sign in for mutations that require a customer. */
export interface CustomerSignIn {
  /** Whether the customer of a request signed in recently, with all their factors. */
  readonly isFresh: (shop: Shop, request: FastifyRequest) => Promise<boolean>;
  /**
   * Returns the path of the page for signing in, or for signing in again.
   * @param returnTo path to return to afterwards
   */
  readonly getPath: (returnTo: string, isAgain: boolean) => string;
}

export interface SessionHook {
  readonly customerSignIn?: CustomerSignIn;
  /**
   * Returns the person or program that is signed in by this request, or null. Reads nothing when the request has no
   * session. Staff are identified only at addresses of the back office: elsewhere they are shoppers.
   */
  identify(shop: Shop, db: Db, request: FastifyRequest): Promise<Identity | null>;
  /**
   * Returns the staff member who sent this request, also at an address for shoppers. Reads nothing when the request
   * has no session.
   */
  identifyStaff?(shop: Shop, db: Db, request: FastifyRequest): Promise<StaffIdentity | null>;
  /** Returns the path of the sign-in page for this request, or null when the request does not concern this hook. */
  getSignInPath?(shop: Shop, request: FastifyRequest): string | null;
  /**
   * Returns the path of the page to sign in again when the person whom this hook identified has not signed in
   * recently, else null. It may keep a submitted form, which is sent again afterwards.
   */
  findFreshSignInPath?(shop: Shop, request: FastifyRequest): Promise<string | null>;
  /** Finds a staff member for the command line, or returns null. */
  findStaff?(shop: Shop, email: string): Promise<StaffIdentity | null>;
  /**
   * Finds a staff member with their current permissions, for work in their name; null for a person who is no longer
   * staff.
   */
  findStaffById?(shop: Shop, staffId: number): Promise<StaffIdentity | null>;
}

/**
 * Identifies the signed-in person. Hooks are called in order until one returns an identity, at most once per request.
 */
export const sessionHooks = definePort<SessionHook>('sessions.hooks');

/**
 * Resolves the actor of a request when it is first needed. Cross-site routes have a guest without
 * visitor, because their cookies are ignored.
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
 * Finds the staff member who sent a request to an address for shoppers, for content that a page shows to staff only.
 * It allows no writes: routes that need a permission name it in `requires`.
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

/** Finds the actor of a command that runs for a staff member. @returns null when no staff member has this address */
export async function findStaffActor(shop: Shop, email: string): Promise<Actor | null> {
  for (const hook of shop.implementations(sessionHooks)) {
    const staff = await hook.findStaff?.(shop, email);
    if (staff) return { ...nobody, ...staff };
  }
  return null;
}

/**
 * Finds the staff member who started work that continues without a request. @returns null when the person left the
 * staff
 */
export async function findStaffActorById(shop: Shop, staffId: number): Promise<Actor | null> {
  for (const hook of shop.implementations(sessionHooks)) {
    const staff = await hook.findStaffById?.(shop, staffId);
    if (staff) return { ...nobody, ...staff };
  }
  return null;
}

/** Whether no customer, staff member or program is signed in. */
export function isGuest({ kind, customer }: Actor): boolean {
  return kind === 'shopper' && customer === null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the actor is first needed, or by the command line, where the shop itself may act. */
    identity?: Promise<Identity | SystemIdentity | null>;
  }
}
