import type { FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import { visitOf } from '#platform/sessions/visit.ts';
import { type AddRequest, type AddSuccess, addToCart } from './add.ts';
import { type AddFailure, createAddFailure } from './add-failures.ts';
import { cartSettings } from './settings.ts';

const hour = 60 * 60;

/**
 * Adds to the cart of a visitor, or to a new one. A request without a visitor's cookie makes a new
 * visitor and cart; one network gets so many of them in an hour (setting `cart.newCartsPerHour`).
 * A refused request counts for nothing.
 */
export async function addToCartWithinLimits(
  shop: Shop,
  request: FastifyRequest,
  visitor: string,
  input: AddRequest,
): Promise<AddSuccess | AddFailure> {
  const taken = await shop.limits.consume(getLimitUses(shop, request));
  if (!taken.ok) return createAddFailure('TOO_MANY_CARTS', null);
  const result = await addToCart(shop, visitor, input);
  if (!result.ok) await taken.giveBack();
  return result;
}

function getLimitUses(shop: Shop, request: FastifyRequest) {
  const max = shop.settings(cartSettings).newCartsPerHour;
  const network = getClientNetwork(request.ip);
  if (visitOf(shop, request).visitor !== null || max === null || network === null) return [];
  return [{ limit: { name: 'new-carts', max, seconds: hour }, key: network }];
}
