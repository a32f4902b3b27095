import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import type { PageView } from '#platform/pages/page.ts';
import { readAllowedQuery } from '#platform/pages/page-key.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { sendCompressed } from './send-compressed.ts';

export interface PrivateView extends Omit<PageView, 'kind' | 'tags' | 'status' | 'layout'> {
  /** Default: `shop`. `admin` shows the signed-in person and the navigation of the back office. */
  readonly layout?: 'shop' | 'admin';
  /** Default: 200. */
  readonly status?: number;
  /**
   * Whether the browser keeps the reply to a post, so that "Back" shows the page instead of an error. Default: false.
   */
  readonly isKeptForBack?: boolean;
  /** Names of the query parameters that the page may read. */
  readonly query?: readonly string[];
}

/** Sends a page about its visitor, which is rendered for each request and never cached or indexed. */
export async function renderPrivatePage(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  { layout = 'shop', isKeptForBack = false, ...view }: PrivateView,
): Promise<FastifyReply> {
  const [path = '/', search = ''] = request.url.split('?', 2);
  const context = shop.renderContext(path, readAllowedQuery(view, search));
  const page = { robots: 'noindex', ...view, status: 200, kind: 'page', tags: [] } as const;
  const html =
    layout === 'admin'
      ? await shop.renderDocument(context, { ...page, layout, actor: await getActor(shop, request) })
      : await shop.renderDocument(context, page);
  reply
    .code(view.status ?? 200)
    .header('cache-control', isKeptForBack ? 'private, no-cache' : 'private, no-store')
    // Browsers drop a kept page that varies with cookies as soon as the reply sets a cookie.
    .header('vary', isKeptForBack ? 'Accept-Encoding' : 'Accept-Encoding, Cookie')
    .type('text/html; charset=utf-8');
  return sendCompressed(request, reply, html);
}
