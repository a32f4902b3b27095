import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ApiOperation } from '#platform/api/operation.ts';
import type { Shop } from '#platform/features/shop.ts';
import { callErrors } from '#platform/http/errors.ts';
import { defineMutation, type Mutation } from '#platform/mutations/mutation.ts';
import { getActor } from './actor.ts';
import { readPrivateState } from './private-state.ts';
import { keepVisitorCookie, resolveVisitor } from './visit.ts';

export const noncePath = ({ wire }: Pick<Shop, 'wire'>) => `${wire.platformRest}/nonces`;
export const privatePath = ({ wire }: Pick<Shop, 'wire'>) => `${wire.platformRest}/private-state`;

const nonceRequest = z.object({
  actions: z
    .array(z.string().regex(/^[\w.-]{1,60}$/))
    .min(1)
    .max(20),
});

/**
 * Creates the call that returns nonces. Cached pages have no nonces, so their scripts fetch them here before a write.
 * @param actions actions that have nonces
 */
export function createNonceMutation(actions: ReadonlySet<string>): Mutation {
  return defineMutation({
    name: 'sessions.create-nonces',
    description: 'Creates nonces of this visitor for ajax actions.',
    schema: nonceRequest,
    errors: { title: callErrors.title, codes: { unknown_action: callErrors.codes.unknown_action } },
    run: async ({ shop, request, reply }, input) => {
      if (input.actions.some((action) => !actions.has(action))) return { ok: false, code: 'unknown_action' };
      // The signed cookie identifies the visitor. The first write inserts the row.
      const visitor = resolveVisitor(shop, request);
      keepVisitorCookie(shop, request, reply, visitor);
      const nonces = input.actions.map((action) => [action, shop.nonces.create(visitor, action)] as const);
      return { ok: true, nonces: Object.fromEntries(nonces) };
    },
    message: () => 'There is no such action here.',
    json: {
      path: (wire) => noncePath({ wire }),
      response: z.strictObject({ nonces: z.record(z.string(), z.string()) }),
      success: (_, { nonces }) => ({ nonces }),
    },
  });
}

const privateStateOperation: ApiOperation = {
  name: 'sessions.read-private-state',
  description: 'Reads what cached pages do not show: the fields of the hint cookie, and what features add to them.',
  response: z.strictObject({
    hint: z.record(z.string(), z.string()).describe('By name; 0 means that there is nothing of that kind'),
    state: z.record(z.string(), z.unknown()).describe('By feature; empty for a guest who has written nothing'),
  }),
  isPersonal: true,
};

/**
 * Registers the private call. Cached pages have no private data, so their scripts fetch them here when the hint
 * cookie has changed.
 */
export function registerSessionRoutes(app: FastifyInstance, shop: Shop): void {
  app.get(privatePath(shop), { config: { api: privateStateOperation } }, async (request, reply) => {
    const hint = await shop.hints.readAll(request, reply);
    const state = await readPrivateState(shop, await getActor(shop, request), hint, request);
    return reply.header('cache-control', 'private, no-store').send({ hint, state });
  });
}
