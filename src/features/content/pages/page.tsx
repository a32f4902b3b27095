import type { Shop } from '#platform/features/shop.ts';
import { findMediaByIds } from '#platform/media/records.ts';
import type { Page, PageView } from '#platform/pages/page.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { truncateText } from '#platform/texts/plain-text.ts';
import { readBlockTexts, renderBlocks } from '../blocks/render-blocks.tsx';
import { contentCacheTag, contentPagesCacheTag } from '../entries/cache-tags.ts';
import {
  type Content,
  findPublished,
  findRedirectedSlug,
  listPublishedPages,
  type PublishedPage,
} from '../entries/find-published.ts';
import { listInitialEntries, readInitialContent } from '../entries/initial-content.ts';
import { pagePath } from './paths.ts';

/** Maximum characters of the description for search engines. */
const descriptionLength = 160;

/** Block types that render the main heading when they come first. */
export const headTypes: readonly string[] = ['hero', 'banner'];

export interface ContentView extends PageView {
  readonly failed: readonly string[];
}

/**
 * Renders an entry as a page of the shop, for shoppers and for previews of a draft.
 * @param markEntry as for `renderBlocks`
 */
export async function renderContent(
  shop: Shop,
  context: RenderContext,
  content: Content,
  markEntry?: Parameters<typeof renderBlocks>[3],
): Promise<ContentView> {
  const { title, lead, isListed, tree, imageId } = content;
  const [rendered, picture] = await Promise.all([
    renderBlocks(shop, context, tree.blocks, markEntry),
    imageId === null ? null : findMediaByIds(shop.db, [imageId]),
  ]);
  const [image] = picture ?? [];
  const hasOwnHead = headTypes.includes(tree.blocks[0]?.type ?? '');
  return {
    kind: 'page',
    title,
    description: describeContent(shop, content),
    ...(!isListed && { robots: 'noindex' as const }),
    ...{ tags: rendered.tags, until: rendered.until, styles: rendered.styles, failed: rendered.failed },
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

export function describeContent(shop: Shop, { description, lead, tree }: Content): string {
  return truncateText(description || lead || readBlockTexts(shop, tree.blocks).join(' '), descriptionLength);
}

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

/** Renders the published home page of the shop. Without one it renders the initial home page, without pictures. */
export async function renderHome(shop: Shop, context: RenderContext): Promise<PageView> {
  const home = (await listPublishedPages(shop)).find(({ kind }) => kind === 'home');
  const content = (home && (await findHome(shop, home))) ?? readInitialHome(shop);
  const { name: title, tagline } = shop.choices;
  const description = content.description || content.lead || tagline;
  return { ...(await renderContent(shop, context, content)), title, description };
}

function readInitialHome(shop: Shop): Content {
  const initial = listInitialEntries(shop).find(({ kind }) => kind === 'home');
  if (!initial) throw new Error('content: a feature has to provide a home page to begin with');
  return readInitialContent(shop, initial, () => []);
}

function findHome(shop: Shop, { id, slug }: PublishedPage) {
  const { pages, db, choices } = shop;
  const tags = [contentPagesCacheTag, contentCacheTag(id)];
  return pages.remember(`content:home:${id}`, tags, () => findPublished(db, 'home', { locale: choices.locale, slug }));
}
