import type { FastifyInstance } from 'fastify';
import type { Page } from './page.ts';

/** Where browsers find which links they may prepare (HTML, speculation rules). */
const rulesPath = '/speculation-rules.json';

/** Sent with every kept page. A header, because the policy allows no script in the page. */
export const speculationHeaders = { 'speculation-rules': `"${rulesPath}"` };

type Pages = readonly Pick<Page, 'path'>[];

/** Only pages that are the same for everyone may be fetched before they are asked for: never a cart, a checkout, an order or an account. */
function pathsOf(pages: Pages): string[] {
  return pages.map(({ path }) => path).filter((path) => !path.includes('.'));
}

/** A regular expression for the whole path of such a page, as text. */
export function createPrefetchPattern(pages: Pages): string {
  const alternatives = pathsOf(pages).map((path) =>
    path.replace(/:\w+|\*|[^\w/-]/g, (part) => (part === '*' ? '.+' : part.startsWith(':') ? '[^/]+' : `\\${part}`)),
  );
  return `^(?:${alternatives.join('|')})$`;
}

/** Prepares a page as somebody presses on a link to it. A link with a query string is left alone, as in the prefetch by script (spec 9.4/4). */
export function registerSpeculationRules(app: FastifyInstance, pages: Pages): void {
  // A star alone would match an empty query too, and so every link.
  const where = { and: [{ href_matches: pathsOf(pages) }, { not: { href_matches: '/*\\?(.+)' } }] };
  const rules = JSON.stringify({ prerender: [{ source: 'document', where, eagerness: 'conservative' }] });
  app.get(rulesPath, async (request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .header('vary', 'Save-Data')
      .type('application/speculationrules+json')
      .send(request.headers['save-data'] === 'on' ? '{}' : rules),
  );
}
