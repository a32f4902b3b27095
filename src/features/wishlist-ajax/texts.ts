import { defineTexts } from '#platform/texts/texts.ts';

export const wishlistAjaxTexts = defineTexts('wishlist-ajax', {
  estimateFailed: 'Your request could not be sent. Please try again later.',
  addedToCart: 'Added to your cart.',
  viewCart: 'View cart',
});
