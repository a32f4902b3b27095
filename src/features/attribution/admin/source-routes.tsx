import type { FastifyInstance } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { readSources, sourcesPath } from './paths.ts';
import { createReportPage } from './report-page.tsx';

export function registerSourcePages(app: FastifyInstance, shop: Shop): void {
  app.get(sourcesPath, { config: { requires: readSources.name } }, async (request, reply) =>
    renderPrivatePage(shop, request, reply, await createReportPage(shop, request)),
  );
}
