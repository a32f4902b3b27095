import { z } from 'zod';
import type { Page } from '#platform/pages/page.ts';
import { openAccessHeaders, openApiPath } from './open-access.ts';
import { type ApiParts, buildOpenApi } from './openapi.ts';

/**
 * Creates the page `/openapi.json`.
 * @param getParts called when the page is loaded, after all routes were registered
 */
export function createOpenApiPage(getParts: () => ApiParts): Page {
  return {
    name: 'openapi',
    path: openApiPath,
    api: {
      name: 'api.describe-calls',
      description: 'Returns this document.',
      response: z
        .looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) })
        .describe('OpenAPI 3.1'),
    },
    load: async (shop) => ({
      kind: 'raw',
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(buildOpenApi(shop, getParts())),
      headers: openAccessHeaders,
      tags: [],
    }),
  };
}
