import { AccountLink } from '#features/accounts/index.ts';
import { AttributionTracker } from '#features/attribution/index.ts';
import { type CategoryNode, categoriesCacheTag, getCategoryTree } from '#features/catalog/index.ts';
import { ComingSoonBanner, comingSoonStyles, hasComingSoonBanner } from '#features/coming-soon/index.ts';
import { ConsentBanner, consentPath, getConsentQuestions, listPurposes } from '#features/consent/index.ts';
import { contactFormSettings, type FormIds, getFormIds } from '#features/contact-forms/index.ts';
import { getMenusWithoutDatabase, listPublishedPages, loadMenus, type PublishedPage } from '#features/content/index.ts';
import { allowMiniCartOrigins, CartLink } from '#features/mini-cart/index.ts';
import { SearchForm, searchPath, searchSettings } from '#features/search/index.ts';
import { createWishlistConfig, WishlistLink } from '#features/wishlist-pages/index.ts';
import { withdrawalSettings } from '#features/withdrawals/index.ts';
import { shopDetails } from '#platform/config/shop-details.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Assets } from '#platform/islands/assets.ts';
import { createPageConfig } from '#platform/islands/page-config.ts';
import type { Layouts } from '#platform/pages/document.ts';
import type { PageSheet } from '#platform/pages/page.ts';
import { getPageNonce } from '#platform/pages/page-origins.ts';
import { storefrontSettings } from '../settings.ts';
import type { Theme } from '../theme.ts';
import { Document } from './document.tsx';
import { createFrame, memoizeLast } from './frame.ts';
import { applyTheme } from './theme-assets.ts';

const noForms: FormIds = new Set();
const noPages: readonly PublishedPage[] = [];
/** Style sheet of pages whose menu has columns or blocks. */
const richMenuSheet: PageSheet = 'src/app/layout/rich-menu.page.css';

/**
 * The layout of the shop's pages.
 * @param prefetchPattern regular expression of the paths that a browser may prefetch
 */
export function createShopLayout(assets: Assets, prefetchPattern: string, theme: Theme): Layouts['shop'] {
  const getPageAssets = applyTheme(assets, theme);
  const getFrame = memoizeLast(createFrame);
  const getStaticMenus = memoizeLast(getMenusWithoutDatabase);
  return async (shop, context, view) => {
    // Error pages are rendered while the database may be down.
    const isErrorPage = view.status === 500 || view.status === 503;
    const tree = isErrorPage ? [] : await getMenuCategories(shop);
    const menus = isErrorPage ? getStaticMenus(shop) : await loadMenus(shop);
    const formIds = isErrorPage ? noForms : await getFormIds(shop);
    const settings = shop.settings(storefrontSettings);
    const withdrawal = shop.settings(withdrawalSettings);
    const ofSearch = shop.settings(searchSettings);
    const hasPurposes = listPurposes(shop).length > 0;
    const ofContact = shop.settings(contactFormSettings);
    const pages = isErrorPage ? noPages : await listPublishedPages(shop);
    const { data, links, json, hasRichMenu } = getFrame(
      ...([shop.choices, context.t, menus, settings, ofSearch, withdrawal, hasPurposes] as const),
      ofContact,
      formIds,
      pages,
      shop.settings(shopDetails),
    );
    if (!isErrorPage && !view.isReduced) allowMiniCartOrigins(shop);
    const search = <SearchForm shop={shop} context={context} categories={tree} />;
    const cart = <CartLink context={context} themePrefix={shop.wire.themePrefix} />;
    const wishlistConfig = createWishlistConfig(shop, context);
    const wishlist = <WishlistLink shop={shop} context={context} config={wishlistConfig} />;
    const account = <AccountLink context={context} wire={shop.wire} />;
    const consentQuestions = getConsentQuestions(shop);
    const consentBanner = consentQuestions !== undefined && context.path !== consentPath && (
      <ConsentBanner shop={shop} />
    );
    const trackers = <AttributionTracker shop={shop} />;
    const menuStyles = [...menus.styles, ...(hasRichMenu ? [richMenuSheet] : [])];
    const hasBanner = hasComingSoonBanner(shop) && !view.isReduced;
    const comingSoon = hasBanner && <ComingSoonBanner shop={shop} context={context} />;
    const ownStyles = [...menuStyles, ...(hasBanner ? [comingSoonStyles] : [])];
    // The header of search results shows the query, so it is not cached. The link to the current page is marked, so
    // the path is part of the key if the menu links to it.
    const ofHeader = `${json} ${wishlistConfig}`;
    const inputs = context.path === searchPath ? null : `${ofHeader} ${links.has(context.path) ? context.path : ''}`;
    return (
      <Document
        context={context}
        view={view}
        layout={{ ...data, search, account, wishlist, cart, consentQuestions, consentBanner, comingSoon, trackers }}
        keep={(part, element) => shop.keepHtml(part, inputs, element)}
        assets={getPageAssets({
          ...view,
          styles: [...[view.styles ?? []].flat(), ...(view.isReduced ? [] : ownStyles)],
        })}
        paper={theme.paper}
        config={{ ...createPageConfig(shop), prefetchPattern }}
        nonce={getPageNonce()}
      />
    );
  };
}

function getMenuCategories({ db, pages }: Shop): Promise<CategoryNode[]> {
  return pages.remember('layout:categories', [categoriesCacheTag], () => getCategoryTree(db));
}
