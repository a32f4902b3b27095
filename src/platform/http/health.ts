import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';

/**
 * `/healthz`: the process responds. `/readyz`: it can serve, so a load balancer may route to it.
 */
export function registerHealth(app: FastifyInstance, shop: Shop): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.get('/healthz', { config: { lane: 'always' } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', { config: { lane: 'always' } }, async (_request, reply) => {
    const database = await shop.db.execute(sql`select 1`).then(
      () => 'ok' as const,
      () => 'unreachable' as const,
    );
    const isReady = !isClosing && database === 'ok';
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ok' : 'not ready', database, closing: isClosing });
  });
}
