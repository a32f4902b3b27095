import type { FastifyRequest } from 'fastify';
import { renderToStaticMarkup } from 'react-dom/server';
import { cartPath } from '#features/cart/index.ts';
import { wishlistSettings } from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { getVisit } from '#platform/sessions/visit.ts';
import { bareCalls, getActionName, wishlistCalls } from './contract.ts';
import { createWishlistNonce } from './nonces.ts';
import { wishlistAjaxTexts as texts } from './texts.ts';

/** Scripts test the truth of text: false is empty. */
const toText = (value: boolean): string => (value ? '1' : '');
const toWord = (value: boolean): string => (value ? 'yes' : 'no');

/**
 * The configuration object of a wishlist script that the shop brings along (spec 7.6). Values at its
 * top are text, inner ones keep their types.
 */
export function createScriptGlobals(
  shop: Shop,
  _pagePath: string | null,
  request: FastifyRequest,
): Readonly<Record<string, object>> {
  const { wire, t } = shop;
  const settings = shop.settings(wishlistSettings);
  const { visitor } = getVisit(shop, request);
  const keys = wishlistCalls.map((call) => [call, bareCalls.includes(call) ? call : `${call}_action`] as const);
  return {
    [`${wire.wishlistPrefix}_l10n`]: {
      ajax_url: wire.wishlistAjax,
      redirect_to_cart: toWord(settings.redirectToCart),
      [`${wire.wishlistPrefix}_button_position`]: settings.buttonPosition,
      multi_wishlist: toText(settings.multipleLists),
      modal_enable: toText(settings.modal),
      hide_add_button: toText(settings.hideAddButton),
      enable_ajax_loading: '1',
      ajax_loader_url: '',
      remove_from_wishlist_after_add_to_cart: toText(settings.removeAfterAddToCart),
      is_wishlist_responsive: '1',
      mobile_media_query: String(settings.mobileWidth),
      // Without a value, scripts close popups at once.
      time_to_close_prettyphoto: String(settings.popupTimeout),
      popup_timeout: String(settings.popupTimeout),
      fragments_index_glue: '.',
      reload_on_found_variation: '1',
      enable_tooltip: '',
      enable_notices: '1',
      enable_drag_n_drop: toText(settings.sortByDragging),
      labels: {
        cookie_disabled: t(texts.cookieDisabled),
        added_to_cart_message: createCartMessage(shop),
      },
      actions: Object.fromEntries(keys.map(([call, key]) => [key, getActionName(wire, call)])),
      nonce: Object.fromEntries(
        wishlistCalls.map((call) => [`${call}_nonce`, createWishlistNonce(shop, visitor, call)]),
      ),
    },
  };
}

/** HTML. */
function createCartMessage({ wire, t }: Shop): string {
  return renderToStaticMarkup(
    <div className={`${wire.storePlugin}-notices-wrapper`}>
      <div className={`${wire.storePlugin}-message`} role="alert">
        {t(texts.addedToCart)}{' '}
        <a href={cartPath} className="button">
          {t(texts.viewCart)}
        </a>
      </div>
    </div>,
  );
}
