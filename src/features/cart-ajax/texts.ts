import { defineTexts } from '#platform/texts/texts.ts';

export const cartAjaxTexts = defineTexts('cart-ajax', {
  remove: 'Remove “{name}” from the cart',
  removeTitle: 'Remove from the cart',
  removeQuestion: 'Do you want to remove “{name}” from your cart?',
  removeUnknown: 'This item is no longer in your cart.',
  removeButton: 'Remove',
  viewCart: 'View cart',
  totals: 'Cart totals',
  sessionOver: 'Your cart is empty. Please add something first.',
  couponApplied: 'The coupon was applied.',
  couponRepeated: 'The coupon “{code}” is in your cart already.',
  couponRemoved: 'The coupon was removed.',
  couponNotApplied: 'The coupon “{code}” is not applied to this cart.',
});
