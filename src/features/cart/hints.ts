import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WireNames } from '#platform/config/wire-names.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import { type Actor, getActor } from '#platform/sessions/actor.ts';
import type { Hint, HintSource } from '#platform/sessions/hint.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import type { CartSummary } from './contract.ts';
import { countCart } from './lines/change-lines.ts';

export const cartVersionHint = 'v';

/** `v`: version, `c`: total quantity. Both are `0` for an empty cart. */
export function toCartHint({ version, count }: Pick<CartSummary, 'version' | 'count'>): {
  readonly v: string;
  readonly c: string;
} {
  return { v: count === 0 ? '0' : String(version), c: String(count) };
}

/**
 * Identifies the contents of a cart in replies and in a cookie, for scripts that keep HTML of the
 * cart. Changes with every write. Empty for an empty cart.
 */
export function createCartHash(cart: Pick<CartSummary, 'version' | 'count'>): string {
  return hashVersion(toCartHint(cart).v);
}

function hashVersion(version: string): string {
  return version === '0' ? '' : createHash('sha256').update(`cart ${version}`).digest('hex').slice(0, 32);
}

function getCartHashCookieName({ storePlugin }: WireNames): string {
  return `${storePlugin}_cart_hash`;
}

function getItemsInCartCookieName({ storePlugin }: WireNames): string {
  return `${storePlugin}_items_in_cart`;
}

async function readHint(shop: Shop, actor: Actor): Promise<Hint> {
  const owner = getOwner(actor);
  return toCartHint(owner ? await countCart(shop.db, owner) : { version: 0, count: 0 });
}

/** Reads the cart hint for the reply of a mutation that may have ordered the actor's cart. */
export async function readCartHint({ shop, getActor }: Pick<MutationCall, 'shop' | 'getActor'>): Promise<Hint> {
  return readHint(shop, await getActor());
}

/**
 * Sets the hint cookie if it differs from the cart. A cart can close without a reply to the shopper: when
 * a payment provider reports to the shop that the order is paid.
 */
export async function correctCartHint(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await shop.hints.correct(request, reply, await readHint(shop, await getActor(shop, request)));
}

export const cartHints: HintSource = {
  names: [cartVersionHint, 'c'],
  badges: { cart: 'c' },
  cookies: (wire, { v = '0' }) => ({
    [getCartHashCookieName(wire)]: hashVersion(v) || null,
    [getItemsInCartCookieName(wire)]: v === '0' ? null : '1',
  }),
  read: readHint,
};
