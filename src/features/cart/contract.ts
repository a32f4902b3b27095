/** Types and paths for server and browser. Amounts are minor units of the cart's currency. */

export const cartPath = '/cart';
export const addToCartPath = '/cart/add';
export const cartQuantityPath = '/cart/quantity';
export const cartRemovePath = '/cart/remove';
export const cartRestorePath = '/cart/restore';
export const cartCouponPath = '/cart/coupon';
export const cartCouponRemovePath = '/cart/coupon/remove';

/** Where the cart leads to. It is here, since the feature checkout needs this one. */
export const checkoutPath = '/checkout';

/** Path of the call that adds an item (spec 7.3/2), below the shop's {rest}. */
export const cartItemPath = (rest: string): string => `${rest}/cart/item`;

/** Paths of the calls that apply and remove a coupon, below the shop's {rest}. */
export const cartCouponCallPath = (rest: string): string => `${rest}/cart/coupon`;
export const cartCouponRemoveCallPath = (rest: string): string => `${rest}/cart/coupon/remove`;

/** Maximum number of coupons in one cart. */
export const maxCoupons = 10;

/** Maximum number of lines in one cart. */
export const maxCartLines = 100;

/**
 * Fields of the product form besides `attribute_<slug>` and `addon-<key>`. The form of a group has
 * `quantity[<product id>]` for each of its products.
 */
export const productField = 'product_id';
export const variationField = 'variation_id';
export const quantityField = 'quantity';

/** Name of the cart page's quantity field of a line (spec 3.4/9). */
export const lineQuantityField = (key: string): string => `quantity[${key}]`;
export const lineKeyField = 'cart_item_key';
/** Name of the field with a coupon's code, in the cart and at the checkout. */
export const couponCodeField = 'coupon_code';

export type AddFailureCode =
  | 'NOT_FOUND'
  | 'MAKE_A_SELECTION'
  | 'UNAVAILABLE'
  | 'OUT_OF_STOCK'
  | 'NOT_ENOUGH_STOCK'
  | 'ONE_PER_ORDER'
  | 'QUANTITY_INVALID'
  | 'QUANTITY_TOO_LARGE'
  | 'CART_FULL'
  | 'TOO_MANY_CARTS'
  | 'ADDON_REQUIRED'
  | 'ADDON_TOO_LONG'
  | 'ADDON_UNKNOWN_OPTION';

/** Summary of the cart in JSON replies. */
export interface CartSummary {
  /** Changes with every write and is never reused. */
  readonly version: number;
  /** Total quantity of all lines. */
  readonly count: number;
  readonly total: number;
  readonly currency: string;
  readonly needsShipping: boolean;
  readonly isEmpty: boolean;
}

export interface CartReply {
  readonly cart: CartSummary;
  readonly message: string;
  /** HTML by fragment key. */
  readonly fragments: Readonly<Record<string, string>>;
}
