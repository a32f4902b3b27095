import { shopPath } from '#features/catalog/index.ts';
import type { Block, InitialEntry } from '#features/content/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { texts } from './texts.ts';

/** Number of categories that fit in the menu of a large screen. */
const menuLength = 6;

const createGroup = (id: string, text: string, children: readonly Block[]): Block => ({
  ...{ id, type: 'menu-group', values: { text }, children },
});

/** One large card and two rows of two cards. */
const featuredCount = 5;
/** One row of cards. */
const newestCount = 4;

const createShopLinks = ({ t }: Shop): readonly Block[] => [
  { id: 'all', type: 'menu-link', values: { text: t(texts.shopAll), href: shopPath } },
  { id: 'categories', type: 'menu-categories', values: { count: menuLength } },
];

function createHome({ t }: Shop): readonly Block[] {
  const newest = { title: t(texts.newArrivals), source: 'newest', count: newestCount };
  return [
    // A hero without a title shows the tagline, which the owner may not have chosen yet.
    { id: 'hero', type: 'hero', values: { linkText: t(texts.browseAll), linkHref: shopPath } },
    {
      ...{ id: 'featured', type: 'products' },
      values: { title: t(texts.featured), source: 'featured', count: featuredCount, hasLead: true },
    },
    { id: 'categories', type: 'categories', values: { title: t(texts.shopByCategory) } },
    { id: 'newest', type: 'products', values: { ...newest, linkText: t(texts.viewAll), linkHref: shopPath } },
  ];
}

/** The menus and the home page of a shop that has stored none. */
export const contentOfShop: readonly InitialEntry[] = [
  {
    ...{ kind: 'home', slug: 'home', title: ({ t }) => t(texts.homeUse) },
    blocks: (_findPicture, shop) => createHome(shop),
  },
  {
    ...{ kind: 'menu', slug: 'main', title: ({ t }) => t(texts.mainMenuName) },
    blocks: (_findPicture, shop) => createShopLinks(shop),
  },
  {
    ...{ kind: 'menu', slug: 'footer', title: ({ t }) => t(texts.footer) },
    blocks: (_findPicture, shop) => {
      const { t } = shop;
      return [
        createGroup('shop', t(texts.footerShop), createShopLinks(shop)),
        createGroup('help', t(texts.footerHelp), [{ id: 'help1', type: 'menu-pages', values: { place: 'help' } }]),
        createGroup('contact', t(texts.contact), [{ id: 'contact1', type: 'menu-contact', values: {} }]),
        createGroup('legal', t(texts.footerLegal), [{ id: 'legal1', type: 'menu-pages', values: { place: 'legal' } }]),
      ];
    },
  },
];
