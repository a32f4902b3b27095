import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { getPurchasableVariations } from '#features/catalog/index.ts';
import { keepOpenings } from '#features/contact-forms/index.ts';
import {
  findItemsById,
  findList,
  findOwnLists,
  getWishlistFormPath,
  wishlistPath,
  wishlistSettings,
} from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderHtml } from '#platform/fragments/fragments.tsx';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { getOwner, keepOwnerCookie, type Owner, resolveOwner } from '#platform/sessions/owner.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { addPopupPath, createPopupPath, estimatePopupPath, managePath, movePopupPath } from '../contract.ts';
import { getListHref, viewQuery } from '../list/list-href.ts';
import { wishlistStyles } from '../list/list-page.tsx';
import { wishlistPageTexts as texts } from '../texts.ts';
import { loadEstimatePopup } from './estimate.tsx';
import { ListChoice, NewListFields, type Popup, PopupForm } from './popup.tsx';

/** Loads a popup; null when it can't be shown, such as for an unknown product. */
type LoadPopup = (shop: Shop, owner: Owner | null, query: unknown) => Promise<Popup | null>;

/** Registers the popups of lists. Each has an address, so that it also works as a page without script. */
export function registerPopups(app: FastifyInstance, shop: Shop): void {
  const popups: Readonly<Record<string, LoadPopup>> = {
    [addPopupPath]: loadAddPopup,
    [createPopupPath]: loadCreatePopup,
    [movePopupPath]: loadMovePopup,
    [estimatePopupPath]: loadEstimatePopup,
  };
  for (const [path, load] of Object.entries(popups))
    app.get(path, (request, reply) => showPopup(shop, request, reply, load));
}

async function showPopup(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  load: LoadPopup,
): Promise<FastifyReply> {
  const popup = await load(shop, getOwner(await getActor(shop, request)), request.query);
  if (!popup) return reply.callStatusPage(404);
  if (popup.openedForm !== undefined) keepOpenings(shop, request, reply, popup.openedForm, { isOpened: true });
  // Set the cookie before the form is sent: both requests of a double click then come from the same guest, and create
  // only one list.
  if (popup.startsVisit) keepOwnerCookie(shop, request, reply, await resolveOwner(shop, request));
  reply.header('referrer-policy', 'same-origin').header('x-robots-tag', 'noindex');
  if (isCall(request))
    return reply
      .header('cache-control', 'private, no-store')
      .type('text/html; charset=utf-8')
      .send(renderHtml('wishlist-popup', <PopupContent shop={shop} popup={popup} />));
  const body = (
    <div className="wrap wrap--text wishlist">
      <header className="page-head page-head--small">
        <h1>{popup.title}</h1>
      </header>
      {popup.body}
    </div>
  );
  return renderPrivatePage(shop, request, reply, { title: popup.title, styles: wishlistStyles, body });
}

/** Returns whether a script requests the form, to show it in a popup. */
const isCall = ({ headers }: FastifyRequest): boolean =>
  headers['x-requested-with'] === 'XMLHttpRequest' || headers['sec-fetch-dest'] === 'empty';

function PopupContent({ shop: { t }, popup: { title, body } }: { readonly shop: Shop; readonly popup: Popup }) {
  return (
    <div className="wishlist-popup-box">
      <h2 tabIndex={-1}>{title}</h2>
      {body}
      {/* Scripts show this element when the form's call was answered. */}
      <template>
        <p className="wishlist-feedback">
          <Icon name="check" />
          <Icon name="triangle-alert" />
          <span />
        </p>
        <div className="wishlist-popup__footer">
          <ButtonLink href={wishlistPath}>{t(texts.showList)}</ButtonLink>
          <button className="button button--text" type="button" data-close="">
            {t(texts.close)}
          </button>
        </div>
      </template>
    </div>
  );
}

const idSchema = z.coerce.number().int().min(1).max(2_147_483_647);
const rowIdSchema = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

const addQuery = z.object({ add_to_wishlist: idSchema, wishlist_id: rowIdSchema.optional().catch(undefined) });

async function loadAddPopup(shop: Shop, owner: Owner | null, given: unknown): Promise<Popup | null> {
  const query = addQuery.safeParse(given);
  if (!query.success) return null;
  const { add_to_wishlist: id, wishlist_id: chosen } = query.data;
  const variation = (await getPurchasableVariations(shop.db, [id], shop.clock.now())).get(id);
  if (variation?.status !== 'published') return null;
  const lists = await findOwnLists(shop, shop.db, owner);
  const { t } = shop;
  return {
    title: t(texts.addTitle, { name: variation.name }),
    startsVisit: true,
    body: (
      <PopupForm
        shop={shop}
        name="add_to_wishlist"
        action={getWishlistFormPath('add')}
        hidden={{ add_to_wishlist: id, product_type: variation.type }}
        submit={{ label: t(texts.add), className: 'add_to_wishlist', data: { 'data-product-id': id } }}
      >
        {shop.settings(wishlistSettings).multipleLists && (
          <ListChoice
            shop={shop}
            lists={lists}
            canCreate={canCreateList(shop, lists.length)}
            field="wishlist_id"
            chosen={lists.some((list) => list.id === chosen) ? chosen : undefined}
          />
        )}
      </PopupForm>
    ),
  };
}

function canCreateList(shop: Shop, count: number): boolean {
  const { multipleLists, maxLists } = shop.settings(wishlistSettings);
  return multipleLists && count < maxLists;
}

async function loadCreatePopup(shop: Shop): Promise<Popup | null> {
  if (!shop.settings(wishlistSettings).multipleLists) return null;
  const { t } = shop;
  return {
    title: t(texts.createList),
    startsVisit: true,
    body: (
      <PopupForm
        shop={shop}
        name="create_wishlist"
        action={getWishlistFormPath('create')}
        hidden={{ return: managePath }}
        submit={{ label: t(texts.createList), className: 'create-wishlist-button' }}
      >
        <NewListFields shop={shop} isRequired />
      </PopupForm>
    ),
  };
}

const moveQuery = viewQuery.extend({ wishlist_id: z.string().regex(/^[\w-]{22}$/), item_id: rowIdSchema });

async function loadMovePopup(shop: Shop, owner: Owner | null, given: unknown): Promise<Popup | null> {
  const query = moveQuery.safeParse(given);
  if (!query.success) return null;
  const list = await findList(shop, shop.db, owner, query.data.wishlist_id);
  if (!list?.isUserOwner) return null;
  const { item_id: itemId, page, view } = query.data;
  const [item] = await findItemsById(shop, shop.db, list, [itemId]);
  const lists = await findOwnLists(shop, shop.db, owner);
  if (!item || !shop.settings(wishlistSettings).multipleLists) return null;
  const { t } = shop;
  return {
    title: t(texts.moveTitle, { name: item.name }),
    body: (
      <PopupForm
        shop={shop}
        name="move_to_another_wishlist"
        action={getWishlistFormPath('move')}
        hidden={{ wishlist_id: list.token, item_id: item.id, return: getListHref(list.token, page, view) }}
        submit={{
          label: t(texts.move),
          className: 'move_to_wishlist',
          data: { 'data-product-id': item.id, 'data-origin-wishlist-id': list.token },
        }}
      >
        <ListChoice
          shop={shop}
          lists={lists.filter(({ id }) => id !== list.id)}
          canCreate={canCreateList(shop, lists.length)}
          field="destination"
        />
      </PopupForm>
    ),
  };
}
