import type { FastifyInstance } from 'fastify';

export const openApiPath = '/openapi.json';

/** Allows all origins. Use it only for data that contains nothing personal. */
export const openAccessHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Link',
  'cross-origin-resource-policy': 'cross-origin',
  link: `<${openApiPath}>; rel="service-desc"`,
};

/** Answers the preflight that browsers send for custom headers such as If-None-Match. */
export function registerPreflight(app: FastifyInstance, paths: readonly string[]): void {
  const headers = {
    ...openAccessHeaders,
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers': '*',
    'access-control-max-age': '86400',
  };
  for (const path of paths) app.options(path, (_request, reply) => reply.code(204).headers(headers).send());
}
