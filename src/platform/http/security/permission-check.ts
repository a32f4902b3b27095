import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ShopConfigError } from '#platform/config/shop-config.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Answer, answerInstead, type Decision } from '#platform/http/answer-instead.ts';
import { callErrors } from '#platform/http/errors.ts';
import { seeOther, sendFailure, wantsJson } from '#platform/http/replies.ts';
import { type Actor, getActor, isGuest, isPermitted, sessionHooks } from '#platform/sessions/actor.ts';

/**
 * Checks before a route's handler that the actor has the required permission, and a fresh sign-in where the route
 * is dangerous. Must be registered before the routes.
 */
export function registerPermissionCheck(app: FastifyInstance, shop: Shop): void {
  const names = new Set(shop.permissions.map(({ name }) => name));
  const dangerous = new Set(shop.permissions.filter(({ isDangerous }) => isDangerous).map(({ name }) => name));
  app.addHook('onRoute', ({ method, url, config }) => {
    const { requires, crossSite } = config ?? {};
    if (requires === undefined) return;
    if (!names.has(requires))
      throw new ShopConfigError(`${method} ${url} requires '${requires}', which no listed feature declares`);
    if (crossSite)
      throw new ShopConfigError(`${method} ${url} requires '${requires}', but cross-site routes have no actor`);
  });
  // Runs after admission (the limit under load), so that a request which is refused under load reads nothing from the database.
  const check: Decision = async (request, reply) => {
    const { requires, requiresFresh = false } = request.routeOptions.config;
    if (requires === undefined && !requiresFresh) return undefined;
    const actor = await getActor(shop, request);
    const isRefused = requires === undefined ? isGuest(actor) : !isPermitted(actor, requires);
    if (isRefused) return () => refuseActor(shop, request, reply, actor);
    return requiresFresh || dangerous.has(requires ?? '') ? askForFreshSignIn(shop, request, reply) : undefined;
  };
  app.addHook('preHandler', answerInstead(check));
}

/**
 * Replies to an actor without the required permission with 403. Guests are sent to sign in; they get 401 if they want
 * JSON, or if there is no page for signing in.
 */
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

/** Redirects an actor without a recent sign-in to the sign-in page; programs get an error code. */
async function askForFreshSignIn(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answer | undefined> {
  const path = await findFreshSignInPath(shop, request);
  if (path === null) return undefined;
  if (!wantsJson(request)) return () => seeOther(reply, path);
  const { status, means } = callErrors.codes.fresh_sign_in_required;
  return () => sendFailure(reply, status, 'fresh_sign_in_required', means);
}

/**
 * Returns the path to sign in again, for actions that are dangerous because of their object, not of their route.
 * @returns null after a fresh sign-in
 */
export async function findFreshSignInPath(shop: Shop, request: FastifyRequest): Promise<string | null> {
  for (const hook of shop.implementations(sessionHooks)) {
    const path = (await hook.findFreshSignInPath?.(shop, request)) ?? null;
    if (path !== null) return path;
  }
  return null;
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
    /**
     * Whether the actor must have signed in recently. Routes whose permission is dangerous require it
     * in any case.
     */
    requiresFresh?: boolean;
  }
}
