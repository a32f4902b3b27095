import { signOutPath } from '#features/accounts/index.ts';
import { shopPath } from '#features/catalog/index.ts';
import { adminPath, isAdminPath } from '#platform/admin/contract.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FailedRequest, StatusPage } from '#platform/http/status-pages.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Text } from '#platform/texts/texts.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { adminTexts } from '../admin/texts.ts';
import { texts } from '../texts.ts';

interface ErrorTexts {
  readonly title: Text;
  readonly text: Text;
}

const errorTexts: Readonly<Record<StatusPage, ErrorTexts>> = {
  400: { title: texts.refusedTitle, text: texts.refusedText },
  401: { title: texts.signInTitle, text: texts.signInText },
  403: { title: texts.forbiddenTitle, text: texts.forbiddenText },
  404: { title: texts.missingTitle, text: texts.missingText },
  413: { title: texts.tooLargeTitle, text: texts.tooLargeText },
  500: { title: texts.failedTitle, text: texts.failedText },
  503: { title: texts.busyTitle, text: texts.busyText },
};

export interface ErrorPageProps {
  status: StatusPage;
  context: Pick<RenderContext, 'path' | 't'>;
  /** Id of the failed request, shown for errors of the shop so that a shopper can quote it. */
  requestId?: string | undefined;
  /** Whether to offer a link to the same address: false after a POST. */
  canRetry?: boolean | undefined;
}

/**
 * Content of an error page: what happened and what the reader can do next. It makes no statement about data, since
 * the page can't know what the failed request has written. It needs no database.
 */
export function ErrorPage({ status, context, requestId, canRetry = true }: ErrorPageProps) {
  const { t } = context;
  const { title, text } = errorTexts[status];
  const [first, ...others] = listLinks(status, context.path, canRetry);
  return (
    <div className="error-page wrap">
      <p className="error-page__code">{status}</p>
      <h1>{t(title)}</h1>
      <p className="lead">{t(status === 500 && !canRetry ? texts.failedWriteText : text)}</p>
      {status === 500 && requestId && <p>{t(texts.failedReference, { id: requestId })}</p>}
      <div className="error-page__actions">
        {first && <ButtonLink href={first.href}>{t(first.text)}</ButtonLink>}
        {others.map(({ href, text: name }) => (
          <a href={href} key={href}>
            {t(name)}
          </a>
        ))}
        {status === 403 && isAdminPath(context.path) && (
          <form method="post" action={signOutPath}>
            <Button look="text">{t(adminTexts.signOut)}</Button>
          </form>
        )}
      </div>
    </div>
  );
}

interface ErrorLink {
  readonly href: string;
  readonly text: Text;
}

/** Links to what the reader can do next. The first link is shown as a button. */
function listLinks(status: StatusPage, path: string, canRetry: boolean): ErrorLink[] {
  const isRefused = status === 401 || status === 403;
  const isAdmin = isAdminPath(path) && !isRefused;
  const home = isAdmin ? { href: adminPath(), text: adminTexts.toStart } : { href: '/', text: texts.toHome };
  const retry = { href: path, text: texts.retry };
  if (status === 404) return isAdmin ? [home] : [{ href: shopPath, text: texts.browseAll }, home];
  if (status === 500) return canRetry ? [retry, home] : [home];
  if (status === 503) return canRetry ? [retry] : [home];
  return [home];
}

/**
 * Renders the whole page for a status, in the layout of the requested path. The admin layout shows no navigation on
 * such pages.
 */
export function renderStatusPage(shop: Shop, request: FailedRequest, status: StatusPage): Promise<string> {
  const [path = '/'] = request.url.split('?', 1);
  const context = shop.renderContext(path);
  const body = (
    <ErrorPage status={status} context={context} requestId={request.id} canRetry={request.method === 'GET'} />
  );
  const title = context.t(errorTexts[status].title);
  const view = { kind: 'page', status, title, body, robots: 'noindex', tags: [] } as const;
  return isAdminPath(path)
    ? shop.renderDocument(context, { ...view, layout: 'admin', actor: null })
    : shop.renderDocument(context, view);
}
