import type { FastifyRequest } from 'fastify';
import { renderToStaticMarkup } from 'react-dom/server';
import { cartPath } from '#features/cart/index.ts';
import { wishlistSettings, wishlistTexts } from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { anyGuest } from '#platform/nonces/nonces.ts';
import { getVisit } from '#platform/sessions/visit.ts';
import { bareCalls, getActionName, getNonceAction, wishlistCalls } from './contract.ts';
import { wishlistAjaxTexts as texts } from './texts.ts';

/** Converts a boolean for scripts that test whether a text is empty. */
const toText = (value: boolean): string => (value ? '1' : '');
const toWord = (value: boolean): string => (value ? 'yes' : 'no');

/**
 * Maximum delay of timers in milliseconds. Scripts close popups at once for 0, for a missing value, and for a longer
 * delay.
 */
const longestTimeout = 2_147_483_647;

/** A rotating ring in the text colour of most pages. Scripts write its address into `url()` without quotes. */
const loaderImage = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40" fill="none" stroke="#555" stroke-width="3">' +
    '<circle cx="20" cy="20" r="16" stroke-opacity=".25"/><path d="M20 4a16 16 0 0 1 16 16" stroke-linecap="round">' +
    '<animateTransform attributeName="transform" type="rotate" from="0 20 20" to="360 20 20" dur="1s" repeatCount="indefinite"/>' +
    '</path></svg>',
).toString('base64')}`;

/**
 * Creates the configuration object for a wishlist script that the shop brings along. Top-level values are texts,
 * nested values keep their types.
 */
export function createScriptGlobals(
  shop: Shop,
  _pagePath: string | null,
  request: FastifyRequest,
): Readonly<Record<string, object>> {
  const { wire, t } = shop;
  const settings = shop.settings(wishlistSettings);
  const { visitor } = getVisit(shop, request);
  const timeout = String(settings.popupTimeout || longestTimeout);
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
      ajax_loader_url: loaderImage,
      remove_from_wishlist_after_add_to_cart: toText(settings.removeAfterAddToCart),
      is_wishlist_responsive: '1',
      mobile_media_query: String(settings.mobileWidth),
      auto_close_popup: toText(settings.popupTimeout > 0),
      time_to_close_prettyphoto: timeout,
      popup_timeout: timeout,
      fragments_index_glue: '.',
      reload_on_found_variation: '1',
      enable_tooltip: '',
      enable_notices: '1',
      enable_drag_n_drop: toText(settings.sortByDragging && settings.hasSortableLibrary),
      labels: {
        cookie_disabled: t(wishlistTexts.COOKIES_OFF),
        added_to_cart_message: createCartMessage(shop),
      },
      actions: Object.fromEntries(keys.map(([call, key]) => [key, getActionName(wire, call)])),
      nonce: Object.fromEntries(
        wishlistCalls.map((call) => [`${call}_nonce`, shop.nonces.create(visitor ?? anyGuest, getNonceAction(call))]),
      ),
    },
  };
}

/** @returns HTML */
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
