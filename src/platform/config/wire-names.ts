/** Names in calls, forms and headers that each shop may choose. They are defined only here. */
export interface WireNames {
  /** `{form_prefix}` and `{form_ns}` in the documentation of calls. */
  readonly formPrefix: string;
  readonly formNamespace: string;
  /** `{theme_prefix}` */
  readonly themePrefix: string;
  /** `{stock_prefix}` and `{stock_short}` */
  readonly stockPrefix: string;
  readonly stockShort: string;
  /** `{store_plugin}` and `{store_short}` */
  readonly storePlugin: string;
  readonly storeShort: string;
  /** `{platform}`. The nonce header is `X-{platform}-Nonce`. */
  readonly platform: string;
  /** `{captcha}` */
  readonly captcha: string;
  /** Name of the challenge widget in configuration objects of the back-in-stock script. */
  readonly challenge: string;
  /** `{api_root}`, `{rest}` and `{platform_rest}`: path prefixes without a slash at the end. */
  readonly apiRoot: string;
  readonly rest: string;
  readonly platformRest: string;
  /** `{ajax_endpoint}` and `{platform_ajax_endpoint}` */
  readonly ajaxEndpoint: string;
  readonly platformAjaxEndpoint: string;
  /** Path of wishlist calls. */
  readonly wishlistAjax: string;
  /** Prefix of wishlist classes, where `-` replaces `_`, and of the configuration object of wishlists. */
  readonly wishlistPrefix: string;
  /** Prefix of the names of wishlist actions: `add_to_wishlist` and others. */
  readonly wishlistActionPrefix: string;
}

/** The endpoints at which an ajax action can answer. */
export const ajaxEndpoints = ['ajaxEndpoint', 'platformAjaxEndpoint', 'wishlistAjax'] as const;

export const defaultWireNames: WireNames = {
  formPrefix: 'form',
  formNamespace: 'contact-forms-api',
  themePrefix: 'theme',
  stockPrefix: 'stockalert',
  stockShort: 'sa',
  storePlugin: 'store',
  storeShort: 'st',
  platform: 'Vitrine',
  captcha: 'captcha',
  challenge: 'challenge',
  apiRoot: '/api',
  rest: '/api/store/v1',
  platformRest: '/api/platform/v1',
  ajaxEndpoint: '/ajax',
  platformAjaxEndpoint: '/ajax',
  wishlistAjax: '/ajax/wishlist',
  wishlistPrefix: 'wl',
  wishlistActionPrefix: '',
};

export function getNonceHeader({ platform }: WireNames): string {
  return `X-${platform}-Nonce`;
}
