import type { FastifyRequest } from 'fastify';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from './actor.ts';
import type { Hint } from './hint.ts';

/** What a feature adds to the answer of the private call, under `state`. */
export interface PrivateStatePart {
  readonly name: string;
  /**
   * Returns JSON. Not called for an actor without visitor and customer.
   * @param hint fields of the hint cookie, as they are now
   */
  readonly read: (shop: Shop, actor: Actor, hint: Hint, request: FastifyRequest) => Promise<object>;
}

/** Adds what cached pages show of a shopper and the hint cookie has no room for. Scripts keep it until the hint changes. */
export const privateStateParts = definePort<PrivateStatePart>('sessions.private-state');

/** @returns what each part has of the actor, by its name */
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
