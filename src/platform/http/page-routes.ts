import type { FastifyInstance } from 'fastify';
import { checkReply } from '#platform/api/operation.ts';
import { type ReadScope, runInNewReadScope } from '#platform/config/read-scope.ts';
import type { Shop } from '#platform/features/shop.ts';
import { sendEntry } from '#platform/pages/cached-replies.ts';
import { keepQuery, readSearch } from '#platform/pages/kept-query.ts';
import type { Page, PageView, PathParams, RawView } from '#platform/pages/page.ts';
import { createPageKey, createPagePath, readAllowedQuery } from '#platform/pages/page-key.ts';
import type { PageStore, RenderResult } from '#platform/pages/pages.ts';
import { createSettingsTag } from '#platform/settings/setting-store.ts';

/** Registers the routes of cached pages, which run on a cache miss: render, store, send. */
export function registerPageRoutes(app: FastifyInstance, shop: Shop, store: PageStore, pages: readonly Page[]): void {
  for (const page of pages) {
    app.get(page.path, { config: { lane: 'public', page: page.name, api: page.api } }, async (request, reply) => {
      const query = readAllowedQuery(page, readSearch(request.url));
      const params = request.params as PathParams;
      const path = createPagePath(page, params);
      const isStored = page.stored?.(query) ?? true;
      const outcome = await store.serve(request.url, createPageKey(path, query), isStored, () =>
        // The render gets a new scope, because the request may have read settings before.
        runInNewReadScope((scope) => renderPage(shop, page, path, query, params, scope)),
      );
      if ('missing' in outcome) return reply.callNotFound();
      if ('redirect' in outcome) {
        const { to, status } = outcome.redirect;
        return reply.header('cache-control', 'no-cache').redirect(keepQuery(to, request.url, page.query), status);
      }
      reply.hijack();
      sendEntry(store, outcome, request.raw, reply.raw);
      return reply;
    });
  }
}

async function renderPage(
  shop: Shop,
  page: Page,
  path: string,
  query: Readonly<Record<string, string>>,
  params: PathParams,
  scope: ReadScope,
): Promise<RenderResult> {
  const context = shop.renderContext(path, query);
  const result = await page.load(shop, context, params);
  if (result.kind === 'missing') return { missing: true };
  if (result.kind === 'raw') {
    if (page.api && process.env.NODE_ENV !== 'production')
      checkReply(page.api, result.status ?? 200, JSON.parse(result.body));
    return { raw: addReadTags(result, scope) };
  }
  if (result.kind === 'redirect') return { redirect: { to: result.to, status: result.status } };
  const html = await shop.renderDocument(context, result);
  return { html, view: addReadTags(result, scope), policy: shop.getPagePolicy(scope) };
}

/** Makes a page depend on the settings and the shared values that its render has read. */
function addReadTags<View extends PageView | RawView>(view: View, { settingsRead, tagsRead, until }: ReadScope): View {
  const settingsTags = [...settingsRead].sort().map(createSettingsTag);
  const ends = until && !(view.until && view.until <= until) ? { until } : {};
  return { ...view, ...ends, tags: [...view.tags, ...[...tagsRead].sort(), ...settingsTags] };
}
