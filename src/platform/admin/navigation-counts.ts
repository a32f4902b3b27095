import type { FastifyInstance } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, getActor } from '#platform/sessions/actor.ts';
import { openBackOffice } from './admin.ts';
import { countsPath } from './contract.ts';
import { listNavigation } from './navigation.ts';

/** The private call of the navigation: numbers by path of the entry. */
export function registerCounts(app: FastifyInstance, shop: Shop): void {
  app.get(countsPath, { config: { requires: openBackOffice.name } }, async (request, reply) => {
    const counts = await readCounts(shop, await getActor(shop, request));
    return reply.header('cache-control', 'private, no-store').send({ counts });
  });
}

/** Counts for the entries that somebody may see. One that fails is logged and left out: the others are still true. */
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
