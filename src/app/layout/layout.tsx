import {
  type CategoryNode,
  categoriesCacheTag,
  categoryPath,
  getCategoryTree,
  shopPath,
} from '#features/catalog/index.ts';
import { SearchForm, searchPath, searchSettings } from '#features/search/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Assets } from '#platform/islands/assets.ts';
import { createPageConfig } from '#platform/islands/page-config.ts';
import type { Layouts } from '#platform/pages/document.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { storefrontSettings } from '../settings.ts';
import { texts } from '../texts.ts';
import type { Theme } from '../theme.ts';
import { Document } from './document.tsx';
import type { LayoutData, MenuEntry } from './layout-data.ts';
import { createStoreNotice } from './store-notice.tsx';
import { applyTheme } from './theme-assets.ts';

/** Top-level categories that fit in the menu. */
const menuLength = 6;

/**
 * The layout of the shop's pages.
 * @param prefetchPattern regular expression of the paths that a browser may prefetch
 */
export function createShopLayout(assets: Assets, prefetchPattern: string, theme: Theme): Layouts['shop'] {
  const getPageAssets = applyTheme(assets, theme);
  return async (shop, context, view) => {
    // Error pages are rendered while the database may be down.
    const tree = view.status === 500 || view.status === 503 ? [] : await getMenuCategories(shop);
    const categories = tree.map(toMenuEntry);
    const menu = categories.slice(0, menuLength);
    const { name, tagline, address, email } = shop.choices;
    const { t } = context;
    const settings = shop.settings(storefrontSettings);
    const allProducts = { name: t(texts.shopAll), href: shopPath, children: [] };
    const contact = {
      title: t(texts.contact),
      entries: [...address.map((line) => ({ name: line })), { name: email, href: `mailto:${email}` }],
    };
    const frame = {
      notice: createStoreNotice(settings),
      stickyHeader: settings.stickyHeader,
      categories: [allProducts, ...categories],
      contact,
      shopName: name,
      tagline,
      menu: [allProducts, ...menu],
      footer: [
        {
          title: t(texts.footerShop),
          entries: [allProducts, ...menu].map(({ name, href }) => ({ name, href })),
        },
        contact,
      ],
    };
    const search = <SearchForm shop={shop} context={context} categories={tree} />;
    const inputs = getInputs(shop, context, frame);
    return (
      <Document
        context={context}
        view={view}
        layout={{ ...frame, search }}
        keep={(part, element) => shop.keepHtml(part, inputs, element)}
        assets={getPageAssets(view)}
        paper={theme.paper}
        config={{ ...createPageConfig(shop), prefetchPattern }}
      />
    );
  };
}

/** What the header, the sidebar and the footer depend on. Null for results of a search, whose header shows the query. */
function getInputs(shop: Shop, { path }: RenderContext, frame: LayoutData): string | null {
  if (path === searchPath) return null;
  const links = frame.categories.flatMap(({ href, children }) => [href, ...children.map((child) => child.href)]);
  return JSON.stringify([frame, shop.settings(searchSettings), links.includes(path) ? path : null]);
}

/** Every page has the tag. */
function getMenuCategories({ db, pages }: Shop): Promise<CategoryNode[]> {
  return pages.remember('layout:categories', [categoriesCacheTag], () => getCategoryTree(db));
}

function toMenuEntry({ name, slug, children }: CategoryNode): MenuEntry {
  return {
    name,
    href: categoryPath(slug),
    children: children.map((child) => ({ name: child.name, href: categoryPath(child.slug) })),
  };
}
