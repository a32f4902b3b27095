import type { Shop } from '#platform/features/shop.ts';
import { findMediaByIds } from '#platform/media/records.ts';
import type { Page, PageView } from '#platform/pages/page.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { truncateText } from '#platform/texts/plain-text.ts';
import { readBlockTexts, renderBlocks } from '../blocks/render-blocks.tsx';
import { contentCacheTag } from '../entries/cache-tags.ts';
import { type Content, findPublished, findRedirectedSlug, listPublishedPages } from '../entries/find-published.ts';
import { pagePath } from './paths.ts';

/** Length of the description for search engines, in characters. */
const descriptionLength = 160;

/** An entry as a page of the shop: what shoppers see, and what a preview shows of a draft. */
export async function renderContent(shop: Shop, context: RenderContext, content: Content): Promise<PageView> {
  const { title, lead, isListed, tree, imageId } = content;
  const [rendered, picture] = await Promise.all([
    renderBlocks(shop, context, tree.blocks),
    imageId === null ? null : findMediaByIds(shop.db, [imageId]),
  ]);
  const [image] = picture ?? [];
  const hasOwnHead = ['hero', 'banner'].includes(tree.blocks[0]?.type ?? '');
  return {
    kind: 'page',
    title,
    description: describeContent(shop, content),
    ...(!isListed && { robots: 'noindex' as const }),
    ...{ tags: rendered.tags, until: rendered.until, styles: rendered.styles },
    ...(image && {
      head: <meta property="og:image" content={`${shop.config.publicUrl}${shop.media.picture(image).src}`} />,
    }),
    body: (
      <>
        {!hasOwnHead && (
          <header className="page-head wrap wrap--text">
            <h1>{title}</h1>
            {lead !== '' && <p className="lead">{lead}</p>}
          </header>
        )}
        {rendered.node}
      </>
    ),
  };
}

/** For search engines and lists. */
export function describeContent(shop: Shop, { description, lead, tree }: Content): string {
  return truncateText(description || lead || readBlockTexts(shop, tree.blocks).join(' '), descriptionLength);
}

/** The pages of the shop, in its language. */
export const contentPage: Page = {
  name: 'content',
  path: '/pages/:slug',
  async load(shop, context, { slug = '' }) {
    const found = await findPublished(shop.db, 'page', { locale: context.locale, slug });
    if (!found) {
      const target = await findRedirectedSlug(shop.db, context.locale, slug);
      return target === null ? { kind: 'missing' } : { kind: 'redirect', to: pagePath(target), status: 301 };
    }
    const view = await renderContent(shop, context, found);
    return { ...view, tags: [contentCacheTag(found.id), ...view.tags] };
  },
};

/** The published home page of the shop; null while it has none. */
export async function renderHome(shop: Shop, context: RenderContext): Promise<PageView | null> {
  const home = (await listPublishedPages(shop)).find(({ kind }) => kind === 'home');
  const found = home && (await findPublished(shop.db, 'home', { locale: context.locale, slug: home.slug }));
  if (!found) return null;
  const view = await renderContent(shop, context, found);
  return { ...view, title: shop.choices.name, tags: [contentCacheTag(found.id), ...view.tags] };
}
