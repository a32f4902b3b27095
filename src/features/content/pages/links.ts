import type { Shop } from '#platform/features/shop.ts';
import { stripHtml } from '#platform/texts/plain-text.ts';
import { sanitiseHtml } from '#platform/texts/sanitise-html.ts';
import { readBlockTexts } from '../blocks/render-blocks.tsx';
import { listBlocks } from '../blocks/tree.ts';
import { contentTextsCacheTag } from '../entries/cache-tags.ts';
import {
  type Content,
  type FooterPlace,
  listListedPages,
  listPublishedPages,
  type PublishedPage,
} from '../entries/find-published.ts';
import { getShopPath, pagePath } from './paths.ts';

/** @returns null when the shop has no published page with the slug */
export const findPagePath = (pages: readonly PublishedPage[], slug: string): string | null =>
  pages.some((page) => page.kind === 'page' && page.slug === slug) ? pagePath(slug) : null;

export const listFooterLinks = (
  pages: readonly PublishedPage[],
  place: FooterPlace,
): { readonly name: string; readonly href: string }[] =>
  pages
    .filter((page) => page.kind === 'page' && page.place === place)
    .map(({ title, slug }) => ({ name: title, href: pagePath(slug) }));

/** Provides the pages of the sitemap. */
export async function listContentPages(shop: Shop): Promise<{ path: string; changedAt: Date | null }[]> {
  const pages = await listPublishedPages(shop);
  return pages
    .filter(({ kind, isListed }) => kind === 'page' && isListed)
    .map(({ slug, publishedAt }) => ({ path: pagePath(slug), changedAt: publishedAt }));
}

/** Provides the content of the search. */
export const searchableContent = {
  tags: [contentTextsCacheTag],
  async list(shop: Shop) {
    return (await listListedPages(shop)).map(({ kind, slug, title, lead, tree }) => ({
      ...{ path: getShopPath({ kind, slug }) ?? '/', title },
      headings: [lead, ...listHeadings(tree)].filter((heading) => heading !== ''),
      text: [lead, ...readBlockTexts(shop, tree.blocks)].join(' ').trim(),
    }));
  },
};

function listHeadings({ blocks }: Content['tree']): string[] {
  return listBlocks(blocks).flatMap(({ values: { html, title } }) => [
    ...(typeof title === 'string' ? [title.replaceAll('*', '')] : []),
    ...(typeof html === 'string'
      ? [...sanitiseHtml(html).matchAll(/<h[1-6]\b[^>]*>(.*?)<\/h[1-6]>/gs)].map(([, heading = '']) =>
          stripHtml(heading),
        )
      : []),
  ]);
}
