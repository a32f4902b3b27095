import { defineErrors } from '#platform/features/error-codes.ts';

export const cartErrors = defineErrors('Cart', {
  NOT_FOUND: { status: 404, means: 'The product does not exist.', action: 'Reload the page.' },
  MAKE_A_SELECTION: {
    status: 400,
    means: 'The product has options and not all are selected.',
    action: 'Select all options.',
  },
  UNAVAILABLE: {
    status: 400,
    means: 'The product or this combination is not for sale.',
    action: 'Choose another one. In the cart, remove the line.',
  },
  EVENT_STARTED: {
    status: 409,
    means: 'The event has begun or passed.',
    action: 'Choose another date. In the cart, remove the line.',
  },
  OUT_OF_STOCK: {
    status: 409,
    means: 'Nothing is in stock and it is not sold on backorder.',
    action: 'Remove it, or wait.',
  },
  NOT_ENOUGH_STOCK: {
    status: 409,
    means: 'Less is in stock than requested; the message says how much.',
    action: 'Lower the quantity.',
  },
  QUANTITY_TOO_SMALL: {
    status: 409,
    means: 'The line has, or would have, less than the minimum quantity of the product.',
    action: 'Raise the quantity to the minimum.',
  },
  QUANTITY_NOT_IN_STEPS: {
    status: 409,
    means: 'The quantity is between two steps of the product, which the message names.',
    action: 'Enter one of its quantities.',
  },
  ONE_PER_ORDER: { status: 409, means: 'The product is limited to one per order.', action: 'Lower the quantity to 1.' },
  QUANTITY_INVALID: {
    status: 400,
    means: 'The quantity is not a whole number from 1 to the maximum of a line (`cart.maxQuantity`).',
    action: 'Enter a quantity in this range.',
  },
  QUANTITY_TOO_LARGE: {
    status: 409,
    means: 'The line has, or would have, more than the maximum quantity (`cart.maxQuantity`).',
    action: 'Lower the quantity.',
  },
  TOO_MANY_CARTS: {
    status: 429,
    means: 'Too many carts were started from this network in the last hour (`cart.newCartsPerHour`).',
    action: 'Retry later.',
  },
  CART_FULL: { status: 409, means: 'A cart can have at most 100 lines.', action: 'Place two orders.' },
  ADD_KEY_USED: {
    status: 409,
    means: 'The request key was sent before, with other items, which are in the cart. Nothing was added.',
    action: 'Make a new key for each request that is no repetition.',
  },
  ACCOUNT_DELETED: {
    status: 409,
    means: 'The account of the customer was deleted while the request ran. Nothing was added.',
    action: 'Send it again: the shopper is a guest now.',
  },
  LINE_NOT_FOUND: { status: 404, means: 'The line is no longer in this cart.', action: 'Reload the cart.' },
  COUPON_REQUIRED: { status: 400, means: 'No code was given.', action: 'Enter a code.' },
  COUPON_CART_EMPTY: { status: 409, means: 'The cart is empty.', action: 'Put something into it first.' },
  COUPON_LIMIT: { status: 409, means: 'A cart can have at most 10 coupons.', action: 'Remove another one.' },
  COUPON_ATTEMPTS: {
    status: 429,
    means:
      'Too many codes were tried in the last hour (`cart.couponAttemptsPerHour`, `cart.couponAttemptsPerNetwork`). Codes that apply do not count.',
    action: 'Retry later.',
  },
  COUPON_INVALID: {
    status: 409,
    means:
      'The code does not exist or cannot be used: it is disabled, starts later, or is for other email addresses. The answer is the same, so that nobody can find out codes.',
    action: 'Check the code: `/admin/coupons`.',
  },
  COUPON_EXPIRED: { status: 409, means: 'The coupon has ended.' },
  COUPON_USED_UP: { status: 409, means: 'The coupon was used as often as it can be.' },
  COUPON_USED_BY_CUSTOMER: { status: 409, means: 'The customer has used the coupon as often as one customer can.' },
  COUPON_NOT_FOR_PRODUCTS: {
    status: 409,
    means: 'The coupon is for other products, or for shipping and nothing is shipped.',
  },
  COUPON_SALE_ITEMS_ONLY: { status: 409, means: 'The coupon is not for products on sale, and all others are missing.' },
  COUPON_MIN_SPEND: { status: 409, means: 'The cart costs too little; the message says how much is missing.' },
  COUPON_MAX_SPEND: { status: 409, means: 'The cart costs too much; the message says how much it may cost.' },
  COUPON_NOT_WITH_OTHERS: {
    status: 409,
    means: 'The coupon cannot be combined with another one of the cart.',
    action: 'Remove the other one.',
  },
  ADDON_REQUIRED: { status: 400, means: 'A required add-on is empty.', action: 'Fill it in.' },
  ADDON_TOO_LONG: { status: 400, means: "An add-on's text is too long.", action: 'Shorten it.' },
  ADDON_UNKNOWN_OPTION: {
    status: 400,
    means: 'The add-on has no such option, or allows only one.',
    action: 'Reload the product.',
  },
  ADDON_TOO_MANY_FILES: { status: 400, means: 'An add-on has more files than it takes.', action: 'Remove some.' },
  ADDON_FILE_UNKNOWN: {
    status: 404,
    means: 'A file of an add-on does not exist, or is of somebody else. The answer is the same.',
    action: 'Upload it again.',
  },
  ADDON_FILE_TYPE: {
    status: 400,
    means: 'A file of an add-on is of a type that it does not take; the message names those that it takes.',
    action: 'Choose another file.',
  },
  ADDON_FILE_TOO_LARGE: {
    status: 413,
    means: 'A file is larger than its add-on takes; the message says how large it can be.',
    action: 'Choose a smaller file.',
  },
  FILE_NOT_ACCEPTED: {
    status: 415,
    means: 'A file in the form is empty, damaged or of no accepted type; the message says which.',
    action: 'Choose another file.',
  },
  FILE_TOO_LARGE: {
    status: 413,
    means: 'A file in the form is larger than `uploads.maxMegabytes`.',
    action: 'Choose a smaller file.',
  },
  TOO_MANY_UPLOADS: {
    status: 429,
    means: 'The shopper or their network has uploaded too much in the last hour.',
    action: 'Retry later.',
  },
  UPLOADS_FULL: {
    status: 503,
    means: 'The files that belong to no order have reached `uploads.maxUnorderedMegabytes`.',
    action: 'Retry later, or raise the setting.',
  },
  EMPTY_CART: { status: 409, means: 'The cart is empty.', action: 'Add a product.' },
  DESTINATION_INVALID: {
    status: 422,
    means: 'The country, state or postcode of a delivery estimate is invalid; the message says which.',
    action: 'Correct it. The shop sells to `countries` of `shop.config.ts`.',
  },
  SHIPPING_UNAVAILABLE: {
    status: 409,
    means: 'The selected shipping method is not available for this cart and its destination.',
    action: 'Select another one; `shop shipping test`.',
  },
  ADDONS_CHANGED: {
    means: "The product's add-ons have changed since it was added to the cart.",
    action: 'Remove the line and add it again.',
  },
});
