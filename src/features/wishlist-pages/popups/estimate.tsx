import { renderToStaticMarkup } from 'react-dom/server';
import { z } from 'zod';
import { type AppendedText, createFormPlacer, submitForm } from '#features/contact-forms/index.ts';
import { getDraftSourcePath } from '#features/manual-orders/index.ts';
import type { AskEstimate } from '#features/wishlist-ajax/index.ts';
import {
  findItems,
  findList,
  formatItemChoices,
  getWishlistPath,
  refSchema,
  type Wishlist,
  type WishlistItem,
  wishlistDraft,
} from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { wishlistPageSettings } from '../settings.ts';
import { wishlistPageTexts as texts } from '../texts.ts';
import type { Popup } from './popup.tsx';

/** Maximum numbers of rows and of characters of a list in a message. */
const maxRows = 200;
const maxCharacters = 100_000;

const listField = 'wishlist_id';

const tokenSchema = z.string().regex(/^[\w-]{22}$/);
const estimateQuery = z.object({ wishlist_id: tokenSchema });

/**
 * Loads a contact form that sends the list along. The message is protected, stored and mailed like that of any
 * contact form.
 */
export async function loadEstimatePopup(shop: Shop, owner: Owner | null, given: unknown): Promise<Popup | null> {
  const query = estimateQuery.safeParse(given);
  const formId = shop.settings(wishlistPageSettings).estimateForm;
  if (!query.success || formId === undefined) return null;
  const list = await findList(shop, shop.db, owner, query.data.wishlist_id);
  if (!list?.isUserOwner || list.itemCount === 0) return null;
  const placed = await createFormPlacer(shop)(formId, {
    hidden: { [listField]: list.token },
    // Scripts of a shop that moved here submit a form with this class, and show its errors below the description.
    className: 'wishlist-ask-an-estimate-popup',
    intro: <p className="popup-description">{shop.t(texts.estimateText)}</p>,
  });
  const description = await describeList(shop, list);
  return (
    placed && {
      openedForm: formId,
      title: shop.t(texts.estimateTitle, { name: list.name }),
      body: (
        <div className="wishlist-estimate">
          <details>
            <summary>{shop.t(texts.estimateSent)}</summary>
            <p className="wishlist-estimate__list">{description}</p>
          </details>
          {placed.node}
        </div>
      ),
    }
  );
}

/**
 * Describes the list for staff: rows with options, add-ons, quantities and notes, and the list's link if it is
 * shared.
 */
async function describeList(shop: Shop, list: Wishlist): Promise<string> {
  const { t, config } = shop;
  const { items, itemCount } = await findItems(shop, shop.db, list, { page: 1, perPage: maxRows });
  const rows: string[] = [];
  let characters = 0;
  for (const item of items) {
    const row = describeItem(shop, item);
    characters += row.length;
    if (characters > maxCharacters) break;
    rows.push(row);
  }
  const count = itemCount - rows.length;
  const leftOut = count > 0 ? [t(texts.leftOutOfEstimate, { count })] : [];
  const link = list.shareToken === null ? [] : [`${config.publicUrl}${getWishlistPath(list.shareToken)}`];
  return [t(texts.estimateList, { name: list.name, id: list.id }), ...rows, ...leftOut, ...link].join('\n');
}

function describeItem({ t }: Shop, item: WishlistItem): string {
  const { name, quantity, note } = item;
  return [
    t(texts.estimateRow, { name, quantity }),
    ...formatItemChoices(item),
    ...(note === '' ? [] : [note.replace(/\s+/g, ' ')]),
  ].join(', ');
}

export const estimateList: AppendedText = {
  field: listField,
  append: async (shop, { form, value, visitorId, customerId }) => {
    if (form.id !== shop.settings(wishlistPageSettings).estimateForm) return null;
    const ref = refSchema.safeParse(value);
    const owner = customerId === null ? visitorId && { visitorId } : { customerId };
    const list = ref.success ? await findList(shop, shop.db, owner || null, ref.data) : null;
    if (!list?.isUserOwner || list.itemCount === 0) return { ok: false, message: shop.t(texts.estimateListMissing) };
    const link = `${shop.config.publicUrl}${getDraftSourcePath(wishlistDraft.name, list.id)}`;
    const staffText = shop.t(texts.estimateAnswer, { link });
    return { ok: true, label: shop.t(texts.estimateLabel), text: await describeList(shop, list), staffText };
  },
};

/** Answers `ask_an_estimate`. */
export const askEstimate: AskEstimate = async (call, fields) => {
  const { shop } = call;
  const formId = shop.settings(wishlistPageSettings).estimateForm;
  const body = sentFields.parse(fields);
  const list = body[listField] ?? body.wishlist_token ?? '';
  const outcome =
    formId === undefined ? null : await submitForm(call, { formId, body: { ...body, [listField]: list } });
  if (!outcome?.hasArrived) return { result: false, message: outcome?.message ?? shop.t(texts.estimateFailed) };
  const template = renderToStaticMarkup(
    <p className="wishlist-estimate__sent" role="status">
      {outcome.message}
    </p>,
  );
  return { result: true, message: outcome.message, template };
};

/** The shop defines the fields of a contact form, so any names are accepted. */
const sentFields = z.record(z.string(), z.union([z.string(), z.array(z.string())]).catch(''));
