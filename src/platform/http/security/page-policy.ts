import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isAdminPath } from '#platform/admin/contract.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createAdminPolicy, policyHeader } from './policy-headers.ts';

/**
 * Gives pages that are rendered for one request a policy with the origins they need, and the back office its own
 * policy.
 */
export function registerPagePolicy(app: FastifyInstance, shop: Pick<Shop, 'getPagePolicy'>): void {
  // The policy is set first, because routes may replace it, as the routes of files do.
  app.addHook('onRequest', async (request, reply) => {
    if (hasAdminPolicy(request)) reply.header(policyHeader, createAdminPolicy(request.readScope));
  });
  app.addHook('onSend', async (request, reply) => {
    const scope = request.readScope;
    if (!scope || scope.origins.size === 0) return;
    const policy = hasAdminPolicy(request) ? createAdminPolicy(scope) : shop.getPagePolicy(scope);
    if (policy && String(reply.getHeader('content-type')).startsWith('text/html')) reply.header(policyHeader, policy);
  });
}

const hasAdminPolicy = (request: FastifyRequest): boolean =>
  isAdminRequest(request) && !request.routeOptions.config.isPageOfShop;

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether an address of the back office shows a page as shoppers see it. The page then has the policy of the
     * shop.
     */
    isPageOfShop?: true;
  }
}

/** Whether a request is for the back office. A request without a route is judged by its URL. */
export function isAdminRequest({ routeOptions, url }: FastifyRequest): boolean {
  return isAdminPath(routeOptions.url ?? url.split('?', 1)[0] ?? '');
}
