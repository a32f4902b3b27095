import { findRedirect, redirectParameters } from '#features/catalog-transfer/index.ts';
import { renderHome } from '#features/content/index.ts';
import { SiteHead } from '#features/syndication/index.ts';
import type { Page, PageSheet } from '#platform/pages/page.ts';
import { createPageKey } from '#platform/pages/page-key.ts';

const homeSheet: PageSheet = 'src/app/pages/home.page.css';
/** Style sheets of blocks that `homeSheet` contains together: one file loads faster than four. */
const sheetsInOne: readonly string[] = ['hero', 'products', 'categories', 'banner'].map(
  (block) => `src/features/content/blocks/kinds/${block}.page.css`,
);

/** One file pays when the page has these three. The few rules of the banner may then come along unused. */
const usualSheets = sheetsInOne.slice(0, 3);

function joinSheets(sheets: readonly PageSheet[]): readonly PageSheet[] {
  const isHome = usualSheets.every((sheet) => sheets.some((own) => own === sheet));
  return isHome ? [homeSheet, ...sheets.filter((sheet) => !sheetsInOne.includes(sheet))] : sheets;
}

export const homePage: Page = {
  name: 'home',
  path: '/',
  // An imported shop may have addressed its pages by query parameters of the home page.
  query: redirectParameters,
  stored: (query) => Object.keys(query).length === 0,
  async load(shop, context) {
    const { path, query } = context;
    const redirectPath = Object.keys(query).length === 0 ? null : await findRedirect(shop, createPageKey(path, query));
    if (redirectPath !== null) return { kind: 'redirect', to: redirectPath, status: 301 };
    const home = await renderHome(shop, context);
    return {
      ...home,
      styles: joinSheets([home.styles ?? []].flat()),
      head: (
        <>
          {home.head}
          <SiteHead shop={shop} />
        </>
      ),
    };
  },
};
