import { z } from 'zod';
import type { RenderWishlistPage } from '#features/wishlist-ajax/index.ts';
import { defineWishlistFragment, findList, getWishlistPath } from '#features/wishlists/index.ts';
import { renderHtml } from '#platform/fragments/fragments.tsx';
import { getOwner } from '#platform/sessions/owner.ts';
import { listLayouts } from '../contract.ts';
import { getFormClass, getPrefix } from '../names.ts';
import { ListForm } from './list-form.tsx';
import { renderGoesWith } from './list-page.tsx';
import { loadListView } from './list-view.ts';

/** `is_user_owner` is only for scripts: who owns the list comes from the session. */
const formOptions = z.object({
  wishlist_token: z.string().regex(/^[\w-]{22}$/),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  layout: z.enum(listLayouts).nullable().default(null),
  is_mobile: z.union([z.enum(['yes', 'no']), z.boolean()]).default('no'),
});

/** The form of a list's page, also in its mobile layout. */
export const listFragment = defineWishlistFragment({
  name: (shop) => getFormClass(getPrefix(shop)),
  options: formOptions,
  async render(shop, { actor, options, classes }) {
    const list = await findList(shop, shop.db, getOwner(actor), options.wishlist_token);
    if (!list) return null;
    const isMobile = options.is_mobile === 'yes' || options.is_mobile === true;
    const look = { pageNumber: options.page, layout: options.layout, isMobile };
    const view = await loadListView(shop, actor, list, look);
    const context = shop.renderContext(getWishlistPath(list.token));
    return renderHtml('wishlist-form', <ListForm shop={shop} context={context} view={view} classes={classes} />);
  },
});

/** Answers `reload_wishlist_and_adding_elem`: an element around the form and what goes with it. */
export const renderReloadedList: RenderWishlistPage = async (shop, { actor, list: ref, page, perPage }) => {
  const list = await findList(shop, shop.db, getOwner(actor), ref);
  if (!list) return '';
  const view = await loadListView(shop, actor, list, { pageNumber: page, perPage });
  const context = shop.renderContext(getWishlistPath(list.token));
  return renderHtml(
    'wishlist-form',
    <div className="wishlist-reloaded">
      <ListForm shop={shop} context={context} view={view} />
      {await renderGoesWith(shop, context, view)}
    </div>,
  );
};
