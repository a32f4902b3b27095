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
  /** Layout around the page. Private pages may also name `admin`. */
  readonly layout?: 'shop';
  /** Omits links that lead away from the page, for a checkout. Default: the whole layout. */
  readonly isReduced?: true;
  /** Default: 200. */
  readonly status?: 200 | 400 | 401 | 403 | 404 | 410 | 413 | 500 | 503;
  /** Title of the document, without the shop's name. */
  readonly title: string;
  /** Description for search engines. */
  readonly description?: string;
  /** Path of the canonical URL. Default: the page's own path. */
  readonly canonical?: string;
  /** Excludes the page from search engines. */
  readonly robots?: 'noindex';
  /**
   * The style sheet of this kind of page, a path from the root of the project: `src/app/pages/home.page.css`. It is
   * loaded after the base style sheet of all pages. Default: only the base. Further style sheets are for content that
   * only some pages of the kind show, such as forms in texts.
   */
  readonly styles?: PageSheet | readonly PageSheet[];
  /**
   * A style sheet for print, which does not delay the display: `src/app/pages/product.print.css`. Default: the print
   * style sheet of all pages.
   */
  readonly printStyles?: PrintSheet;
  /** Tags for the document's head: preloads, structured data. */
  readonly head?: ReactNode;
  /** Content of `<main>`. */
  readonly body: ReactNode;
  /** Cache tags that the page depends on: `product:12`, `menu`. Invalidating a tag drops the page from the cache. */
  readonly tags: readonly string[];
  /** Next time at which the page's content changes by itself, for example because a sale starts. */
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
  /** Headers in addition to the headers of every page. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Cache tags, as in `PageView`. */
  readonly tags: readonly string[];
  /** Next time of a change, as in `PageView`. */
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
  /** Name of the page in logs and metrics. */
  readonly name: string;
  /** Path in Fastify's route syntax: `/product/:slug`. */
  readonly path: string;
  /**
   * Query parameters that the page may depend on. Other parameters are not part of its cache key and not readable.
   */
  readonly query?: readonly string[];
  /** Parameters of `query` that may be repeated, such as checkboxes. Their values are joined by commas. */
  readonly lists?: readonly string[];
  /**
   * Whether the page itself reports values over 200 characters (passed truncated to 201) and values with zero
   * bytes. Default: such values are dropped.
   */
  readonly judgesQuery?: boolean;
  /** Whether pages with these parameters are cached. Default: always. */
  readonly stored?: (query: Readonly<Record<string, string>>) => boolean;
  /** Describes a page whose `RawView` is JSON. */
  readonly api?: ApiOperation;
  /** Returns a `PageView`, a `RawView`, a redirect, or `{ kind: 'missing' }` for a 404 page. */
  readonly load: (shop: Shop, context: RenderContext, params: PathParams) => Promise<PageResult>;
}
