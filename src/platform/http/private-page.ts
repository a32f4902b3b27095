import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import type { PageView } from '#platform/pages/page.ts';
import { readAllowedQuery } from '#platform/pages/page-key.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { sendCompressed } from './send-compressed.ts';

export interface PrivateView extends Omit<PageView, 'kind' | 'tags' | 'status' | 'layout'> {
  /** Default: `shop`. `admin` shows who asks and the navigation of the back office. */
  readonly layout?: 'shop' | 'admin';
  /** Default: 200. */
  readonly status?: number;
  /** Of an answer to a post: the browser keeps it, so that "Back" shows it instead of an error. Default: it keeps nothing. */
  readonly isKeptForBack?: boolean;
  /** Query parameters that the page may read. */
  readonly query?: readonly string[];
}

/** Sends a page about its visitor: rendered for each request, never cached or indexed. */
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
    // What varies with cookies is lost when the answer sets one.
    .header('vary', isKeptForBack ? 'Accept-Encoding' : 'Accept-Encoding, Cookie')
    .type('text/html; charset=utf-8');
  return sendCompressed(request, reply, html);
}
