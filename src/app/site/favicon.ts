import type { FastifyInstance } from 'fastify';
import { shopDetails } from '#platform/config/shop-details.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toIconAddress } from '#platform/media/logo.ts';

/** Answers programs that ask for this address without reading a page: readers of feeds, bookmarks, search engines. */
export function registerFavicon(app: FastifyInstance, shop: Shop): void {
  app.get('/favicon.ico', (_request, reply) => {
    const address = toIconAddress(shop.settings(shopDetails).icon) ?? '/favicon.svg';
    // The icon itself has a hash in its address and is kept for a year. The owner may choose another.
    return reply.header('cache-control', 'public, max-age=3600').redirect(address, 302);
  });
}
