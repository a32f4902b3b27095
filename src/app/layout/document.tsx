import type { ReactNode } from 'react';
import { ConsentScript } from '#features/consent/index.ts';
import { type BrowserConfig, configElement, configToJson } from '#platform/http/browser/config.shared.ts';
import type { PageView } from '#platform/pages/page.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { LightboxContent, type LightboxLabels, LightboxTemplate } from '#ui/lightbox.tsx';
import { ToastTemplate } from '#ui/toast.tsx';
import { TransitionScript } from '#ui/transition-script.tsx';
import { texts } from '../texts.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import type { KeepPart, LayoutData } from './layout-data.ts';
import { ReducedFooter, ReducedHeader } from './reduced-layout.tsx';
import { getNoticeCookieName, NoticeScript } from './store-notice.tsx';

export interface DocumentAssets {
  readonly styles: readonly string[];
  readonly printStyles?: string | undefined;
  /** The only module script of the page. */
  readonly entry: string;
  /** The two fonts used above the fold, which are preloaded. */
  readonly fonts: readonly string[];
}

export interface DocumentProps {
  context: RenderContext;
  view: PageView;
  layout: LayoutData;
  keep: KeepPart;
  assets: DocumentAssets;
  paper: { readonly light: string; readonly dark: string };
  config: BrowserConfig;
  /** Nonce of the content security policy, for pages that load from other origins. Created for each request. */
  nonce: string | null;
}

/** The whole HTML document. The caller writes `<!doctype html>` before it. */
export function Document({ context, view, layout, keep, assets, paper, config, nonce }: DocumentProps) {
  const labels = createLightboxLabels(context.t);
  return (
    <html
      lang={context.locale}
      data-notice={layout.notice ? getNoticeCookieName(layout.notice) : undefined}
      data-consent={layout.consentQuestions}
    >
      <DocumentHead
        {...{ context, view, assets, paper }}
        shopName={layout.shopName}
        {...(layout.icon !== null && { icon: layout.icon })}
      >
        <TransitionScript />
        {layout.notice && <NoticeScript />}
        {layout.consentQuestions !== undefined && <ConsentScript />}
      </DocumentHead>
      <body>
        <a className="skip-link" href="#main">
          {context.t(texts.skip)}
        </a>
        {layout.consentBanner}
        {view.isReduced ? (
          <ReducedHeader context={context} layout={layout} />
        ) : (
          <Header context={context} layout={layout} keep={keep} />
        )}
        <main id="main" tabIndex={-1}>
          {view.body}
        </main>
        {view.isReduced ? (
          <ReducedFooter context={context} layout={layout} />
        ) : (
          <Footer context={context} layout={layout} keep={keep} />
        )}
        {layout.comingSoon}
        {layout.trackers}
        <div className="visually-hidden" id="vt-status" role="status" />
        <LightboxTemplate labels={labels} html={keep('layout:lightbox', <LightboxContent labels={labels} />)} />
        {!view.isReduced && <ToastTemplate close={labels.close} retry={context.t(texts.toastRetry)} />}
        <ConfigScript config={config} entry={assets.entry} nonce={nonce} />
      </body>
    </html>
  );
}

interface ConfigScriptProps extends Pick<DocumentProps, 'config'> {
  readonly entry: string;
  readonly nonce?: string | null;
}

/** The only module script of a page and its configuration. Scripts of payment providers read the nonce from it. */
export function ConfigScript({ config, entry, nonce }: ConfigScriptProps) {
  return (
    <>
      <script
        type="application/json"
        id={configElement}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped so that it can't end the element
        dangerouslySetInnerHTML={{ __html: configToJson(config) }}
      />
      {/* The script comes last and with low priority: the page works without it, so images and styles load first. */}
      {entry !== '' && <script type="module" src={entry} fetchPriority="low" nonce={nonce ?? undefined} />}
    </>
  );
}

/** `{n}` and `{total}` stay in the labels: the browser replaces them. */
function createLightboxLabels(t: RenderContext['t']): LightboxLabels {
  const placeholders = { n: '{n}', total: '{total}' };
  return {
    close: t(texts.lightboxClose),
    previous: t(texts.lightboxPrevious),
    next: t(texts.lightboxNext),
    images: t(texts.lightboxImages),
    zoom: t(texts.lightboxZoom),
    retry: t(texts.lightboxRetry),
    count: t(texts.lightboxCount, placeholders),
    imageFailed: t(texts.lightboxImageFailed, placeholders),
    videoFailed: t(texts.lightboxVideoFailed),
    zoomFailed: t(texts.lightboxZoomFailed),
    invalidEmail: t(texts.dialogInvalidEmail),
    invalidUrl: t(texts.dialogInvalidUrl),
  };
}

interface DocumentHeadProps extends Pick<DocumentProps, 'context' | 'assets' | 'paper'> {
  view: Omit<PageView, 'layout'>;
  shopName: string;
  /** Address of a picture in WebP. Default: the icon of the program. */
  icon?: string;
  /** Rendered before the style sheets. */
  children?: ReactNode;
}

export function DocumentHead({ context, view, shopName, icon, assets, paper, children }: DocumentHeadProps) {
  const title =
    view.title === shopName ? view.title : context.t(texts.documentTitle, { title: view.title, shop: shopName });
  const isIndexed = view.robots !== 'noindex' && (view.status ?? 200) === 200;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      {view.description && <meta name="description" content={view.description} />}
      {isIndexed ? (
        <link rel="canonical" href={context.absolute(view.canonical ?? context.path)} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={paper.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={paper.dark} />
      {icon === undefined ? (
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      ) : (
        <link rel="icon" href={icon} type="image/webp" />
      )}
      {children}
      {assets.styles.map((href) => (
        <link rel="stylesheet" href={href} key={href} />
      ))}
      {assets.printStyles && <link rel="stylesheet" media="print" href={assets.printStyles} />}
      {assets.fonts.map((href) => (
        <link rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" key={href} />
      ))}
      {view.head}
    </head>
  );
}
