import { createPlaceId, type MethodOf } from '../settings.ts';
import type { QuoteMethod } from './method-quote.ts';

/**
 * Compiles pickup at the shop or at one of its places. Pickup is no delivery, so free pickup doesn't count as free
 * shipping.
 */
export function compileLocalPickup(method: MethodOf<'local_pickup'>): QuoteMethod {
  const { id, title, transitDays, cost, freeFrom, places = [] } = method;
  return ({ orderTotal }) => {
    const amount = freeFrom !== undefined && orderTotal >= freeFrom ? 0 : cost;
    const pickup = { amount, isPickup: true, transitDays };
    const options = places.map(({ id: placeId, title: placeTitle, detail }) => ({
      ...{ id: createPlaceId(id, placeId), title: placeTitle, ...pickup },
      ...(detail === undefined ? {} : { detail }),
    }));
    return { options: places.length === 0 ? [{ id, title, ...pickup }] : options, refusal: null, freeShipping: null };
  };
}
