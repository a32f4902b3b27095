import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { ShopConfigError } from '#platform/config/shop-config.ts';
import type { Feature } from '#platform/features/feature.ts';
import type { Shop } from '#platform/features/shop.ts';
import { answerInstead, type Decision } from '#platform/http/answer-instead.ts';
import { isAdminRequest } from '#platform/http/security/page-policy.ts';
import { refuseActor } from '#platform/http/security/permission-check.ts';
import { type Actor, getActor, isPermitted } from '#platform/sessions/actor.ts';
import { openBackOffice } from './admin.ts';
import { adminPath, countsPath, isAdminPath } from './contract.ts';
import { registerForm } from './forms/form-routes.ts';
import { registerListRoutes } from './lists/list-routes.ts';
import { listNavigation } from './navigation.ts';
import { registerRecord } from './records/record-routes.ts';

/**
 * Guards all addresses below `/admin`, including those without a route: a visitor who may not open the back
 * office does not learn which pages exist. Replies are never cached or indexed, whatever a route says.
 * Register the guard before the routes.
 * @throws when a route below `/admin` requires no permission, or, once the shop is ready, when no
 * route with the same permission answers a navigation entry
 */
export function registerAdminGuard(app: FastifyInstance, shop: Shop): void {
  const permissions = new Map<string, string>();
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!isAdminPath(url)) return;
    if (config?.requires === undefined)
      throw new ShopConfigError(`${method} ${url} requires no permission: a route below ${adminPath()} must name one`);
    if ([method].flat().includes('GET')) permissions.set(url, config.requires);
  });
  app.addHook('onReady', async () => {
    for (const { path, permission } of shop.adminNavigation)
      if (permissions.get(path) !== permission)
        throw new ShopConfigError(`the navigation entry '${path}' has no GET route that requires '${permission}'`);
  });
  const check: Decision = async (request, reply) => {
    if (!isAdminRequest(request)) return undefined;
    const actor = await getActor(shop, request);
    if (isPermitted(actor, openBackOffice.name)) return undefined;
    return () => refuseActor(shop, request, reply, actor);
  };
  app.addHook('preHandler', answerInstead(check));
  app.addHook('onSend', async (request, reply) => {
    if (!isAdminRequest(request)) return;
    reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex');
  });
}

export async function registerAdminRoutes(
  app: FastifyInstance,
  shop: Shop,
  features: readonly Pick<Feature, 'admin'>[],
): Promise<void> {
  const routes: FastifyPluginAsync = async (scope) => {
    scope.addHook('onRoute', ({ method, url }) => {
      if (!isAdminPath(url))
        throw new ShopConfigError(`${method} ${url} is a route of the back office, but not below ${adminPath()}`);
    });
    registerCounts(scope, shop);
    registerListRoutes(scope, shop);
    for (const { admin } of features) {
      for (const form of admin?.forms ?? []) registerForm(scope, shop, form);
      for (const record of admin?.records ?? []) registerRecord(scope, shop, record);
      admin?.routes?.(scope, shop);
    }
  };
  await app.register(routes);
}

function registerCounts(app: FastifyInstance, shop: Shop): void {
  app.get(countsPath, { config: { requires: openBackOffice.name } }, async (request, reply) => {
    const counts = await readCounts(shop, await getActor(shop, request));
    return reply.header('cache-control', 'private, no-store').send({ counts });
  });
}

/** Counts for the navigation entries that the actor may see. A count that fails is logged and left out. */
async function readCounts(shop: Shop, actor: Actor): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { path, count } of listNavigation(shop.adminNavigation, actor)) {
    if (!count) continue;
    try {
      counts[path] = await count(shop, shop.db, actor);
    } catch (error) {
      shop.log.error({ err: error, path }, 'the count of a navigation entry failed');
    }
  }
  return counts;
}
