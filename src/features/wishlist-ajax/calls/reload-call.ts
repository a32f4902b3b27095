import {
  addItem,
  getWriteUses,
  readWishlistHint,
  type WriteFailure,
  wishlistErrors,
} from '#features/wishlists/index.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { getOwner, keepOwnerCookie, resolveOwner } from '#platform/sessions/owner.ts';
import { getActionName } from '../contract.ts';
import { type CallFields, createFieldsSchema, readId, readRef, readText, readWhole } from '../fields.ts';
import { wishlistPageRenderers } from '../ports.ts';
import { isCallAllowed } from './define-call.ts';

const key = 'reload_wishlist_and_adding_elem';

/**
 * Adds a product and returns the page of the list. What is refused changes nothing, and
 * the page shows it. The reply is empty for a list that the shopper may not see.
 */
export const reloadCall = defineMutation({
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
  limits: {
    uses: getWriteUses,
    refuse: (): WriteFailure => ({ ok: false, code: 'TOO_MANY_CHANGES' }),
    countsFailures: true,
  },
  run: async (call: MutationCall, fields: CallFields): Promise<{ ok: true; fields: CallFields } | WriteFailure> => {
    const { shop, request, reply } = call;
    if (!(await isCallAllowed(call, key, fields))) return { ok: false, code: 'PAGE_TOO_OLD' };
    const owner = await resolveOwner(shop, request);
    const list = readList(fields);
    const productId = readId(fields, 'add_to_wishlist');
    if (list !== undefined && productId > 0 && productId <= 2_147_483_647) {
      const added = await addItem(shop, owner, { list, productId });
      if (added.ok) keepOwnerCookie(shop, request, reply, owner);
    }
    return { ok: true, fields };
  },
  hint: async ({ shop, getActor }) => readWishlistHint(shop, getOwner(await getActor())),
  ajax: {
    name: (wire) => getActionName(wire, key),
    endpoint: 'wishlistAjax',
    response: 'html',
    success: (call, { fields }) => renderPage(call, fields),
    failure: (call) => renderPage(call, call.request.body as CallFields),
  },
});

/** The list that both fields name; undefined for what is no id or token. */
const readList = (fields: CallFields) =>
  readRef(fields, readText(fields, 'wishlist_token') === '' ? 'wishlist_id' : 'wishlist_token');

async function renderPage({ shop, getActor }: MutationCall, fields: CallFields): Promise<string> {
  const render = shop.implementations(wishlistPageRenderers).at(-1);
  const [page, perPage] = [readWhole(fields, 'page'), readWhole(fields, 'per_page')];
  const list = readList(fields);
  if (list === undefined) return '';
  const html = await render?.(shop, {
    ...{ actor: await getActor(), list },
    pagination: !['no', '', '0'].includes(readText(fields, 'pagination')),
    ...{ page: Math.max(1, page || 1), perPage: perPage >= 1 ? Math.min(perPage, 100) : null },
  });
  return html ?? '';
}
