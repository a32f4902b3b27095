import type { FastifyInstance } from 'fastify';
import { shopDetails } from '#platform/config/shop-details.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toIconAddress } from '#platform/media/logo.ts';

/**
 * Answers programs that request this address without reading a page, such as feed readers, bookmark managers and
 * search engines.
 */
export function registerFavicon(app: FastifyInstance, shop: Shop): void {
  app.get('/favicon.ico', (_request, reply) => {
    const address = toIconAddress(shop.settings(shopDetails).icon) ?? '/favicon.svg';
    // Cached for an hour only, since the owner may choose another icon. The icon itself has a hash in its address and
    // is cached for a year.
    return reply.header('cache-control', 'public, max-age=3600').redirect(address, 302);
  });
}
