import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PageStore } from '#platform/pages/pages.ts';

export interface Metrics {
  readonly registry: Registry;
  /** Serves `/metrics` on a separate port. `METRICS_HOST` is a loopback address by default. */
  listen(port: number, host: string): Promise<Server>;
}

export function createMetrics(app: FastifyInstance, store: PageStore): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requestDuration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests that the page cache did not answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    };
    requestDuration.observe(labels, reply.elapsedTime / 1000);
  });
  addCacheMetrics(registry, store);
  return {
    registry,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        const server = createServer((request, response) => {
          if (request.url !== '/metrics') return response.writeHead(404).end();
          registry.metrics().then(
            (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
            (err) => {
              app.log.error({ err }, 'the metrics could not be collected');
              response.writeHead(500).end();
            },
          );
        });
        server.once('error', reject).listen(port, host, () => resolve(server));
      }),
  };
}

function addCacheMetrics(registry: Registry, store: PageStore): void {
  const events = new Counter({
    name: 'page_cache_events_total',
    help: 'What the page cache did',
    labelNames: ['event'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [name, count] of Object.entries(store.statistics)) events.inc({ event: name }, count);
    },
  });
  new Gauge({
    name: 'page_cache_bytes',
    help: 'Bytes that the page cache holds',
    registers: [registry],
    collect() {
      this.set(store.size.bytes);
    },
  });
}
