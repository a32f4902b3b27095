import {
  createRemovedNotice,
  findItemsById,
  findList,
  getWriteUses,
  moveItems,
  placeItem,
  readWishlistHint,
  removeItems,
  type Wishlist,
} from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Notice } from '#platform/http/notices.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { getOwner, type Owner } from '#platform/sessions/owner.ts';
import { updateListPath } from '../contract.ts';
import { wishlistPageErrors } from '../errors.ts';
import { getListHref } from '../list/list-href.ts';
import {
  addSubmittedRows,
  readToCartHint,
  showAdded,
  showNotAdded,
  type ToCartFailure,
  type ToCartSuccess,
} from './list-to-cart-mutation.ts';
import { type ListAction, listForm, type SubmittedList } from './read-list-form.ts';
import { saveRows } from './save-rows.ts';

interface UpdateSuccess {
  readonly ok: true;
  readonly owner: Owner | null;
  readonly nextPath: string;
  readonly notices: readonly Notice[];
}

/** The form of the owner's page of a list. It is what works without script. */
export const updateListMutation = defineMutation({
  name: 'wishlist-pages.update-list',
  description:
    'Saves quantities and notes of a list’s rows, and does what the button says: remove, move, sort, add to the cart.',
  schema: listForm,
  errors: wishlistPageErrors,
  limits: {
    uses: getWriteUses,
    refuse: (): ToCartFailure => ({ ok: false, code: 'TOO_MANY_CHANGES' }),
    countsFailures: true,
  },
  async run(call, input: SubmittedList): Promise<UpdateSuccess | ToCartSuccess | ToCartFailure> {
    const { shop, getActor } = call;
    const owner = getOwner(await getActor());
    const list = await findList(shop, shop.db, owner, input.token);
    if (!list?.isUserOwner) return { ok: false, code: 'LIST_NOT_FOUND' };
    const { kind } = input.action;
    if (kind === 'addToCart' || kind === 'addAllToCart') return addSubmittedRows(call, list, input);
    const { saved, unsaved } = await saveRows(shop, owner, list, input.rows);
    const onlySaves = kind === 'save' || kind === 'noAction' || kind === 'noDestination';
    const said = saved > 0 && onlySaves ? [{ code: 'listSaved' }, ...unsaved] : unsaved;
    const notices = [...said, ...(await runAction(shop, owner, list, input.action))];
    return { ok: true, owner, nextPath: getListHref(list.token, input.page, input.layout), notices };
  },
  hint: (call, result) =>
    'nextPath' in result ? readWishlistHint(call.shop, result.owner) : readToCartHint(call, result),
  form: {
    path: updateListPath,
    success: (call: MutationCall, result: UpdateSuccess | ToCartSuccess) =>
      'nextPath' in result ? { redirectTo: result.nextPath, notices: result.notices } : showAdded(call, result),
    failure: showNotAdded,
  },
});

async function runAction(
  shop: Shop,
  owner: Owner | null,
  list: Wishlist,
  action: ListAction,
): Promise<readonly Notice[]> {
  switch (action.kind) {
    case 'remove': {
      if (action.itemIds.length === 0) return [{ code: 'NOTHING_SELECTED' }];
      const removed = await removeItems(shop, owner, { list: list.id, itemIds: action.itemIds });
      if (!removed.ok) return [{ code: removed.code }];
      return [createRemovedNotice(removed.itemIds)];
    }
    case 'move': {
      if (action.itemIds.length === 0) return [{ code: 'NOTHING_SELECTED' }];
      const { itemIds, destination } = action;
      const moved = await moveItems(shop, owner, { itemIds, from: list.id, to: destination });
      return [
        moved.ok
          ? { code: 'moved', count: moved.moved, key: String(moved.to.id) }
          : { code: moved.code, ...('max' in moved && { max: moved.max }) },
      ];
    }
    case 'up':
    case 'down': {
      const [item] = await findItemsById(shop, shop.db, list, [action.itemId]);
      if (!item) return [{ code: 'ITEM_NOT_FOUND' }];
      const position = Math.max(1, item.position + (action.kind === 'up' ? -1 : 1));
      const placed = await placeItem(shop, owner, { itemId: item.id, position });
      return placed.ok ? [] : [{ code: placed.code }];
    }
    case 'noAction':
      return [{ code: 'NO_ACTION_CHOSEN' }];
    case 'noDestination':
      return [{ code: 'NO_LIST_CHOSEN', key: String(action.itemId) }];
    default:
      return [];
  }
}
