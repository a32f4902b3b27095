import { cartPath } from '#features/cart/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { getEndpointPath } from './contract.ts';
import { cartAjaxTexts as texts } from './texts.ts';

/** Milliseconds after which the script aborts a refresh. */
const requestTimeout = 5000;

/**
 * Creates the configuration objects of the scripts that add to the cart and replace its fragments. All values are
 * texts; the empty text means false.
 */
export function createScriptGlobals(
  { wire, t }: Pick<Shop, 'wire' | 't'>,
  pagePath: string | null,
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const { storeShort, ajaxEndpoint } = wire;
  const addresses = {
    ajax_url: ajaxEndpoint,
    [`${storeShort}_ajax_url`]: getEndpointPath(wire, '%%endpoint%%'),
  };
  return {
    [`${storeShort}_cart_fragments_params`]: {
      ...addresses,
      cart_hash_key: `${storeShort}_cart_hash`,
      fragment_name: `${storeShort}_fragments`,
      request_timeout: String(requestTimeout),
    },
    [`${storeShort}_add_to_cart_params`]: {
      ...addresses,
      i18n_view_cart: t(texts.viewCart),
      cart_url: cartPath,
      is_cart: pagePath === cartPath ? '1' : '',
      cart_redirect_after_add: 'no',
    },
  };
}
