import { renderToStaticMarkup } from 'react-dom/server';
import { z } from 'zod';
import { getCartOwner } from '#features/cart/index.ts';
import { createFormPlacer, submitForm } from '#features/contact-forms/index.ts';
import type { AskEstimate } from '#features/wishlist-ajax/index.ts';
import { findItems, findList, getWishlistPath, type Wishlist, type WishlistOwner } from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { wishlistPageSettings } from '../settings.ts';
import { wishlistPageTexts as texts } from '../texts.ts';
import type { Popup } from './popup.tsx';

/** Rows of a list that a message names. */
const maxRows = 200;

/** Name of the field of the contact form that gets the list. */
const listField = 'wishlist';

const tokenSchema = z.string().regex(/^[\w-]{22}$/);
const estimateQuery = z.object({ wishlist_id: tokenSchema });

/** A contact form with the list in it (spec 2.9/14): it is protected, stored and mailed as any other. */
export async function loadEstimatePopup(
  shop: Shop,
  owner: WishlistOwner | null,
  given: unknown,
): Promise<Popup | null> {
  const query = estimateQuery.safeParse(given);
  const formId = shop.settings(wishlistPageSettings).estimateForm;
  if (!query.success || formId === undefined) return null;
  const list = await findList(shop, shop.db, owner, query.data.wishlist_id);
  if (!list?.isUserOwner || list.itemCount === 0) return null;
  const prefill = { query: { [listField]: await describeList(shop, list) } };
  const placed = await createFormPlacer(shop)(formId, { prefill });
  return (
    placed && {
      openedForm: formId,
      title: shop.t(texts.estimateTitle, { name: list.name }),
      body: (
        <div className="wishlist-estimate">
          <p className="popup-description">{shop.t(texts.estimateText)}</p>
          {placed.node}
        </div>
      ),
    }
  );
}

/** The list in words, for staff: its rows with options, quantities and notes, and its link if it has one. */
async function describeList(shop: Shop, list: Wishlist): Promise<string> {
  const { t, config } = shop;
  const { items, itemCount } = await findItems(shop, shop.db, list, { page: 1, perPage: maxRows });
  const rows = items.map(({ name, quantity, options, note }) =>
    [
      t(texts.estimateRow, { name, quantity }),
      ...options.map((option) => `${option.name}: ${option.value}`),
      ...(note === '' ? [] : [note.replace(/\s+/g, ' ')]),
    ].join(', '),
  );
  const leftOut = itemCount > maxRows ? [t(texts.leftOutOfEstimate, { count: itemCount - maxRows })] : [];
  const link = list.shareToken === null ? [] : [`${config.publicUrl}${getWishlistPath(list.shareToken)}`];
  return [t(texts.estimateList, { name: list.name, id: list.id }), ...rows, ...leftOut, ...link].join('\n');
}

/** Answers `ask_an_estimate` (spec 7.6/14). The list in the message is the shop's, whatever the field says. */
export const askEstimate: AskEstimate = async (call, fields) => {
  const { shop } = call;
  const formId = shop.settings(wishlistPageSettings).estimateForm;
  const token = tokenSchema.safeParse(fields.wishlist_id ?? fields.wishlist_token);
  const owner = getCartOwner(await call.getActor());
  const list = token.success ? await findList(shop, shop.db, owner, token.data) : null;
  if (formId === undefined || !list?.isUserOwner || list.itemCount === 0)
    return { result: false, message: shop.t(texts.estimateFailed) };
  const body = { ...formBody.parse(fields), [listField]: await describeList(shop, list) };
  const outcome = await submitForm(call, { formId, body });
  if (outcome?.status !== 'mail_sent')
    return { result: false, message: outcome?.message ?? shop.t(texts.estimateFailed) };
  const template = renderToStaticMarkup(
    <p className="wishlist-estimate__sent" role="status">
      {outcome.message}
    </p>,
  );
  return { result: true, message: outcome.message, template };
};

const formBody = z.record(z.string(), z.union([z.string(), z.array(z.string())]).catch(''));
