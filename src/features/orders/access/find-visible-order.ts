import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { readCookie, setCookie } from '#platform/http/security/cookies.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { getOwner, isOwnedBy } from '#platform/sessions/owner.ts';
import { linkKeyParameter, orderPath } from '../contract.ts';
import { getOrder, type Order } from '../order.ts';
import { checkLinkKey, createLinkKey, getSecondsLeft } from './order-link.ts';

/** Cookie with the key of a link, for the pages below the page of one order: its path is the order's path. */
const cookieName = 'order_key';

const keySchema = z
  .object({ [linkKeyParameter]: z.string().max(100) })
  .transform((query) => query[linkKeyParameter] ?? '')
  .catch('');

export type OrderAccess =
  | { readonly ok: true; readonly order: Order }
  /** `malformed`: no order can have the token. `refused`: the order is unknown, or the actor may not see it. */
  | { readonly ok: false; readonly reason: 'malformed' | 'refused' | 'expired'; readonly token: string };

/**
 * Finds the order of the token in the path, if the request may see it: it comes from the visitor or customer that the
 * order belongs to, or has the key of a link that has not expired. A key in the address is kept in a cookie for the
 * other pages of the order.
 */
export async function findVisibleOrder(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<OrderAccess> {
  const token = readToken(request);
  const keyInAddress = keySchema.parse(request.query);
  const access = await findOrderByKeys(shop, request, token, [keyInAddress, readCookie(request, cookieName) ?? '']);
  if (token !== null && checkLinkKey(shop, token, keyInAddress) === 'valid') keepKey(shop, reply, token, keyInAddress);
  return access;
}

/**
 * Finds an order for a call whose path does not name the order, by the rules of `findVisibleOrder`.
 * @param order token and key that the call sends
 */
export async function findOrderOfCall(
  shop: Shop,
  request: FastifyRequest,
  { token, key }: { readonly token: string; readonly key: string },
): Promise<OrderAccess> {
  return findOrderByKeys(shop, request, isToken(token) ? token : null, [key]);
}

async function findOrderByKeys(
  shop: Shop,
  request: FastifyRequest,
  token: string | null,
  keys: readonly string[],
): Promise<OrderAccess> {
  if (token === null) return { ok: false, reason: 'malformed', token: '' };
  const order = await getOrder(shop.db, { token });
  const states = keys.map((key) => checkLinkKey(shop, token, key));
  if (order && states.includes('valid')) return { ok: true, order };
  if (order && isOwnedBy(order, getOwner(await getActor(shop, request)))) return { ok: true, order };
  return { ok: false, reason: states.includes('expired') ? 'expired' : 'refused', token };
}

/** @returns the token in the path; null when no order can have such a token */
export function readToken({ params }: FastifyRequest): string | null {
  const { token } = params as { token: string };
  return isToken(token) ? token : null;
}

const isToken = (text: string): boolean => /^[\w-]{22,100}$/.test(text);

/**
 * Lets the browser see an order from now on, after the browser has proved in another way that the order is its own.
 */
export function grantOrderAccess(shop: Shop, reply: FastifyReply, { token }: { readonly token: string }): void {
  keepKey(shop, reply, token, createLinkKey(shop, { token }));
}

function keepKey(shop: Shop, reply: FastifyReply, token: string, key: string): void {
  const seconds = getSecondsLeft(shop, key);
  setCookie(shop.config, reply, cookieName, key, { seconds, httpOnly: true, path: orderPath(token) });
}
