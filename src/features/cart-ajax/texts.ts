import { defineTexts } from '#platform/texts/texts.ts';

export const cartAjaxTexts = defineTexts('cart-ajax', {
  empty: 'Your cart is empty.',
  remove: 'Remove “{name}” from the cart',
  removeTitle: 'Remove from the cart',
  removeQuestion: 'Do you want to remove “{name}” from your cart?',
  removeUnknown: 'This item is no longer in your cart.',
  removeButton: 'Remove',
  subtotal: 'Subtotal',
  viewCart: 'View cart',
  checkout: 'Checkout',
  totals: 'Cart totals',
  orderItem: 'Item',
  orderTotal: 'Subtotal',
  sessionOver: 'Your cart is empty. Please add something first.',
  noCoupon: 'The coupon “{code}” does not exist.',
  couponNotApplied: 'The coupon “{code}” is not applied to this cart.',
});
