import type { ReactNode } from 'react';
import { z } from 'zod';
import { renderCompanionsOfProducts } from '#features/bought-together/index.ts';
import type { RenderWishlistPage } from '#features/wishlist-ajax/index.ts';
import {
  acknowledgeMerge,
  defineWishlistFragment,
  findList,
  findOwnPurchases,
  findPurchases,
  getWishlistPath,
  type Wishlist,
  wishlistSettings,
} from '#features/wishlists/index.ts';
import { awaitAll } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderHtml } from '#platform/fragments/fragments.tsx';
import type { PrivateView } from '#platform/http/private-page.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import { listLayouts, managePath } from '../contract.ts';
import { getFormClass, getPrefix } from '../names.ts';
import { wishlistPageTexts as texts } from '../texts.ts';
import { BuyForms, GiftFacts, Purchases } from './gift-parts.tsx';
import { ListForm } from './list-form.tsx';
import { ListTools } from './list-tools.tsx';
import { type ListView, type ListViewOptions, loadListView } from './list-view.ts';
import { type PageNotice, PageNotices, type ToCartReport } from './notices.tsx';
import type { ListFormProps } from './render-rows.tsx';
import { TitleForm } from './write-form.tsx';

export const wishlistStyles = 'src/features/wishlist-pages/wishlist.page.css' as const;

interface ListRender extends Partial<ListViewOptions> {
  readonly notices?: readonly PageNotice[];
  readonly toCart?: ToCartReport;
  /**
   * Whether the shopper sees the page now. The notice about rows merged from another device then counts as seen.
   * Default: true.
   */
  readonly isSeen?: boolean;
}

export async function renderList(
  shop: Shop,
  actor: Actor,
  list: Wishlist,
  { notices = [], toCart, isSeen = true, ...look }: ListRender = {},
): Promise<PrivateView> {
  const context = shop.renderContext(getWishlistPath(list.token));
  const asking = notices.find(({ code }) => code === 'NO_LIST_CHOSEN')?.key;
  const view = await loadListView(shop, actor, list, {
    ...look,
    askingItem: asking === undefined ? null : Number(asking),
  });
  const [all, own] =
    list.gift === null
      ? [[], []]
      : await awaitAll([findPurchases(shop.db, list), findOwnPurchases(shop.db, getOwner(actor), list)]);
  if (isSeen && list.mergedItems > 0) await acknowledgeMerge(shop.db, list.id);
  const body = (
    <Behaviour of="wishlist-pages/list-page" when="load">
      {/* An empty list has this element, too: removed rows can be restored. */}
      <div className="wrap wishlist" data-mobile-width={shop.settings(wishlistSettings).mobileWidth}>
        <ListHead context={context} shop={shop} view={view} />
        <PageNotices context={context} view={view} notices={notices} toCart={toCart} />
        <ListTools shop={shop} context={context} view={view} />
        <ListForm shop={shop} context={context} view={view} />
        {view.page.itemCount > 0 && <BuyForms view={view} />}
        <Purchases context={context} purchases={own} view={view} isThanking={false} />
        <Purchases context={context} purchases={all} view={view} isThanking />
      </div>
      {await renderCompanionSlider(shop, context, view)}
    </Behaviour>
  );
  return { title: list.name, styles: wishlistStyles, query: ['page', 'view'], body };
}

/** Renders products that are often bought with the page's products. Their buttons add to the owner's list. */
async function renderCompanionSlider(shop: Shop, context: RenderContext, { list, page }: ListView): Promise<ReactNode> {
  const products = page.items.flatMap(({ slug, productId }) => (slug === null ? [] : [productId]));
  const slider = await renderCompanionsOfProducts(shop, context, {
    productIds: [...new Set(products)],
    wishlistId: list.isUserOwner ? list.id : undefined,
  });
  return slider && <div className={`${getPrefix(shop)}-frequently-bought-together`}>{slider}</div>;
}

function ListHead({ shop, context: { t }, view: { list, href } }: ListFormProps) {
  const { maxNameLength } = shop.settings(wishlistSettings);
  return (
    <header className="page-head">
      {list.isUserOwner && (
        <p className="wishlist__back">
          <a href={managePath}>{t(texts.allLists)}</a>
        </p>
      )}
      <div className={`wishlist-title${list.isUserOwner ? ' wishlist-title-with-form' : ''}`}>
        {/* The title of the page. Scripts of a migrated shop make this element editable. */}
        <h2 className="wishlist-anchor" aria-level={1}>
          {list.name}
        </h2>
      </div>
      {list.isUserOwner && <TitleForm t={t} list={list} maxNameLength={maxNameLength} returnTo={href} />}
      <p className="wishlist__facts">{t(texts.itemCount, { count: list.itemCount })}</p>
      <GiftFacts context={{ t }} list={list} />
    </header>
  );
}

/** Options of the form's block. `is_user_owner` is only for scripts: the session determines the owner. */
const formOptions = z.object({
  wishlist_token: z.string().regex(/^[\w-]{22}$/),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  layout: z.enum(listLayouts).nullable().default(null),
  is_mobile: z.union([z.enum(['yes', 'no']), z.boolean()]).default('no'),
});

/** Renders the form of a list's page for calls, also in the mobile layout. */
export const listFragment = defineWishlistFragment({
  name: (shop) => getFormClass(getPrefix(shop)),
  options: formOptions,
  async render(shop, { actor, options, classes }) {
    const list = await findList(shop, shop.db, getOwner(actor), options.wishlist_token);
    if (!list) return null;
    const { page: pageNumber, layout, is_mobile: isMobile } = options;
    const view = await loadListView(shop, actor, list, {
      pageNumber,
      layout,
      isMobile: [true, 'yes'].includes(isMobile),
    });
    const context = shop.renderContext(getWishlistPath(list.token));
    return renderHtml('wishlist-form', <ListForm shop={shop} context={context} view={view} classes={classes} />);
  },
});

/** Answers `reload_wishlist_and_adding_elem` with an element around the form and the products bought together. */
export const renderReloadedList: RenderWishlistPage = async (shop, { actor, list: ref, page, perPage }) => {
  const list = await findList(shop, shop.db, getOwner(actor), ref);
  if (!list) return '';
  const view = await loadListView(shop, actor, list, { pageNumber: page, perPage });
  const context = shop.renderContext(getWishlistPath(list.token));
  return renderHtml(
    'wishlist-form',
    <div className="wishlist-reloaded">
      <ListForm shop={shop} context={context} view={view} />
      {await renderCompanionSlider(shop, context, view)}
    </div>,
  );
};
