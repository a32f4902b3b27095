import { addItem, refreshFragments, removeItem } from './cart-endpoints.ts';
import {
  applyCoupon,
  getTotals,
  removeCoupon,
  updateOrderReview,
  updateShippingMethod,
} from './checkout-endpoints.tsx';
import type { Endpoint } from './endpoint.ts';

/** Endpoints by their names in the query. */
export const endpoints: Readonly<Record<string, Endpoint>> = {
  add_to_cart: addItem,
  get_refreshed_fragments: refreshFragments,
  remove_from_cart: removeItem,
  update_order_review: updateOrderReview,
  apply_coupon: applyCoupon,
  remove_coupon: removeCoupon,
  get_cart_totals: getTotals,
  update_shipping_method: updateShippingMethod,
};
