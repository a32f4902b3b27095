/** Types and paths for server and browser. Amounts are minor units of the cart's currency. */

export const cartPath = '/cart';
export const addToCartPath = '/cart/add';
export const cartQuantityPath = '/cart/quantity';
export const cartRemovePath = '/cart/remove';
export const cartRestorePath = '/cart/restore';
/** Path of the form that puts back lines that "buy now" has set aside. */
export const cartPutBackPath = '/cart/put-back';
export const cartCouponPath = '/cart/coupon';
export const cartCouponRemovePath = '/cart/coupon/remove';
/** Field of cart and checkout with the id of the chosen shipping option. */
export const shippingMethodField = 'shipping_method';

/** Path of the checkout. It is defined here because the feature checkout depends on this feature. */
export const checkoutPath = '/checkout';

/** Path of the call that adds an item, below the shop's {rest}. */
export const cartItemPath = (rest: string): string => `${rest}/cart/item`;

/** Paths of the calls that apply and remove a coupon, below the shop's {rest}. */
export const cartCouponCallPath = (rest: string): string => `${rest}/cart/coupon`;
export const cartCouponRemoveCallPath = (rest: string): string => `${rest}/cart/coupon/remove`;

export const maxCoupons = 10;

/** Path of the call that reads the cart's state, below the shop's {rest}. */
export const cartRefreshPath = (rest: string): string => `${rest}/cart/refresh`;

/** Name of the ajax action that sets the quantity of one line. */
export const alterQuantityAction = (themePrefix: string): string => `${themePrefix}_ajax_cart_item_alter_quantity`;

/** Name of the ajax action that restores the line removed last. */
export const restoreLineAction = (themePrefix: string): string => `${themePrefix}_ajax_cart_item_restore`;

export const maxCartLines = 100;

/**
 * Fields of the product form besides `attribute_<slug>` and `addon-<key>`. The form of a group has `quantity[<product
 * id>]` for each of its products.
 */
export const productField = 'product_id';
export const variationField = 'variation_id';
export const quantityField = 'quantity';

/** Name of the quantity field of a line on the cart page. */
export const lineQuantityField = (key: string): string => `quantity[${key}]`;
/**
 * Field with the client's key of a request that adds items. A request that is repeated with its key adds nothing
 * again.
 */
export const requestKeyField = 'request_key';
/** Field of a form with several products. `yes` leaves out products that can't be added, instead of refusing all. */
export const availableOnlyField = 'available_only';
export const lineKeyField = 'cart_item_key';
export const couponCodeField = 'coupon_code';

/** Name of the button that saves the quantities and leads to the checkout. */
export const toCheckoutField = 'checkout';

/** Field of calls that change the cart: JSON with the fragments to render, options by key. */
export const fragmentsField = 'fragments';

/** Key of the fragment with lines and summary of the cart page. */
export const cartPageFragment = 'cart-page';

/** Dispatched on `document` when the cart's state in the browser has changed. */
export const cartUpdatedEvent = 'vt:cart-updated';

/** Dispatched on `document` when fragments of the checkout have changed. */
export const checkoutUpdatedEvent = 'vt:checkout-updated';

export type AddFailureCode =
  | 'NOT_FOUND'
  | 'MAKE_A_SELECTION'
  | 'UNAVAILABLE'
  | 'EVENT_STARTED'
  | 'OUT_OF_STOCK'
  | 'NOT_ENOUGH_STOCK'
  | 'ONE_PER_ORDER'
  | 'QUANTITY_TOO_SMALL'
  | 'QUANTITY_NOT_IN_STEPS'
  | 'QUANTITY_INVALID'
  | 'QUANTITY_TOO_LARGE'
  | 'CART_FULL'
  | 'ADD_KEY_USED'
  | 'ACCOUNT_DELETED'
  | 'TOO_MANY_CARTS'
  | 'ADDON_REQUIRED'
  | 'ADDON_TOO_LONG'
  | 'ADDON_UNKNOWN_OPTION'
  | 'ADDON_TOO_MANY_FILES'
  | 'ADDON_FILE_UNKNOWN'
  | 'ADDON_FILE_TYPE'
  | 'ADDON_FILE_TOO_LARGE'
  | 'FILE_NOT_ACCEPTED'
  | 'FILE_TOO_LARGE'
  | 'TOO_MANY_UPLOADS'
  | 'UPLOADS_FULL';

export interface CartSummary {
  /** Changes with every write and is never reused. */
  readonly version: number;
  readonly count: number;
  readonly total: number;
  readonly currency: string;
  readonly needsShipping: boolean;
  readonly isEmpty: boolean;
}

/** The cart as scripts know it, with properties that features add. */
export interface CartState {
  readonly cart: CartSummary & Readonly<Record<string, unknown>>;
  /** Parameters that features pass to the scripts of payment providers. */
  readonly queryParams: Readonly<Record<string, string>>;
}

export interface CartReply extends CartState {
  readonly message: string;
  /** HTML by fragment key. */
  readonly fragments: Readonly<Record<string, string>>;
}

/**
 * Texts and names of calls for the cart's scripts, as JSON in the attribute `data-cart-texts` of an element of each
 * page.
 */
export interface CartTexts {
  readonly loading: string;
  readonly failed: string;
  readonly notAdded: string;
  readonly notSaved: string;
  readonly retry: string;
  readonly viewCart: string;
  readonly alterQuantity: string;
  readonly restoreLine: string;
}

/** Notice after an add that left out products that can't be bought. */
export const leftOutNotice = 'leftOut';
/** Notice of the checkout after "buy now", which has set other lines aside. */
export const setAsideNotice = 'setAside';
