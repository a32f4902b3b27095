import type { FastifyRequest } from 'fastify';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from './actor.ts';
import type { Hint } from './hint.ts';

/** Data that a feature adds to the reply of the private call, under `state`. */
export interface PrivateStatePart {
  readonly name: string;
  /**
   * Returns JSON. It is not called for an actor without visitor and customer.
   * @param hint current fields of the hint cookie
   */
  readonly read: (shop: Shop, actor: Actor, hint: Hint, request: FastifyRequest) => Promise<object>;
}

/**
 * Adds data of a shopper that cached pages show and that do not fit into the hint cookie. Scripts keep the data until
 * the hint changes.
 */
export const privateStateParts = definePort<PrivateStatePart>('sessions.private-state');

/** @returns the actor's data of each part, by the name of the part */
export async function readPrivateState(
  shop: Shop,
  actor: Actor,
  hint: Hint,
  request: FastifyRequest,
): Promise<Readonly<Record<string, object>>> {
  if (actor.visitorId === null && actor.customer === null) return {};
  const parts = shop.implementations(privateStateParts);
  return Object.fromEntries(
    await Promise.all(parts.map(async ({ name, read }) => [name, await read(shop, actor, hint, request)])),
  );
}
