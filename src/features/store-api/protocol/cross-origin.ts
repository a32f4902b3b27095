import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openAccessHeaders } from '#platform/api/open-access.ts';
import type { Shop } from '#platform/features/shop.ts';
import { getStoreRoot } from '../contract.ts';
import { storeApiSettings } from '../settings.ts';
import { openTokenSession } from './session.ts';

export function getTotalHeaders({ wire }: Pick<Shop, 'wire'>): { readonly total: string; readonly pages: string } {
  return { total: `X-${wire.platform}-Total`, pages: `X-${wire.platform}-TotalPages` };
}

/** Headers of catalogue replies: scripts of any origin may read these replies. */
export function catalogueHeaders(shop: Pick<Shop, 'wire'>): Readonly<Record<string, string>> {
  const { total, pages } = getTotalHeaders(shop);
  return { ...openAccessHeaders, 'access-control-expose-headers': `ETag, Link, ${total}, ${pages}` };
}

const allowedCartHeaders = 'Content-Type, Nonce, Cart-Token, Idempotency-Key, X-HTTP-Method-Override';
const cartHeaders = 'Nonce, Nonce-Timestamp, User-ID, Cart-Token, Cart-Hash';

function findAllowedOrigin(shop: Pick<Shop, 'settings'>, { headers: { origin } }: FastifyRequest): string | null {
  return origin !== undefined && shop.settings(storeApiSettings).allowedOrigins.includes(origin) ? origin : null;
}

/**
 * Returns whether a write from another origin may run. The shop must allow the origin, and the request must have a
 * cart token instead of cookies, which a browser would send by itself.
 */
export function isTrustedWrite(shop: Shop, request: FastifyRequest): boolean {
  return findAllowedOrigin(shop, request) !== null && openTokenSession(shop, request.headers) !== null;
}

/** Lets scripts of an allowed origin read the reply. Requests with credentials are never allowed. */
export function allowOrigin(shop: Shop, request: FastifyRequest, reply: FastifyReply): void {
  const origin = findAllowedOrigin(shop, request);
  reply.header('vary', 'Origin');
  if (origin === null) return;
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': cartHeaders,
    'cross-origin-resource-policy': 'cross-origin',
  });
}

/** Answers CORS preflights: from any origin for the catalogue, from allowed origins for carts. */
export function registerStorePreflight(app: FastifyInstance, shop: Shop, paths: readonly string[]): void {
  const root = getStoreRoot(shop.wire);
  for (const path of paths) {
    const isCatalogue = path.startsWith('products');
    app.options(`${root}/${path}`, async (request, reply) => {
      const origin = isCatalogue ? '*' : findAllowedOrigin(shop, request);
      reply.code(204).header('vary', 'Origin');
      if (origin !== null)
        reply.headers({
          'access-control-allow-origin': origin,
          'access-control-allow-methods': isCatalogue ? 'GET, HEAD' : 'GET, HEAD, POST, PUT, DELETE',
          'access-control-allow-headers': isCatalogue ? '*' : allowedCartHeaders,
          'access-control-max-age': '600',
        });
      return reply.send();
    });
  }
}
