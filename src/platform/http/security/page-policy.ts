import type { FastifyInstance } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { policyHeader } from './policy-headers.ts';

/** Gives pages that are made for one request the policy of the origins that they need. */
export function registerPagePolicy(app: FastifyInstance, shop: Pick<Shop, 'getPagePolicy'>): void {
  app.addHook('onSend', async (request, reply) => {
    const policy = request.readScope && shop.getPagePolicy(request.readScope);
    if (policy && String(reply.getHeader('content-type')).startsWith('text/html')) reply.header(policyHeader, policy);
  });
}
