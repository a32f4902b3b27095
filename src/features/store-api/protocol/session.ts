import type { FastifyReply, FastifyRequest } from 'fastify';
import { countCart, createCartHash, isRequestKey, toCartHint } from '#features/cart/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import { createGuest, getActor } from '#platform/sessions/actor.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import { isSigned, sign } from '#platform/sessions/signing.ts';
import { keepVisitorCookie, resolveVisitor } from '#platform/sessions/visit.ts';
import { storeApiSettings } from '../settings.ts';
import { storeApiTexts as texts } from '../texts.ts';
import { createStoreFailure, type StoreFailure, type StoreSession } from './operation.ts';

const daySeconds = 24 * 60 * 60;
const issuer = 'store-api';
const header = encode({ alg: 'HS256', typ: 'JWT' });

/**
 * Creates the token that identifies a guest's cart. The token has the form of a JSON web token, but its signature is
 * bound to this purpose, so no other part of the shop accepts it.
 */
function createCartToken(shop: Pick<Shop, 'config' | 'clock' | 'settings'>, visitorId: string): string {
  const expires = getSeconds(shop.clock.now()) + shop.settings(storeApiSettings).cartTokenDays * daySeconds;
  const payload = `${header}.${encode({ user_id: visitorId, exp: expires, iss: issuer })}`;
  return `${payload}.${sign(shop.config.secrets, 'cart-token', payload)}`;
}

/** @returns the guest's visitor id, or null for a token that is not of this shop or has expired */
function readCartToken(shop: Pick<Shop, 'config' | 'clock'>, token: string): string | null {
  const [tokenHeader, claims, signature, ...others] = token.split('.');
  if (token.length > 500 || tokenHeader !== header || !claims || !signature || others.length > 0) return null;
  if (!isSigned(shop.config.secrets, 'cart-token', `${header}.${claims}`, signature)) return null;
  const { user_id: visitorId, exp: expires } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    user_id: string;
    exp: number;
  };
  return expires > getSeconds(shop.clock.now()) ? visitorId : null;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function getSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

const nonceAction = 'store-api';

/** Header with the client's idempotency key for a request that adds to the cart or places an order. */
export const requestKeyHeader = 'idempotency-key';

/** Headers of a request, with names in lower case. */
export type StoreHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Resolves whose cart the request uses: the cart of a valid `Cart-Token`, else the cart that the cookies name. A
 * request with neither gets a new visitor id without a row in the database.
 */
export async function openSession(shop: Shop, request: FastifyRequest): Promise<StoreSession> {
  const session = openTokenSession(shop, request.headers);
  if (session) return { ...session, actor: createGuest(session.visitorId, getClientNetwork(request.ip)) };
  const actor = await getActor(shop, request);
  const visitorId = actor.visitorId ?? resolveVisitor(shop, request);
  return {
    actor,
    owner: getOwner(actor) ?? { visitorId },
    visitorId,
    customerId: actor.customer?.id ?? null,
    hasToken: false,
  };
}

/** @returns null when the token is missing or invalid; an invalid token is ignored */
export function openTokenSession(shop: Shop, headers: StoreHeaders): StoreSession | null {
  const token = headers['cart-token'];
  const visitorId = typeof token === 'string' ? readCartToken(shop, token) : null;
  return visitorId === null
    ? null
    : { actor: createGuest(visitorId), owner: { visitorId }, visitorId, customerId: null, hasToken: true };
}

/**
 * Checks the nonce of a write. A request with a cart token needs no nonce, since browsers do not send the token by
 * themselves.
 */
function checkNonce(shop: Shop, session: StoreSession, headers: StoreHeaders): StoreFailure | null {
  if (session.hasToken) return null;
  const nonce = headers.nonce;
  if (typeof nonce !== 'string' || nonce === '') return createStoreFailure('missing_nonce', shop.t(texts.missingNonce));
  if (!shop.nonces.isValid(session.visitorId, nonceAction, nonce))
    return createStoreFailure('invalid_nonce', shop.t(texts.invalidNonce));
  return null;
}

export function checkHeaders(shop: Shop, session: StoreSession, headers: StoreHeaders): StoreFailure | null {
  const refusal = checkNonce(shop, session, headers);
  if (refusal) return refusal;
  const key = headers[requestKeyHeader];
  if (key === undefined || (typeof key === 'string' && isRequestKey(key))) return null;
  const problem = { 'Idempotency-Key': shop.t(texts.invalidRequestKey) };
  return createStoreFailure(
    'rest_invalid_param',
    shop.t(texts.invalidParameters, { names: 'Idempotency-Key' }),
    problem,
  );
}

export function createStoreNonce({ nonces }: Pick<Shop, 'nonces'>, visitorId: string): string {
  return nonces.create(visitorId, nonceAction);
}

/** Creates the headers of replies about a cart, with a new nonce and, for guests, a new cart token. */
export async function createSessionHeaders(
  shop: Shop,
  { visitorId, customerId, owner }: StoreSession,
): Promise<{
  readonly headers: Readonly<Record<string, string>>;
  readonly cart: Awaited<ReturnType<typeof countCart>>;
}> {
  const cart = await countCart(shop.db, owner);
  const headers = {
    Nonce: createStoreNonce(shop, visitorId),
    'Nonce-Timestamp': String(getSeconds(shop.clock.now())),
    'User-ID': String(customerId ?? 0),
    'Cart-Hash': createCartHash(cart),
    // Only a session gives access to a customer's cart, so customers get no token.
    ...(customerId === null ? { 'Cart-Token': createCartToken(shop, visitorId) } : {}),
  };
  return { headers, cart };
}

/** Sets the headers of a reply about the cart and, unless the client uses a token, the cookies. */
export async function keepSession(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  session: StoreSession,
): Promise<void> {
  const { headers, cart } = await createSessionHeaders(shop, session);
  reply.headers(headers).header('cache-control', 'no-store');
  if (session.hasToken) return;
  keepVisitorCookie(shop, request, reply, session.visitorId);
  await shop.hints.refresh(request, reply, toCartHint(cart));
}
