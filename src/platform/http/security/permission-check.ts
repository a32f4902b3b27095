import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ShopConfigError } from '#platform/config/shop-config.ts';
import type { Shop } from '#platform/features/shop.ts';
import { seeOther, wantsJson } from '#platform/http/replies.ts';
import { type Actor, getActor, isGuest, isPermitted, sessionHooks } from '#platform/sessions/actor.ts';

/**
 * Checks the permission that a route requires before its handler runs. Register it before the
 * routes.
 */
export function registerPermissionCheck(app: FastifyInstance, shop: Shop): void {
  const names = new Set(shop.permissions.map(({ name }) => name));
  app.addHook('onRoute', ({ method, url, config }) => {
    const { requires, crossSite } = config ?? {};
    if (requires === undefined) return;
    if (!names.has(requires))
      throw new ShopConfigError(`${method} ${url} requires '${requires}', which no listed feature declares`);
    if (crossSite)
      throw new ShopConfigError(`${method} ${url} requires '${requires}', but cross-site routes have no actor`);
  });
  // After admission, so that a request which is refused under load reads nothing.
  app.addHook('preHandler', async (request, reply) => {
    const { requires } = request.routeOptions.config;
    if (requires === undefined) return;
    const actor = await getActor(shop, request);
    if (!isPermitted(actor, requires)) return refuseActor(shop, request, reply, actor);
  });
}

/** Answers somebody who lacks a permission: 403, or for guests the page to sign in at or 401. */
export function refuseActor(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Actor,
): Promise<FastifyReply> | FastifyReply {
  if (!isGuest(actor)) return reply.callStatusPage(403);
  const signInPath = wantsJson(request) ? null : findSignInPath(shop, request);
  return signInPath === null ? reply.callStatusPage(401) : seeOther(reply, signInPath);
}

function findSignInPath(shop: Shop, request: FastifyRequest): string | null {
  for (const hook of shop.implementations(sessionHooks)) {
    const path = hook.getSignInPath?.(shop, request) ?? null;
    if (path !== null) return path;
  }
  return null;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the permission that the actor must have. */
    requires?: string;
  }
}
