import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

/** A page in the sitemap. */
export interface SitemapPage {
  readonly path: string;
  /** Last change of its content, if known. */
  readonly changedAt: Date | null;
}

export type ListSitemapPages = (shop: Shop, db: Db) => Promise<readonly SitemapPage[]>;

/**
 * Lists additional pages in the sitemap, some thousands at most. Invalidate the tag `menu` when
 * they change.
 */
export const sitemapPages = definePort<ListSitemapPages>('syndication.sitemap-pages');
