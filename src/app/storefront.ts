import { createDemoCommand } from '#demo/loaders/demo-command.ts';
import { addToCartPath, getMaxQuantity } from '#features/cart/index.ts';
import { createQuickViewAction } from '#features/listing/index.ts';
import type { Feature } from '#platform/features/feature.ts';
import { transitionScriptHash } from '#ui/transition-script.tsx';
import { readDemoCatalogue, readGeneratedCatalogue } from './demo.ts';
import { noticeScriptHash } from './layout/store-notice.tsx';
import { homePage } from './pages/home.tsx';
import { listingPages } from './pages/listing.tsx';
import { productPage, productReviewsPage } from './pages/product.tsx';
import { searchPage } from './pages/search.tsx';
import { storefrontSettings } from './settings.ts';
import { registerFavicon } from './site/favicon.ts';
import { siteForm, siteSubject } from './site/site-form.ts';
import { texts } from './texts.ts';

export const storefront: Feature = {
  name: 'storefront',
  needs: [
    'accounts',
    'bought-together',
    'catalog',
    'cart',
    'cart-page',
    'mini-cart',
    'search',
    'reviews',
    'syndication',
    'withdrawals',
    'consent',
    'contact-forms',
    'content',
    'coming-soon',
    'photo-feed',
    'attribution',
    'wishlist-pages',
  ],
  pages: [homePage, ...listingPages, productPage, productReviewsPage, searchPage],
  actions: [createQuickViewAction({ path: addToCartPath, getMaxQuantity })],
  admin: {
    forms: [siteForm],
    auditKinds: [
      { kind: siteSubject, text: texts.site, page: { requires: siteForm.requires, path: () => siteForm.path } },
    ],
    navigation: [
      { section: 'settings', order: -1, text: texts.site, path: siteForm.path, permission: siteForm.requires },
    ],
  },
  routes: registerFavicon,
  settings: [storefrontSettings],
  texts: [texts],
  origins: { script: [noticeScriptHash, transitionScriptHash] },
  siteOptions: (shop) => ({ cookie_notice_version: shop.settings(storefrontSettings).cookieNoticeVersion }),
  commands: [createDemoCommand({ readDemoCatalogue, readGeneratedCatalogue })],
};
