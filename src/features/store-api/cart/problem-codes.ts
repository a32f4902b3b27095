import type { AddFailureCode, PricedLine } from '#features/cart/index.ts';
import type { StoreErrorCode } from '../errors.ts';

export const problemCodes: Readonly<Record<NonNullable<PricedLine['problem']>['code'], StoreErrorCode>> = {
  UNAVAILABLE: 'product_not_purchasable',
  EVENT_STARTED: 'product_not_purchasable',
  OUT_OF_STOCK: 'product_out_of_stock',
  ONE_PER_ORDER: 'product_too_many_in_cart',
  ADDONS_CHANGED: 'cart_invalid_addons',
  NOT_ENOUGH_STOCK: 'product_partially_out_of_stock',
  QUANTITY_TOO_LARGE: 'product_invalid_quantity',
  QUANTITY_TOO_SMALL: 'product_invalid_quantity',
  QUANTITY_NOT_IN_STEPS: 'product_invalid_quantity',
};

export const addFailureCodes: Readonly<Record<AddFailureCode, StoreErrorCode>> = {
  NOT_FOUND: 'cart_invalid_product',
  MAKE_A_SELECTION: 'missing_variation_data',
  UNAVAILABLE: 'product_not_purchasable',
  EVENT_STARTED: 'product_not_purchasable',
  OUT_OF_STOCK: 'product_out_of_stock',
  NOT_ENOUGH_STOCK: 'product_partially_out_of_stock',
  ONE_PER_ORDER: 'product_too_many_in_cart',
  QUANTITY_INVALID: 'product_invalid_quantity',
  QUANTITY_TOO_LARGE: 'product_invalid_quantity',
  QUANTITY_TOO_SMALL: 'product_invalid_quantity',
  QUANTITY_NOT_IN_STEPS: 'product_invalid_quantity',
  CART_FULL: 'cart_error',
  ADD_KEY_USED: 'cart_error',
  ACCOUNT_DELETED: 'cart_error',
  TOO_MANY_CARTS: 'rate_limit_exceeded',
  ADDON_REQUIRED: 'cart_invalid_addons',
  ADDON_TOO_LONG: 'cart_invalid_addons',
  ADDON_UNKNOWN_OPTION: 'cart_invalid_addons',
  ADDON_TOO_MANY_FILES: 'cart_invalid_addons',
  ADDON_FILE_UNKNOWN: 'cart_invalid_addons',
  ADDON_FILE_TYPE: 'cart_invalid_addons',
  ADDON_FILE_TOO_LARGE: 'cart_invalid_addons',
  FILE_NOT_ACCEPTED: 'cart_invalid_addons',
  FILE_TOO_LARGE: 'cart_invalid_addons',
  TOO_MANY_UPLOADS: 'cart_invalid_addons',
  UPLOADS_FULL: 'cart_invalid_addons',
};

export const quantityProblemCodes = {
  LINE_NOT_FOUND: 'cart_invalid_key',
  QUANTITY_INVALID: 'product_invalid_quantity',
  NOT_ENOUGH_STOCK: 'product_partially_out_of_stock',
  ONE_PER_ORDER: 'product_too_many_in_cart',
  QUANTITY_TOO_SMALL: 'product_invalid_quantity',
  QUANTITY_NOT_IN_STEPS: 'product_invalid_quantity',
} as const satisfies Readonly<Record<string, StoreErrorCode>>;
