import type { FastifyInstance } from 'fastify';
import type { Page } from './page.ts';

const rulesPath = '/speculation-rules.json';

/** Headers of every cached page. The rules are named in a header, because the policy forbids inline scripts. */
export const speculationHeaders = { 'speculation-rules': `"${rulesPath}"` };

type Pages = readonly Pick<Page, 'path'>[];

/** Only cached pages are prefetched: they are the same for everyone. */
function listPrefetchPaths(pages: Pages): string[] {
  return pages.map(({ path }) => path).filter((path) => !path.includes('.'));
}

/** Creates the source of a regular expression that matches the whole path of a cached page. */
export function createPrefetchPattern(pages: Pages): string {
  const alternatives = listPrefetchPaths(pages).map((path) =>
    path.replace(/:\w+|\*|[^\w/-]/g, (part) => (part === '*' ? '.+' : part.startsWith(':') ? '[^/]+' : `\\${part}`)),
  );
  return `^(?:${alternatives.join('|')})$`;
}

/**
 * Lets browsers prerender a page when the pointer rests on its link (200 ms in Chromium) or presses it. Requests of
 * a prerendered page's scripts wait until the page is shown. Links with a query are excluded.
 */
export function registerSpeculationRules(app: FastifyInstance, pages: Pages): void {
  // The pattern needs `(.+)`: `*` alone would match an empty query, and so every link.
  const where = { and: [{ href_matches: listPrefetchPaths(pages) }, { not: { href_matches: '/*\\?(.+)' } }] };
  const rules = JSON.stringify({ prerender: [{ source: 'document', where, eagerness: 'moderate' }] });
  app.get(rulesPath, async (request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .header('vary', 'Save-Data')
      .type('application/speculationrules+json')
      .send(request.headers['save-data'] === 'on' ? '{}' : rules),
  );
}
