import { categoryPath, getCategoryTree } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Assets } from '#platform/islands/assets.ts';
import { pageConfig } from '#platform/islands/page-config.ts';
import type { Layout } from '#platform/pages/document.ts';
import { storefrontSettings } from '../settings.ts';
import { texts } from '../texts.ts';
import { Document } from './document.tsx';
import type { LayoutData, MenuEntry } from './layout-data.ts';

/** Categories of the first level that the menu has room for. */
const menuLength = 6;

/** The shell around every page. It costs one query, for the menu. */
export function createLayout(assets: Assets): Layout {
  return async (shop, context, view) => {
    // An error page is shown just when the database may be gone.
    const menu = view.status === 500 || view.status === 503 ? [] : await loadMenu(shop);
    const { name, tagline, address, email } = shop.choices;
    const { t } = context;
    const { notice } = shop.settings(storefrontSettings);
    const layout: LayoutData = {
      ...(notice === '' ? {} : { notice }),
      shopName: name,
      tagline,
      menu: [{ name: t(texts.everything), href: '/shop', children: [] }, ...menu],
      footer: [
        {
          title: t(texts.footerShop),
          entries: [{ name: t(texts.everything), href: '/shop' }, ...menu.map(({ name, href }) => ({ name, href }))],
        },
        {
          title: t(texts.footerStudio),
          entries: [...address.map((line) => ({ name: line })), { name: email, href: `mailto:${email}` }],
        },
      ],
    };
    return <Document context={context} view={view} layout={layout} assets={assets} config={pageConfig(shop)} />;
  };
}

async function loadMenu(shop: Shop): Promise<MenuEntry[]> {
  const tree = await getCategoryTree(shop.db);
  return tree.slice(0, menuLength).map(({ name, slug, children }) => ({
    name,
    href: categoryPath(slug),
    children: children.map((child) => ({ name: child.name, href: categoryPath(child.slug) })),
  }));
}
