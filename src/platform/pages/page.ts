import type { ReactNode } from 'react';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from './render-context.ts';

export type PathParams = Readonly<Record<string, string>>;

/** What a page shows, and for how long it may be kept. */
export interface PageView {
  readonly kind: 'page';
  readonly status?: 200 | 400 | 404 | 410 | 500 | 503;
  readonly title: string;
  readonly description?: string;
  /** Path of the address that search engines should keep; this page's own path when absent. */
  readonly canonical?: string;
  readonly robots?: 'noindex';
  /** Tags for the document's head: preloads, structured data. */
  readonly head?: ReactNode;
  readonly body: ReactNode;
  /** Whatever this page was made from (`product:12`, `category:3`, `menu`): when one of them moves, the page is made again. */
  readonly tags: readonly string[];
  /** The next moment at which it would look different by itself (a sale starts). */
  readonly until?: Date | null;
}

/** Something else than HTML that is kept and sent like a page: a sitemap, the reply of an API. */
export interface RawView {
  readonly kind: 'raw';
  readonly status?: 200 | 400 | 404;
  /** Content type. */
  readonly type: string;
  readonly body: string;
  /** Besides those of every page. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly until?: Date | null;
}

export interface PageRedirect {
  readonly kind: 'redirect';
  readonly to: string;
  readonly status: 301 | 302 | 303 | 308;
}

export type PageResult = PageView | RawView | PageRedirect | { readonly kind: 'missing' };

/** A page that is the same for everyone, signed in or not. */
export interface Page {
  readonly name: string;
  /** Fastify route syntax: `/product/:slug`. */
  readonly path: string;
  /** The query parameters that it may depend on; others can't be reached while rendering and are no part of its key. */
  readonly query?: readonly string[];
  /** Those of them that may be given several times, as the boxes of a form are. */
  readonly lists?: readonly string[];
  /** Whether it says itself what is wrong with values that are too long (they come cut) or have zero bytes; others never see them. */
  readonly judgesQuery?: boolean;
  /** Whether this combination of parameters is worth keeping; true when absent. Free filter combinations are rendered, not stored. */
  readonly stored?: (query: Readonly<Record<string, string>>) => boolean;
  readonly load: (shop: Shop, context: RenderContext, params: PathParams) => Promise<PageResult>;
}
