import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, getActor } from '#platform/sessions/actor.ts';
import { keepVisitorCookie, resolveVisitor } from '#platform/sessions/visit.ts';

/** Who a cart belongs to: a guest by the visitor's id, or a customer on all devices. */
export type CartOwner = { readonly visitorId: string } | { readonly customerId: number };

/** @returns null when the actor can't have a cart yet: a guest who has written nothing, or no shopper */
export function getCartOwner({ customer, visitorId }: Actor): CartOwner | null {
  if (customer) return { customerId: customer.id };
  return visitorId === null ? null : { visitorId };
}

/** The cart owner of a request; a new visitor, without row and cookie, for a guest without visitor. */
export async function resolveCartOwner(shop: Shop, request: FastifyRequest): Promise<CartOwner> {
  return getCartOwner(await getActor(shop, request)) ?? { visitorId: resolveVisitor(shop, request) };
}

/** Sets the cookie of a new visitor. Call it after the first write. */
export function keepCartOwner(shop: Shop, request: FastifyRequest, reply: FastifyReply, owner: CartOwner): void {
  if ('visitorId' in owner) keepVisitorCookie(shop, request, reply, owner.visitorId);
}

/** Identifies the owner in counters and locks of this process. */
export function getCartOwnerKey(owner: CartOwner): string {
  return 'customerId' in owner ? `customer:${owner.customerId}` : owner.visitorId;
}

/** What a statement about a cart needs of the kind of its owner. */
export interface OwnerSql {
  /** Column of `carts`. */
  readonly column: 'visitor_id' | 'customer_id';
  /** Its type. */
  readonly type: 'uuid' | 'bigint';
}

/**
 * Prepares a statement for both kinds of owners, so that each uses its own index. The owner's id is
 * `$1`.
 */
export function defineOwnerQuery<Row extends object>(
  name: string,
  createSql: (owner: OwnerSql) => string,
): (db: Db, owner: CartOwner, values?: readonly unknown[]) => Promise<Row[]> {
  const byVisitor = sqlQuery<Row>(`cart.${name}-of-visitor`, createSql({ column: 'visitor_id', type: 'uuid' }));
  const byCustomer = sqlQuery<Row>(`cart.${name}-of-customer`, createSql({ column: 'customer_id', type: 'bigint' }));
  return (db, owner, values = []) =>
    'customerId' in owner ? byCustomer(db, [owner.customerId, ...values]) : byVisitor(db, [owner.visitorId, ...values]);
}
