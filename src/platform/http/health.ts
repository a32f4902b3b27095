import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ApiOperation } from '#platform/api/operation.ts';
import type { Shop } from '#platform/features/shop.ts';

const liveness: ApiOperation = {
  name: 'health.check-process',
  description: 'Tells that the process responds.',
  response: z.strictObject({ status: z.literal('ok') }),
};

const readinessBody = z.strictObject({
  status: z.enum(['ok', 'not ready']),
  database: z.enum(['ok', 'unreachable']),
  storage: z.enum(['ok', 'full']).describe('The disk of `DATA_DIR`'),
  closing: z.boolean().describe('The shop is shutting down'),
});

const readiness: ApiOperation = {
  name: 'health.check-readiness',
  description: 'Tells whether the process can serve, for load balancers.',
  response: readinessBody,
  otherResponses: { 503: readinessBody },
};

/**
 * Registers `/healthz` (the process responds) and `/readyz` (the shop can serve, so a load balancer may route to it).
 */
export function registerHealth(app: FastifyInstance, shop: Shop): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.get('/healthz', { config: { lane: 'always', api: liveness } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', { config: { lane: 'always', api: readiness } }, async (_request, reply) => {
    const [database, isFull] = await Promise.all([checkDatabase(shop), shop.storage.isFull()]);
    const storage = isFull ? 'full' : 'ok';
    const isReady = !isClosing && database === 'ok' && !isFull;
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ok' : 'not ready', database, storage, closing: isClosing });
  });
}

/** Milliseconds without an answer after which the availability of the database is checked. */
const databaseTimeout = 1_000;

async function checkDatabase({ db, database }: Shop): Promise<'ok' | 'unreachable'> {
  const asked = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  const isAnswered = await Promise.race([asked, sleep(databaseTimeout, false, { ref: false })]);
  return isAnswered || !(await database.availability.checkNow()) ? 'ok' : 'unreachable';
}
