import { defineTexts } from '#platform/texts/texts.ts';

export const wishlistTexts = defineTexts('wishlists', {
  defaultName: 'My wishlist',
});
