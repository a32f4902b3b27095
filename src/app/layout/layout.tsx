import {
  type CategoryNode,
  categoriesCacheTag,
  categoryPath,
  getCategoryTree,
  shopPath,
} from '#features/catalog/index.ts';
import { SearchForm } from '#features/search/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Assets } from '#platform/islands/assets.ts';
import { createPageConfig } from '#platform/islands/page-config.ts';
import type { Layouts } from '#platform/pages/document.ts';
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
  const themedAssets = applyTheme(assets, theme);
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
    const layout: LayoutData = {
      notice: createStoreNotice(settings),
      stickyHeader: settings.stickyHeader,
      categories: [allProducts, ...categories],
      contact,
      search: <SearchForm shop={shop} context={context} categories={tree} />,
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
    return (
      <Document
        context={context}
        view={view}
        layout={layout}
        assets={themedAssets}
        paper={theme.paper}
        config={{ ...createPageConfig(shop), prefetchPattern }}
      />
    );
  };
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
