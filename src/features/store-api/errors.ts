import type { WireNames } from '#platform/config/wire-names.ts';
import { defineErrors } from '#platform/features/error-codes.ts';

/**
 * Codes of the store API. In replies they have the prefix `{store_plugin}_rest_`, except for codes of the platform
 * (`isPlatformCode`).
 */
export const storeErrors = defineErrors('Store API', {
  missing_nonce: {
    status: 401,
    means: 'A write of the cart has neither the header `Nonce` nor a valid `Cart-Token`.',
    action: 'Read the cart and send the header `Nonce` of the reply.',
  },
  invalid_nonce: {
    status: 403,
    means: 'The nonce is older than 12 to 24 hours, or that of another visitor.',
    action: 'Send the header `Nonce` of this reply.',
  },
  cart_invalid_key: {
    status: 409,
    means: 'No line of this cart has this key. The reply has the cart.',
    action: 'Show the cart of the reply.',
  },
  cart_invalid_product: { status: 400, means: 'No product that can be added has this id.' },
  cart_error: { status: 400, means: 'The cart is full: it can have at most 100 lines.' },
  cart_invalid_addons: {
    status: 400,
    means: 'A required add-on is missing, or an add-on has an invalid value. The message names it.',
    action: 'Send the fields of the product form in the body.',
  },
  missing_variation_data: {
    status: 400,
    means: 'The product has options, and `variation` does not choose all of them.',
    action: 'Choose each attribute.',
  },
  invalid_variation_data: { status: 400, means: 'The product has no such attribute, or the attribute no such term.' },
  product_not_purchasable: { status: 400, means: 'The product or this combination is not for sale.' },
  product_out_of_stock: { status: 400, means: 'Nothing is in stock and it is not sold on backorder.' },
  product_partially_out_of_stock: { status: 400, means: 'Less is in stock than requested; the message says how much.' },
  product_too_many_in_cart: { status: 400, means: 'The product is limited to one per order.' },
  product_invalid_quantity: {
    status: 400,
    means:
      'The quantity is not a whole number from 1 to the maximum of a line (`cart.maxQuantity`), or not one of the quantities in which the product comes.',
    action: 'Keep to `quantity_limits` of the line, or to `add_to_cart` of the product.',
  },
  product_invalid_id: { status: 404, means: 'No public product or variation has this id.' },
  product_invalid_slug: { status: 404, means: 'No public product has this slug.' },
  category_invalid_id: { status: 404, means: 'No category has this id.' },
  brand_invalid_id: { status: 404, means: 'No brand has this id or slug.' },
  attribute_invalid_id: { status: 404, means: 'No attribute that products share has this id or name.' },
  taxonomy_invalid: { status: 404, means: 'Terms were asked for of an attribute that does not exist.' },
  cart_coupon_error: { status: 400, means: 'The coupon cannot be applied. The message says why.' },
  cart_coupon_invalid_code: {
    status: 409,
    means: 'The coupon is not applied to this cart. The reply has the cart.',
    action: 'Show the cart of the reply.',
  },
  cart_coupon_not_found: {
    status: 404,
    means:
      'No coupon with the code of the address is applied to this cart. Replies name it as `cart_coupon_invalid_code`.',
  },
  cart_extensions_error: { status: 400, means: 'No extension of the cart takes data under this namespace.' },
  cart_invalid_rate: {
    status: 400,
    means: 'The package has no shipping rate with this id.',
    action: 'Choose one of `shipping_rates` of the cart.',
  },
  invalid_shipping_option: {
    status: 400,
    means: 'Nothing ships to the destination of the cart. The message says why. Only in `errors` of a cart.',
    action: 'Set another destination, or change the items.',
  },
  cart_empty: { status: 400, means: 'The cart is empty, for example because another tab has ordered it.' },
  cart_item_error: {
    status: 409,
    means: 'A line of the cart cannot be ordered. `errors` of the cart in the reply say why.',
    action: 'Change or remove it.',
  },
  cart_coupons_lost: {
    status: 409,
    means: 'Coupons of the cart do not apply to this order, and no `expected_total` was sent. The message names them.',
    action: 'Remove them, or send the `expected_total`.',
  },
  checkout_total_mismatch: {
    status: 409,
    means: 'The total is not the `expected_total`. The reply has the cart with the new one. Nothing was ordered.',
    action: 'Show the new total and order again.',
  },
  checkout_out_of_stock: {
    status: 409,
    means: 'Other orders took the stock. The message names each product and what is left.',
    action: 'Update the cart.',
  },
  checkout_shipping_unavailable: {
    status: 409,
    means: 'Nothing ships to the address, or not with the chosen rate.',
    action: 'Choose one of `shipping_rates` of the cart, or another address.',
  },
  checkout_payment_method_unavailable: {
    status: 400,
    means: 'The payment method does not exist, or is not available for this order.',
    action: 'Choose one of `extensions.checkout.payment_methods` of the checkout.',
  },
  checkout_reservation_limit: {
    status: 409,
    means: 'The items of unpaid orders would exceed `orders.maxReserved`. The message says how many can be ordered.',
  },
  checkout_payment_in_progress: {
    status: 409,
    means: 'The payment of the earlier order of this cart is being processed.',
    action: 'Wait for it, then order again if it failed.',
  },
  checkout_request_key_used: {
    status: 409,
    means: 'The `Idempotency-Key` belongs to another order, or to other content.',
    action: 'Send a new key.',
  },
  invalid_path: { status: 400, means: 'A request of a batch is not one of the store API.' },
  rest_invalid_param: { status: 400, means: 'A parameter is invalid. `data.params` names each and says why.' },
  rest_missing_callback_param: {
    status: 400,
    means: 'A required parameter is missing. `data.params` lists the names.',
  },
  rest_batch_not_allowed: {
    status: 400,
    means: 'A request of a batch is no write of the cart; batches cannot be nested.',
  },
  rate_limit_exceeded: {
    status: 429,
    means:
      'Too many carts were started from this network (`cart.newCartsPerHour`), or too many coupons that do not apply were tried (`cart.couponAttemptsPerHour`, `cart.couponAttemptsPerNetwork`), or too many orders were placed (`checkout.ordersPerHour`), in the last hour.',
    action: 'Retry later: after the seconds of `Retry-After`, if the reply has it.',
  },
});

export type StoreErrorCode = keyof typeof storeErrors.codes;

const isPlatformCode = (code: StoreErrorCode): boolean => code.startsWith('rest_') || code === 'rate_limit_exceeded';

export function toPublicCode({ storePlugin }: Pick<WireNames, 'storePlugin'>, code: StoreErrorCode): string {
  // Clients know one name for both errors; only the status differs.
  const name = code === 'cart_coupon_not_found' ? 'cart_coupon_invalid_code' : code;
  return isPlatformCode(name) ? name : `${storePlugin}_rest_${name}`;
}
