import type { ReactNode } from 'react';
import { shopPath } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FailedRequest, StatusPage } from '#platform/http/status-pages.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { ButtonLink } from '#ui/button.tsx';
import { texts } from '../texts.ts';

/** Document titles, the same as the page titles. */
const errorTitles = {
  400: texts.refusedTitle,
  401: texts.signInTitle,
  403: texts.forbiddenTitle,
  404: texts.missingTitle,
  500: texts.failedTitle,
  503: texts.busyTitle,
} as const;

export interface ErrorPageProps {
  status: StatusPage;
  context: Pick<RenderContext, 'path' | 't'>;
  /** Shown for errors of the shop, so that a shopper can quote it. */
  requestId?: string | undefined;
  /** Whether to offer the same address again: not after a POST. */
  canRetry?: boolean | undefined;
}

/** The content of an error page: what happened and what to do next. Needs no database. */
export function ErrorPage({ status, context, requestId, canRetry = true }: ErrorPageProps) {
  const { t, path } = context;
  const homeLink = (
    <a href="/" key="home">
      {t(texts.toHome)}
    </a>
  );
  const retryPath = canRetry ? path : '/';
  if (status === 404) {
    return (
      <ErrorBody status={404} title={t(texts.missingTitle)} text={t(texts.missingText)}>
        <ButtonLink href={shopPath}>{t(texts.browseAll)}</ButtonLink>
        {homeLink}
      </ErrorBody>
    );
  }
  if (status === 400) {
    return (
      <ErrorBody status={400} title={t(texts.refusedTitle)} text={t(texts.refusedText)}>
        <ButtonLink href="/">{t(texts.toHome)}</ButtonLink>
      </ErrorBody>
    );
  }
  if (status === 401 || status === 403) {
    const text = t(status === 401 ? texts.signInText : texts.forbiddenText);
    return (
      <ErrorBody status={status} title={t(errorTitles[status])} text={text}>
        <ButtonLink href="/">{t(texts.toHome)}</ButtonLink>
      </ErrorBody>
    );
  }
  if (status === 503) {
    return (
      <ErrorBody status={503} title={t(texts.busyTitle)} text={t(texts.busyText)}>
        <ButtonLink href={retryPath}>{t(texts.retry)}</ButtonLink>
      </ErrorBody>
    );
  }
  const reference = requestId ? t(texts.failedReference, { id: requestId }) : null;
  return (
    <ErrorBody status={500} title={t(texts.failedTitle)} text={t(texts.failedText)} reference={reference}>
      <ButtonLink href={retryPath}>{t(texts.retry)}</ButtonLink>
      {homeLink}
    </ErrorBody>
  );
}

interface ErrorBodyProps {
  status: number;
  title: string;
  text: string;
  reference?: string | null;
  children: ReactNode;
}

function ErrorBody({ status, title, text, reference, children }: ErrorBodyProps) {
  return (
    <div className="error-page wrap">
      <p className="error-page__code">{status}</p>
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      {reference && <p>{reference}</p>}
      <div className="error-page__actions">{children}</div>
    </div>
  );
}

/** The whole page for a status, in the shop's look. */
export function renderStatusPage(shop: Shop, request: FailedRequest, status: StatusPage): Promise<string> {
  const [path = '/'] = request.url.split('?', 1);
  const context = shop.renderContext(path);
  const body = (
    <ErrorPage status={status} context={context} requestId={request.id} canRetry={request.method === 'GET'} />
  );
  const title = context.t(errorTitles[status]);
  return shop.renderDocument(context, { kind: 'page', status, title, body, robots: 'noindex', tags: [] });
}
