import { defineSlot } from '#platform/features/slots.ts';

/** A page in the sitemap. */
export interface SitemapPage {
  readonly path: string;
  /** Last change of its content, if known. */
  readonly changedAt: Date | null;
}

/**
 * Additional pages in the sitemap, some thousands at most. Invalidate the tag `menu` when they
 * change.
 */
export const sitemapPages = defineSlot<null, readonly SitemapPage[]>('syndication.sitemap-pages');
