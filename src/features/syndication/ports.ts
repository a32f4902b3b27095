import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

export interface SitemapPage {
  readonly path: string;
  /** Time of the last change of the page's content; null when unknown. */
  readonly changedAt: Date | null;
}

export type ListSitemapPages = (shop: Shop, db: Db) => Promise<readonly SitemapPage[]>;

/** A source of sitemap pages that invalidates the sitemap with its own cache tags. */
export interface SitemapSource {
  readonly tags: readonly string[];
  readonly list: ListSitemapPages;
}

/**
 * Lists additional pages for the sitemap, at most some thousands. Invalidate the cache tag `menu` or one of the
 * source's own tags when these pages change.
 */
export const sitemapPages = definePort<ListSitemapPages | SitemapSource>('syndication.sitemap-pages');
