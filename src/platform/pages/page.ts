import type { ReactNode } from 'react';
import type { ApiOperation } from '#platform/api/operation.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from './render-context.ts';

export type PageSheet = `${string}.page.css`;
export type PrintSheet = `${string}.print.css`;

export type PathParams = Readonly<Record<string, string>>;

/** The content of a page and how long it may be cached. */
export interface PageView {
  readonly kind: 'page';
  /** The frame around it. Private pages may also name `admin`. */
  readonly layout?: 'shop';
  /** Leaves out of the layout what leads away: for a checkout. Default: the whole layout. */
  readonly isReduced?: true;
  /** Default: 200. */
  readonly status?: 200 | 400 | 401 | 403 | 404 | 410 | 413 | 500 | 503;
  /** Title of the document, without the shop's name. */
  readonly title: string;
  /** Description for search engines. */
  readonly description?: string;
  /** Path of the canonical URL. Default: the page's own path. */
  readonly canonical?: string;
  /** Keeps search engines from listing it. */
  readonly robots?: 'noindex';
  /**
   * The style sheet of its kind, a path from the root of the project: `src/app/pages/home.page.css`.
   * It is loaded after the base that all pages have. Default: the base alone. Further ones belong to what only some
   * pages of the kind show, such as forms in texts.
   */
  readonly styles?: PageSheet | readonly PageSheet[];
  /** A style sheet for paper, which no screen waits for: `src/app/pages/product.print.css`. Default: that of all pages. */
  readonly printStyles?: PrintSheet;
  /** Tags for the document's head: preloads, structured data. */
  readonly head?: ReactNode;
  /** Content of `<main>`. */
  readonly body: ReactNode;
  /** What the page depends on: `product:12`, `menu`. Invalidating a tag drops the page. */
  readonly tags: readonly string[];
  /** When its content changes by itself next: a sale starts. */
  readonly until?: Date | null;
}

/** Content other than HTML, cached like a page: a sitemap, an API reply. */
export interface RawView {
  readonly kind: 'raw';
  /** Default: 200. */
  readonly status?: 200 | 400 | 404;
  /** Content type. */
  readonly type: string;
  readonly body: string;
  /** Added to the headers of every page. */
  readonly headers?: Readonly<Record<string, string>>;
  /** As in `PageView`. */
  readonly tags: readonly string[];
  /** As in `PageView`. */
  readonly until?: Date | null;
}

export interface PageRedirect {
  readonly kind: 'redirect';
  readonly to: string;
  readonly status: 301 | 302 | 303 | 308;
}

export type PageResult = PageView | RawView | PageRedirect | { readonly kind: 'missing' };

/** A cached page: the same for everyone, signed in or not. */
export interface Page {
  /** Names the page in logs and metrics. */
  readonly name: string;
  /** Fastify route syntax: `/product/:slug`. */
  readonly path: string;
  /** Query parameters that it may depend on. Others are not part of its key and not readable. */
  readonly query?: readonly string[];
  /** Those of `query` that may be repeated, such as checkboxes; values are joined by commas. */
  readonly lists?: readonly string[];
  /**
   * Whether it reports values over 200 characters (passed truncated to 201) and values with zero
   * bytes itself. Default: they are dropped.
   */
  readonly judgesQuery?: boolean;
  /** Whether pages with these parameters are cached. Default: yes. */
  readonly stored?: (query: Readonly<Record<string, string>>) => boolean;
  /** Describes a page whose `RawView` is JSON. */
  readonly api?: ApiOperation;
  /** Returns a `PageView`, a `RawView`, a redirect, or `{ kind: 'missing' }` for a 404 page. */
  readonly load: (shop: Shop, context: RenderContext, params: PathParams) => Promise<PageResult>;
}
