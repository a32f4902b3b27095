import {
  addItem,
  addItemWrite,
  moveItemsWrite,
  type NewList,
  readWishlistHint,
  refuse,
  removeEverywhereWrite,
  removeItemsWrite,
  renameListWrite,
  setPrivacyWrite,
  setQuantityWrite,
  sortItemsWrite,
  type WishlistFailure,
  type WishlistRef,
  wishlistErrors,
  writeLimits,
} from '#features/wishlists/index.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { getOwner, keepOwnerCookie, resolveOwner } from '#platform/sessions/owner.ts';
import { getActionName } from './contract.ts';
import { defineCall, defineWriteCall, isCallAllowed } from './define-call.ts';
import {
  type CallFields,
  createFieldsSchema,
  maxProductId,
  readId,
  readIds,
  readRef,
  readTarget,
  readText,
  readWhole,
} from './fields.ts';
import { estimateRequests, wishlistPageRenderers } from './ports.ts';
import { wishlistAjaxTexts as texts } from './texts.ts';

const newListFields = {
  wishlist_name: 'Of a new list',
  wishlist_visibility: 'Of a new list: 0 public, 1 shared by link, 2 private',
};

const listFields = ['wishlist_token', 'wishlist_id'];

const addCall = defineWriteCall({
  call: 'add_to_wishlist',
  name: 'add-item',
  description: 'Adds a product to a list, or to a new one. `exists`: the list had it already.',
  fields: {
    add_to_wishlist: 'Id of the product or of a variation',
    product_type: 'Kind of the product; not needed',
    wishlist_id: 'Id or token of a list, or `new`; empty for the default list',
    ...newListFields,
  },
  results: 'text',
  hasLists: true,
  write: addItemWrite,
  read: (fields) => readAddedItem(fields, readTarget(fields, 'wishlist_id')),
});

function readAddedItem(fields: CallFields, list: WishlistRef | NewList | undefined) {
  const productId = readId(fields, 'add_to_wishlist', maxProductId);
  if (list === undefined) return 'LIST_NOT_FOUND';
  return productId === 0
    ? 'PRODUCT_NOT_FOUND'
    : { list, productId, quantity: 1, variationId: null, choices: {}, addons: {} };
}

/**
 * Creates a reader of a call's input. The list is that of the first of the named fields with a value; `read` adds the
 * other values.
 */
const readWithList =
  <Input extends object>(names: readonly string[], read: (fields: CallFields) => Input) =>
  (fields: CallFields) => {
    const list = readRef(fields, ...names);
    return list === undefined ? 'LIST_NOT_FOUND' : { list, ...read(fields) };
  };

/** Requires the token or id of the list that contains the row. */
const removeCall = defineWriteCall({
  call: 'remove_from_wishlist',
  name: 'remove-item',
  description: 'Removes a row of a list.',
  fields: { remove_from_wishlist: 'Id of the row', wishlist_id: 'Id of the list', wishlist_token: 'Token of the list' },
  write: removeItemsWrite,
  read: readWithList(listFields, (fields) => ({ itemIds: [readId(fields, 'remove_from_wishlist')] })),
});

const sortCall = defineWriteCall({
  call: 'sort_wishlist_items',
  name: 'sort-items',
  description: 'Sorts rows: those that are named change places among themselves.',
  fields: {
    'positions[]': 'Ids of rows in their new order',
    wishlist_token: 'Token of the list',
    page: 'Not needed',
    per_page: 'Not needed',
  },
  results: 'text',
  write: sortItemsWrite,
  read: readWithList(['wishlist_token'], (fields) => ({ itemIds: readIds(fields, 'positions') })),
});

const quantityCall = defineWriteCall({
  call: 'update_item_quantity',
  name: 'set-quantity',
  description: 'Sets how many of a row are wanted.',
  fields: { product_id: 'Id of the row', wishlist_token: 'Token of the list', quantity: 'From 1' },
  results: 'text',
  write: setQuantityWrite,
  read: (fields) => {
    const list = readRef(fields, 'wishlist_token');
    if (list === undefined) return 'ITEM_NOT_FOUND';
    return { list, itemId: readId(fields, 'product_id'), quantity: readWhole(fields, 'quantity') };
  },
});

/** Moves a row only when the call names the source, the destination and the row. */
const moveCall = defineWriteCall({
  call: 'move_to_another_wishlist',
  name: 'move-item',
  description: 'Moves a row to another list, or to a new one.',
  fields: {
    wishlist_token: 'Token of the list that has the row',
    destination_wishlist_token: 'Token or id of the other list, or `new`',
    item_id: 'Id of the row',
    ...newListFields,
  },
  results: 'text',
  hasLists: true,
  write: moveItemsWrite,
  read: (fields) => {
    const [from, to] = [
      readRef(fields, 'wishlist_token') ?? null,
      readTarget(fields, 'destination_wishlist_token') ?? null,
    ];
    return from === null || to === null ? 'LIST_NOT_FOUND' : { itemIds: [readId(fields, 'item_id')], from, to };
  },
});

const removeEverywhereCall = defineWriteCall({
  call: 'remove_from_all_wishlists',
  name: 'remove-product',
  description: 'Removes a product from all lists of the shopper.',
  fields: { prod_id: 'Id of the product or of a variation', wishlist_id: 'Not needed' },
  write: removeEverywhereWrite,
  read: (fields) => readId(fields, 'prod_id', maxProductId) || 'PRODUCT_NOT_FOUND',
});

const deleteItemCall = defineWriteCall({
  call: 'delete_item',
  name: 'delete-item',
  description: 'Removes a row, whatever its list.',
  fields: { item_id: 'Id of the row' },
  write: removeItemsWrite,
  read: (fields) => ({ itemIds: [readId(fields, 'item_id')] }),
});

const titleCall = defineWriteCall({
  call: 'save_title',
  name: 'rename-list',
  description: 'Gives a list another name. `false`: it was refused.',
  fields: { wishlist_id: 'Id or token of the list', title: 'The name' },
  results: 'boolean',
  write: renameListWrite,
  read: readWithList(['wishlist_id'], (fields) => ({ name: readText(fields, 'title') })),
});

const privacyCall = defineWriteCall({
  call: 'save_privacy',
  name: 'set-privacy',
  description: 'Sets who sees a list.',
  fields: { wishlist_id: 'Id or token of the list', privacy: '0 everybody, 1 who has its link, 2 its owner' },
  write: setPrivacyWrite,
  read: (fields) => {
    const list = readRef(fields, 'wishlist_id');
    const privacy = ([0, 1, 2] as const).find((each) => String(each) === readText(fields, 'privacy'));
    return list === undefined || privacy === undefined ? 'LIST_NOT_FOUND' : { list, privacy };
  },
});

/** Defines a call that changes nothing. The call is a POST, since scripts of shops that moved here send one. */
const defineLoadCall = (call: 'load_fragments' | 'load_mobile', name: string, description: string) =>
  defineCall({ call, name, description, fields: {}, isRead: true, run: () => ({}) });

const loadCall = defineLoadCall(
  'load_fragments',
  'load-blocks',
  'Renders blocks of a page for this shopper. Changes nothing.',
);
const loadMobileCall = defineLoadCall(
  'load_mobile',
  'load-layout',
  'Renders blocks of a page in the layout of `is_mobile`. Changes nothing.',
);

const estimateCall = defineCall({
  call: 'ask_an_estimate',
  name: 'ask-estimate',
  description: 'Asks the shop for an estimate of a list. `false`: the message did not arrive.',
  fields: { wishlist_id: 'Id or token of the list; empty for the default list' },
  results: 'boolean',
  run: async (call) => {
    const ask = call.shop.implementations(estimateRequests).at(-1);
    const reply = await ask?.(call, call.request.body as Readonly<Record<string, unknown>>);
    return reply ?? { result: false, message: call.shop.t(texts.estimateFailed) };
  },
});

const reloadKey = 'reload_wishlist_and_adding_elem';

/**
 * Adds a product and returns the page of the list. A refused addition changes nothing, and the page shows the list as
 * it is. The reply is empty for a list that the shopper may not see.
 */
const reloadCall = defineMutation({
  name: 'wishlist-ajax.add-and-reload',
  description: 'Adds a product, and returns the form of the list with the products that are bought together.',
  schema: createFieldsSchema({
    pagination: '`yes` or `no`',
    per_page: 'Rows of a page',
    wishlist_id: 'Id of the list',
    wishlist_token: 'Token of the list',
    add_to_wishlist: 'Id of the product or of a variation',
    product_type: 'Kind of the product; not needed',
  }),
  errors: wishlistErrors,
  limits: writeLimits,
  run: async (call: MutationCall, fields: CallFields): Promise<{ ok: true } | WishlistFailure> => {
    const { shop, request, reply } = call;
    if (!(await isCallAllowed(call, reloadKey, fields))) return refuse('PAGE_TOO_OLD');
    const item = readAddedItem(fields, readRef(fields, ...listFields));
    if (typeof item === 'string') return { ok: true };
    const owner = await resolveOwner(shop, request);
    const added = await addItem(shop, owner, item);
    if (added.ok) keepOwnerCookie(shop, request, reply, owner);
    return { ok: true };
  },
  hint: async ({ shop, getActor }) => readWishlistHint(shop, getOwner(await getActor())),
  ajax: {
    name: (wire) => getActionName(wire, reloadKey),
    endpoint: 'wishlistAjax',
    response: 'html',
    success: renderPage,
    failure: renderPage,
  },
});

async function renderPage({ shop, request, getActor }: MutationCall): Promise<string> {
  const fields = request.body as CallFields;
  const list = readRef(fields, ...listFields);
  const [page, perPage] = [readWhole(fields, 'page'), readWhole(fields, 'per_page')];
  const render = shop.implementations(wishlistPageRenderers).at(-1);
  if (list === undefined || !render) return '';
  return render(shop, {
    ...{ actor: await getActor(), list },
    pagination: !['no', '', '0'].includes(readText(fields, 'pagination')),
    ...{ page: Math.max(1, page || 1), perPage: perPage >= 1 ? Math.min(perPage, 100) : null },
  });
}

export const wishlistAjaxCalls = [
  ...[addCall, removeCall, sortCall, quantityCall, moveCall, removeEverywhereCall, deleteItemCall],
  ...[titleCall, privacyCall, loadCall, loadMobileCall, estimateCall, reloadCall],
];
