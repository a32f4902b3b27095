import { shopPath } from '#features/catalog/index.ts';
import type { Block, InitialEntry } from '#features/content/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { texts } from './texts.ts';

/** Categories that fit in the menu of a large screen. */
const menuLength = 6;

const createGroup = (id: string, text: string, children: readonly Block[]): Block => ({
  ...{ id, type: 'menu-group', values: { text }, children },
});

/** All products, and the first categories. */
const createShopLinks = ({ t }: Shop): readonly Block[] => [
  { id: 'all', type: 'menu-link', values: { text: t(texts.shopAll), href: shopPath } },
  { id: 'categories', type: 'menu-categories', values: { count: menuLength } },
];

/** The menus and the home page of a shop that has none of its own. */
export const contentOfShop: readonly InitialEntry[] = [
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
