import { defineSlot } from '#platform/features/slots.ts';

/** A page that search engines shall find. */
export interface SitemapPage {
  readonly path: string;
  /** When what it shows last changed, where that is known. */
  readonly changedAt: Date | null;
}

/** Pages besides home, products and categories. A filler gives some thousands at most, and makes its tag `menu` move with them. */
export const sitemapPages = defineSlot<null, readonly SitemapPage[]>('syndication.sitemap-pages');
