import { findRedirect, redirectParameters } from '#features/catalog-transfer/index.ts';
import { renderHome } from '#features/content/index.ts';
import { SiteHead } from '#features/syndication/index.ts';
import type { Page, PageSheet } from '#platform/pages/page.ts';
import { createPageKey } from '#platform/pages/page-key.ts';

const homeSheet: PageSheet = 'src/app/pages/home.page.css';
/** The sheets of blocks that are in `homeSheet` together: one file loads sooner than four. */
const sheetsInOne: readonly string[] = ['hero', 'products', 'categories', 'banner'].map(
  (block) => `src/features/content/blocks/kinds/${block}.page.css`,
);

function joinSheets(sheets: readonly PageSheet[]): readonly PageSheet[] {
  const isHome = sheetsInOne.slice(0, 3).every((sheet) => sheets.some((own) => own === sheet));
  return isHome ? [homeSheet, ...sheets.filter((sheet) => !sheetsInOne.includes(sheet))] : sheets;
}

/** An entry of content, as staff made it. */
export const homePage: Page = {
  name: 'home',
  path: '/',
  // A previous shop may have addressed its pages by query parameters of the home page.
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
