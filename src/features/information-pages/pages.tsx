import type { Shop } from '#platform/features/shop.ts';
import type { Page } from '#platform/pages/page.ts';
import { removePlaceholders } from '#platform/texts/placeholders.ts';
import { stripHtml, truncateText } from '#platform/texts/plain-text.ts';
import { sanitiseHtml } from '#platform/texts/sanitise-html.ts';
import { createContentRenderer } from './content.tsx';
import { type InformationPage, informationPageSettings } from './settings.ts';

/** Length of the description for search engines, in characters. */
const descriptionLength = 160;

const informationPath = (slug: string): string => `/pages/${slug}`;

export const informationPages: Page = {
  name: 'information',
  path: '/pages/:slug',
  async load(shop, _context, { slug }) {
    const page = shop.settings(informationPageSettings).pages.find((candidate) => candidate.slug === slug);
    if (!page) return { kind: 'missing' };
    const html = sanitiseHtml(page.html);
    const content = createContentRenderer(shop);
    const text = await content.render(html);
    return {
      kind: 'page',
      title: page.title,
      description: truncateText(page.lead ?? stripHtml(removePlaceholders(html)), descriptionLength),
      ...(!page.isListed && { robots: 'noindex' as const }),
      ...{ tags: content.tags, until: content.until, styles: content.styles },
      body: (
        <article className="wrap wrap--text">
          <header className="page-head">
            <h1>{page.title}</h1>
            {page.lead !== undefined && <p className="lead">{page.lead}</p>}
          </header>
          {text}
        </article>
      ),
    };
  },
};

/** Returns the path of the page with a slug; null when the shop has none. */
export function findInformationPath({ settings }: Pick<Shop, 'settings'>, slug: string): string | null {
  return settings(informationPageSettings).pages.some((page) => page.slug === slug) ? informationPath(slug) : null;
}

/** Links of the footer to the pages of a place. */
export function listFooterLinks(
  pages: readonly InformationPage[],
  place: InformationPage['place'],
): { readonly name: string; readonly href: string }[] {
  return pages
    .filter((page) => page.place === place)
    .map(({ title, slug }) => ({ name: title, href: informationPath(slug) }));
}

/** Fills the port of the sitemap. */
export async function listInformationPages(shop: Shop): Promise<{ path: string; changedAt: null }[]> {
  const { pages } = shop.settings(informationPageSettings);
  return pages.filter(({ isListed }) => isListed).map(({ slug }) => ({ path: informationPath(slug), changedAt: null }));
}

/** Fills the port of the search. */
export const searchableInformationPages = {
  tags: ['settings:information-pages'],
  async list(shop: Shop) {
    const { pages } = shop.settings(informationPageSettings);
    return pages
      .filter(({ isListed }) => isListed)
      .map(({ slug, title, lead, html }) => {
        const content = removePlaceholders(sanitiseHtml(html));
        const headings = [...content.matchAll(/<h[1-6]\b[^>]*>(.*?)<\/h[1-6]>/gs)].map(([, heading = '']) =>
          stripHtml(heading),
        );
        return {
          ...{ path: informationPath(slug), title },
          headings: [lead ?? '', ...headings].filter((heading) => heading !== ''),
          // In one line of text, a heading would run into what follows.
          text: [lead ?? '', stripHtml(content.replace(/([\p{L}\p{N}])(<\/h[1-6]>)/gu, '$1:$2'))].join(' ').trim(),
        };
      });
  },
};
