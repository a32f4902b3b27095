import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { Gauge } from 'prom-client';
import { expect, it, onTestFinished } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { smallShop } from '#tests/support/small-shop.ts';
import { createMetrics } from './metrics.ts';

const database = useDatabase();

it('a metric that can not be collected gets 500, and later requests work', async () => {
  const { store } = await smallShop(database, { feature: {} });
  const metrics = createMetrics(Fastify(), store);
  let isBroken = true;
  const collect = () => {
    if (isBroken) throw new Error('broken');
  };
  new Gauge({ name: 'broken', help: 'Breaks', registers: [metrics.registry], collect });
  const server = await metrics.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  const ask = () =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`, { signal: AbortSignal.timeout(5_000) });
  expect((await ask()).status).toBe(500);
  isBroken = false;
  expect((await ask()).status).toBe(200);
});
