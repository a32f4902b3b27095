import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, getActor } from './actor.ts';
import { insertVisitor, keepVisitorCookie, resolveVisitor } from './visit.ts';

/**
 * The owner of a cart, a list, a file or an order: a guest by the visitor's id, or a customer on all devices. The
 * rows have `visitor_id` and `customer_id`, one of which is null.
 */
export type Owner = { readonly visitorId: string } | { readonly customerId: number };

export interface OwnerColumns {
  readonly visitorId: string | null;
  readonly customerId: number | null;
}

/**
 * @returns null when the actor can't own anything: a guest who has not written anything yet, or an actor who is no
 * shopper
 */
export function getOwner({ customer, visitorId }: Actor): Owner | null {
  if (customer) return { customerId: customer.id };
  return visitorId === null ? null : { visitorId };
}

/**
 * Returns the owner of the rows that a request writes: for a guest without visitor a new visitor, without row and
 * cookie.
 */
export async function resolveOwner(shop: Shop, request: FastifyRequest): Promise<Owner> {
  return getOwner(await getActor(shop, request)) ?? { visitorId: resolveVisitor(shop, request) };
}

/** Sets the cookie of a new visitor. Call it after the first write. */
export function keepOwnerCookie(shop: Shop, request: FastifyRequest, reply: FastifyReply, owner: Owner): void {
  if ('visitorId' in owner) keepVisitorCookie(shop, request, reply, owner.visitorId);
}

/** Upserts the row of a guest's visitor. Call it before rows that refer to the visitor are written. */
export async function insertOwnerVisitor(db: Db, owner: Owner): Promise<void> {
  if ('visitorId' in owner) await insertVisitor(db, owner.visitorId);
}

/** Returns a key that identifies the owner in counters and locks. */
export function getOwnerKey(owner: Owner): string {
  return 'customerId' in owner ? `customer:${owner.customerId}` : owner.visitorId;
}

/** @returns null for a row without owner */
export function toOwner({ visitorId, customerId }: OwnerColumns): Owner | null {
  if (customerId !== null) return { customerId };
  return visitorId === null ? null : { visitorId };
}

/** Whether a row belongs to the owner; always false for a null owner. */
export function isOwnedBy(row: OwnerColumns, owner: Owner | null): boolean {
  if (owner === null) return false;
  return 'customerId' in owner ? row.customerId === owner.customerId : row.visitorId === owner.visitorId;
}

/**
 * Returns an SQL condition on a row of the owner. Uses the index of either column. Null values match nothing. The
 * second parameter has SQL expressions for the values of `toOwnerValues`, in the same order.
 * @param row the table's name or alias
 */
export const isOwnedSql = (row: string, [visitorId, customerId] = ['$1', '$2']): string =>
  `(${row}.visitor_id = ${visitorId}::uuid or ${row}.customer_id = ${customerId}::bigint)`;

/** Returns the values `$1` and `$2` of statements about an owner; both are null for a null owner. */
export function toOwnerValues(owner: Owner | null): [visitorId: string | null, customerId: number | null] {
  if (owner === null) return [null, null];
  return 'customerId' in owner ? [null, owner.customerId] : [owner.visitorId, null];
}
