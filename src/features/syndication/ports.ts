import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

export interface SitemapPage {
  readonly path: string;
  /** Last change of its content, if known. */
  readonly changedAt: Date | null;
}

export type ListSitemapPages = (shop: Shop, db: Db) => Promise<readonly SitemapPage[]>;

/** Pages whose changes have a tag of their own. */
export interface SitemapSource {
  readonly tags: readonly string[];
  readonly list: ListSitemapPages;
}

/**
 * Lists additional pages in the sitemap, some thousands at most. Invalidate the tag `menu` when
 * they change, or one of the source's own tags.
 */
export const sitemapPages = definePort<ListSitemapPages | SitemapSource>('syndication.sitemap-pages');
