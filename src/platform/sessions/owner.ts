import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, getActor } from './actor.ts';
import { insertVisitor, keepVisitorCookie, resolveVisitor } from './visit.ts';

/**
 * Who a cart, a list, a file or an order belongs to: a guest by the visitor's id, or a customer on all devices. Their
 * rows have `visitor_id` and `customer_id`, one of which is null.
 */
export type Owner = { readonly visitorId: string } | { readonly customerId: number };

/** The columns of a row that has an owner, or none. */
export interface OwnerColumns {
  readonly visitorId: string | null;
  readonly customerId: number | null;
}

/** @returns null when the actor can't own anything yet: a guest who has written nothing, or no shopper */
export function getOwner({ customer, visitorId }: Actor): Owner | null {
  if (customer) return { customerId: customer.id };
  return visitorId === null ? null : { visitorId };
}

/** The owner of what a request writes; a new visitor, without row and cookie, for a guest without visitor. */
export async function resolveOwner(shop: Shop, request: FastifyRequest): Promise<Owner> {
  return getOwner(await getActor(shop, request)) ?? { visitorId: resolveVisitor(shop, request) };
}

/** Sets the cookie of a new visitor. Call it after the first write. */
export function keepOwnerCookie(shop: Shop, request: FastifyRequest, reply: FastifyReply, owner: Owner): void {
  if ('visitorId' in owner) keepVisitorCookie(shop, request, reply, owner.visitorId);
}

/** Upserts the row of a guest's visitor, before what belongs to it is written. */
export async function insertOwnerVisitor(db: Db, owner: Owner): Promise<void> {
  if ('visitorId' in owner) await insertVisitor(db, owner.visitorId);
}

/** Identifies the owner in counters and locks. */
export function getOwnerKey(owner: Owner): string {
  return 'customerId' in owner ? `customer:${owner.customerId}` : owner.visitorId;
}

/** @returns null for a row of nobody */
export function toOwner({ visitorId, customerId }: OwnerColumns): Owner | null {
  if (customerId !== null) return { customerId };
  return visitorId === null ? null : { visitorId };
}

/** Whether a row belongs to the owner; never for nobody. */
export function isOwnedBy(row: OwnerColumns, owner: Owner | null): boolean {
  if (owner === null) return false;
  return 'customerId' in owner ? row.customerId === owner.customerId : row.visitorId === owner.visitorId;
}

/**
 * SQL condition on a row of the owner. Uses the index of either column. A null finds nothing.
 * @param row the table's name or alias
 * @param values of the owner, as `toOwnerValues` returns them
 */
export const isOwnedSql = (row: string, [visitorId, customerId] = ['$1', '$2']): string =>
  `(${row}.visitor_id = ${visitorId}::uuid or ${row}.customer_id = ${customerId}::bigint)`;

/** The values `$1` and `$2` of statements about an owner; both are null for nobody. */
export function toOwnerValues(owner: Owner | null): [visitorId: string | null, customerId: number | null] {
  if (owner === null) return [null, null];
  return 'customerId' in owner ? [null, owner.customerId] : [owner.visitorId, null];
}
