import { cartPath, readFormKey, reserveNewCart, toCartHint } from '#features/cart/index.ts';
import {
  findList,
  readWishlistHint,
  type Wishlist,
  wishlistPath,
  wishlistSettings,
} from '#features/wishlists/index.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { getOwner, keepOwnerCookie, type Owner, resolveOwner } from '#platform/sessions/owner.ts';
import { listToCartPath, mobileHeader } from '../contract.ts';
import { wishlistPageErrors } from '../errors.ts';
import { getListHref } from '../list/list-href.ts';
import type { ListLook } from '../list/list-view.ts';
import { renderList } from '../list/render-list.tsx';
import { addRowsToCart, type RowsAdded } from './add-rows-to-cart.ts';
import { listForm, type SubmittedList } from './read-list-form.ts';
import { type RowsSaved, saveRows } from './save-rows.ts';

export interface ToCartFailure {
  readonly ok: false;
  readonly code: 'LIST_NOT_FOUND' | 'NOTHING_SELECTED' | 'TOO_MANY_CHANGES';
  /** Why quantities and notes are not saved. */
  readonly unsaved?: RowsSaved['unsaved'];
}

export interface ToCartSuccess extends RowsAdded, RowsSaved {
  readonly ok: true;
  readonly list: Wishlist;
  readonly owner: Owner;
  /** How the list was looked at. */
  readonly look: Pick<ListLook, 'pageNumber' | 'layout'>;
}

/** Adds one row, selected rows or all rows of a list that the shopper may see. */
export const listToCartMutation = defineMutation({
  name: 'wishlist-pages.add-rows',
  description: 'Adds rows of a list to the cart: one, the selected ones, or all. What can’t be bought stops no other.',
  schema: listForm,
  errors: wishlistPageErrors,
  async run(call, input: SubmittedList): Promise<ToCartSuccess | ToCartFailure> {
    const { shop, getActor } = call;
    const list = await findList(shop, shop.db, getOwner(await getActor()), input.token);
    return list ? addSubmittedRows(call, list, input) : { ok: false, code: 'LIST_NOT_FOUND' };
  },
  hint: readToCartHint,
  form: { path: listToCartPath, success: showAdded, failure: showNotAdded },
});

/** Adds the rows that the form names, after it has saved what the owner typed. */
export async function addSubmittedRows(
  { shop, request, reply, getActor }: MutationCall,
  list: Wishlist,
  input: SubmittedList,
): Promise<ToCartSuccess | ToCartFailure> {
  // A viewer's quantities are for the cart only.
  const typedRows = list.isUserOwner ? input.rows : [];
  const { saved, unsaved } = await saveRows(shop, getOwner(await getActor()), list, typedRows);
  const itemIds = readItemIds(input);
  if (itemIds?.length === 0) return { ok: false, code: 'NOTHING_SELECTED', unsaved };
  const owner = await resolveOwner(shop, request);
  const allowance = await reserveNewCart(shop, owner, request.ip);
  if (!allowance.ok) return { ok: false, code: 'TOO_MANY_CHANGES', unsaved };
  const quantities = new Map(
    input.rows.flatMap(({ itemId, quantity }) => (quantity === null ? [] : [[itemId, quantity]])),
  );
  const requestKey = readFormKey(request, request.body as Readonly<Record<string, unknown>>);
  const result = await addRowsToCart(shop, owner, { list, itemIds, quantities, requestKey });
  if (result.cart) keepOwnerCookie(shop, request, reply, owner);
  else await allowance.giveBack();
  return { ok: true, ...result, saved, unsaved, list, owner, look: { pageNumber: input.page, layout: input.layout } };
}

export async function readToCartHint({ shop }: MutationCall, { cart, removed, saved, owner }: ToCartSuccess) {
  return cart && { ...toCartHint(cart), ...((removed || saved > 0) && (await readWishlistHint(shop, owner))) };
}

/** Shows the page again from which the form came; without its list, the default one. */
export function showNotAdded({ request }: MutationCall, { code, unsaved = [] }: ToCartFailure): FormReply {
  const { token, page, layout } = listForm.parse(request.body);
  const redirectTo = code === 'LIST_NOT_FOUND' ? wishlistPath : getListHref(token, page, layout);
  return { redirectTo, notices: [{ code }, ...unsaved] };
}

/** Null: all rows. */
function readItemIds({ action }: SubmittedList): readonly number[] | null {
  if (action.kind === 'addAllToCart') return null;
  return action.kind === 'addToCart' ? action.itemIds : [];
}

/** Leads on, or shows the list again with what was not added or saved, and why. */
export async function showAdded(call: MutationCall, result: ToCartSuccess): Promise<FormReply> {
  const { shop } = call;
  const { list, added, refused, leftOut, unsaved, look } = result;
  if (refused.length > 0 || leftOut > 0) {
    const actor = await call.getActor();
    const isMobile = call.request.headers[mobileHeader] === 'yes';
    const current = (await findList(shop, shop.db, getOwner(actor), list.token)) ?? list;
    const toCart = { added, refused, leftOut };
    const page = await renderList(shop, actor, current, { ...look, isMobile, toCart, notices: unsaved });
    // The report has links to products.
    return { page: { ...page, isKeptForBack: true } };
  }
  const notices = [{ code: 'addedToCart', count: added }, ...unsaved];
  return shop.settings(wishlistSettings).redirectToCart && unsaved.length === 0
    ? { redirectTo: cartPath }
    : { redirectTo: getListHref(list.token, look.pageNumber, look.layout), notices };
}
