import type { Shop } from '#platform/features/shop.ts';
import type { FailedRequest, StatusPage } from '#platform/http/status-pages.ts';
import { ErrorPage, errorTitles } from './error-page.tsx';

/** The whole page for 400, 404, 500 or 503, in the shop's look. */
export function statusPage(shop: Shop, request: FailedRequest, status: StatusPage): Promise<string> {
  const [path = '/'] = request.url.split('?', 1);
  const context = shop.renderContext(path);
  const body = (
    <ErrorPage status={status} context={context} requestId={request.id} repeatable={request.method === 'GET'} />
  );
  const title = context.t(errorTitles[status]);
  return shop.renderDocument(context, { kind: 'page', status, title, body, robots: 'noindex', tags: [] });
}
