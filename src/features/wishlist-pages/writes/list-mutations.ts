import { cartPath, readFormKey, reserveNewCart, toCartHint } from '#features/cart/index.ts';
import {
  createRemovedNotice,
  findItemsById,
  findList,
  moveItems,
  placeItem,
  readWishlistHint,
  removeItems,
  toWishlistNotice,
  type Wishlist,
  wishlistPath,
  wishlistSettings,
  writeLimits,
} from '#features/wishlists/index.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import type { Notice } from '#platform/http/notices.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { getOwner, keepOwnerCookie, type Owner, resolveOwner } from '#platform/sessions/owner.ts';
import { listToCartPath, mobileHeader, updateListPath } from '../contract.ts';
import { wishlistPageErrors } from '../errors.ts';
import { getListHref } from '../list/list-href.ts';
import { renderList } from '../list/list-page.tsx';
import type { PageNotice } from '../list/notices.tsx';
import { addRowsToCart, type RowsAdded } from './add-rows-to-cart.ts';
import { listForm, type SubmittedList } from './read-list-form.ts';
import { saveRows } from './save-rows.ts';

interface ListFailure {
  readonly ok: false;
  readonly code: 'LIST_NOT_FOUND' | 'NOTHING_SELECTED' | 'TOO_MANY_CHANGES';
  readonly unsaved?: readonly PageNotice[];
}

interface ListSuccess {
  readonly ok: true;
  readonly owner: Owner | null;
  readonly list: Wishlist;
  readonly notices: readonly PageNotice[];
  readonly isChanged: boolean;
  readonly toCart?: RowsAdded;
}

/** The form on the owner's page of a list. It works without script. */
export const updateListMutation = defineMutation({
  name: 'wishlist-pages.update-list',
  description:
    'Saves quantities and notes of a list’s rows, and does what the button says: remove, move, sort, add to the cart.',
  schema: listForm,
  errors: wishlistPageErrors,
  limits: { ...writeLimits, refuse: (): ListFailure => ({ ok: false, code: 'TOO_MANY_CHANGES' }) },
  async run(call, input: SubmittedList): Promise<ListSuccess | ListFailure> {
    const { shop } = call;
    const owner = getOwner(await call.getActor());
    const list = await findList(shop, shop.db, owner, input.token);
    if (!list?.isUserOwner) return { ok: false, code: 'LIST_NOT_FOUND' };
    const { kind } = input.action;
    if (kind === 'addToCart' || kind === 'addAllToCart') return addSubmittedRows(call, list, input);
    const { saved, unsaved } = await saveRows(shop, owner, list, input.rows);
    const onlySaves = kind === 'save' || kind === 'noAction' || kind === 'noDestination';
    const notices: PageNotice[] = saved > 0 && onlySaves ? [{ code: 'listSaved' }, ...unsaved] : [...unsaved];
    return { ok: true, owner, list, isChanged: true, notices: [...notices, ...(await runAction(call, list, input))] };
  },
  hint: readHint,
  form: { path: updateListPath, success: showList, failure: showFailure },
});

export const listToCartMutation = defineMutation({
  name: 'wishlist-pages.add-rows',
  description: 'Adds rows of a list to the cart: one, the selected ones, or all. What can’t be bought stops no other.',
  schema: listForm,
  errors: wishlistPageErrors,
  async run(call, input: SubmittedList): Promise<ListSuccess | ListFailure> {
    const list = await findList(call.shop, call.shop.db, getOwner(await call.getActor()), input.token);
    return list ? addSubmittedRows(call, list, input) : { ok: false, code: 'LIST_NOT_FOUND' };
  },
  hint: readHint,
  form: { path: listToCartPath, success: showList, failure: showFailure },
});

/** Saves the values that the owner typed, then adds the rows of the form's action to the cart. */
async function addSubmittedRows(
  { shop, request, reply, getActor }: MutationCall,
  list: Wishlist,
  { rows, action }: SubmittedList,
): Promise<ListSuccess | ListFailure> {
  // A viewer's quantities are only for the cart.
  const typedRows = list.isUserOwner ? rows : [];
  const { saved, unsaved } = await saveRows(shop, getOwner(await getActor()), list, typedRows);
  const itemIds = action.kind === 'addToCart' ? action.itemIds : action.kind === 'addAllToCart' ? null : [];
  if (itemIds?.length === 0) return { ok: false, code: 'NOTHING_SELECTED', unsaved };
  const owner = await resolveOwner(shop, request);
  const allowance = await reserveNewCart(shop, owner, request.ip);
  if (!allowance.ok) return { ok: false, code: 'TOO_MANY_CHANGES', unsaved };
  const quantities = new Map(rows.flatMap(({ itemId, quantity }) => (quantity === null ? [] : [[itemId, quantity]])));
  const requestKey = readFormKey(request, request.body as Readonly<Record<string, unknown>>);
  const toCart = await addRowsToCart(shop, owner, { list, itemIds, quantities, requestKey });
  if (toCart.cart) keepOwnerCookie(shop, request, reply, owner);
  else await allowance.giveBack();
  return { ok: true, owner, list, notices: unsaved, isChanged: toCart.removed || saved > 0, toCart };
}

async function runAction(
  { shop, getActor }: MutationCall,
  list: Wishlist,
  { action }: SubmittedList,
): Promise<readonly PageNotice[]> {
  const owner = getOwner(await getActor());
  if ('itemIds' in action && action.itemIds.length === 0) return [{ code: 'NOTHING_SELECTED' }];
  switch (action.kind) {
    case 'remove': {
      const removed = await removeItems(shop, owner, { list: list.id, itemIds: action.itemIds });
      return [removed.ok ? createRemovedNotice(removed.itemIds) : toWishlistNotice(removed)];
    }
    case 'move': {
      const moved = await moveItems(shop, owner, { itemIds: action.itemIds, from: list.id, to: action.destination });
      return [moved.ok ? { code: 'moved', count: moved.moved, key: String(moved.to.id) } : toWishlistNotice(moved)];
    }
    case 'up':
    case 'down': {
      const [item] = await findItemsById(shop, shop.db, list, [action.itemId]);
      if (!item) return [{ code: 'ITEM_NOT_FOUND' }];
      const position = Math.max(1, item.position + (action.kind === 'up' ? -1 : 1));
      const placed = await placeItem(shop, owner, { itemId: item.id, position });
      return placed.ok ? [] : [toWishlistNotice(placed)];
    }
    case 'noAction':
      return [{ code: 'NO_ACTION_CHOSEN' }];
    case 'noDestination':
      return [{ code: 'NO_LIST_CHOSEN', key: String(action.itemId) }];
    default:
      return [];
  }
}

async function readHint({ shop }: MutationCall, { toCart, isChanged, owner }: ListSuccess) {
  if (toCart?.cart === null) return null;
  return { ...(toCart && toCartHint(toCart.cart)), ...(isChanged && (await readWishlistHint(shop, owner))) };
}

/** Redirects to the page with the form, or to the default list when the list does not exist. */
function showFailure(
  _: MutationCall,
  { code, unsaved = [] }: ListFailure,
  { token, page, layout }: SubmittedList,
): FormReply {
  const redirectTo = code === 'LIST_NOT_FOUND' ? wishlistPath : getListHref(token, page, layout);
  return { redirectTo, notices: [{ code }, ...unsaved] };
}

/** Redirects or, when rows could not be added, shows the list again with the reasons. */
async function showList(
  { shop, request, getActor }: MutationCall,
  { list, toCart, notices }: ListSuccess,
  { page: pageNumber, layout }: SubmittedList,
): Promise<FormReply> {
  if (toCart && (toCart.refused.length > 0 || toCart.leftOut > 0)) {
    const actor = await getActor();
    const isMobile = request.headers[mobileHeader] === 'yes';
    const current = (await findList(shop, shop.db, getOwner(actor), list.token)) ?? list;
    const page = await renderList(shop, actor, current, { pageNumber, layout, isMobile, toCart, notices });
    // Keep the page for "back": its report links to products.
    return { page: { ...page, isKeptForBack: true } };
  }
  if (toCart && notices.length === 0 && shop.settings(wishlistSettings).redirectToCart) return { redirectTo: cartPath };
  const added: readonly Notice[] = toCart ? [{ code: 'addedToCart', count: toCart.added }] : [];
  return { redirectTo: getListHref(list.token, pageNumber, layout), notices: [...added, ...notices] };
}
