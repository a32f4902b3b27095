import { defineTexts } from '#platform/texts/texts.ts';

export const wishlistMailTexts = defineTexts('wishlist-mails', {
  title: 'Wishlist news',
  description: 'Price drops and items back in stock from your wishlists, and new items on lists you follow.',

  subject: 'News from your wishlists at {shop}',
  heading: 'News from your wishlists',
  cheaper: 'Price drops',
  cheaperItem: '{name}: {now} instead of {before}',
  back: 'Back in stock',
  backItem: '{name}',
  followed: 'New on lists you follow',
  followedList: '{list}: {count, plural, one {one new item} other {# new items}}',
  button: 'Open your wishlist',
  why: 'You get this email because you chose it in your account.',
  stop: 'Unsubscribe',
});
