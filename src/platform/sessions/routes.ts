import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { parseInput } from '#platform/http/bodies/parse-input.ts';
import { sendFailure } from '#platform/http/replies.ts';
import { keepVisitorCookie, resolveVisitor } from './visit.ts';

export const noncePath = (shop: Pick<Shop, 'wire'>) => `${shop.wire.platformRest}/nonces`;
export const privatePath = (shop: Pick<Shop, 'wire'>) => `${shop.wire.platformRest}/private-state`;

const nonceRequest = z.object({
  actions: z
    .array(z.string().regex(/^[\w.-]{1,60}$/))
    .min(1)
    .max(20),
});

/** The two calls that personalize a cached page. */
export function registerSessionRoutes(app: FastifyInstance, shop: Shop, actions: ReadonlySet<string>): void {
  app.post(noncePath(shop), async (request, reply) => {
    const input = parseInput(reply, nonceRequest, request.body);
    if (!input) return reply;
    const unknown = input.actions.find((action) => !actions.has(action));
    if (unknown !== undefined) return sendFailure(reply, 400, 'unknown_action', 'There is no such action here.');
    // The signed cookie identifies the visitor. The first write inserts the row.
    const visitor = resolveVisitor(shop, request);
    keepVisitorCookie(shop, request, reply, visitor);
    const nonces = Object.fromEntries(input.actions.map((action) => [action, shop.nonces.create(visitor, action)]));
    return reply.header('cache-control', 'no-store').send({ nonces });
  });
  app.get(privatePath(shop), async (request, reply) => {
    const hint = await shop.hints.readAll(request, reply);
    return reply.header('cache-control', 'private, no-store').send({ hint });
  });
}
