import { defineTexts } from '#platform/texts/texts.ts';

export const wishlistMailTexts = defineTexts('wishlist-mails', {
  title: 'Wishlist news',
  description: 'What on your wishlists costs less or is back in stock, and what is new on lists that you follow.',

  subject: 'News from your wishlists at {shop}',
  heading: 'News from your wishlists',
  cheaper: 'Costs less now',
  cheaperItem: '{name}: {now} instead of {before}',
  back: 'Back in stock',
  backItem: '{name}',
  followed: 'New on lists that you follow',
  followedList: '{list}: {count, plural, one {one new item} other {# new items}}',
  button: 'Open your wishlist',
  why: 'You get this e-mail because you chose it in your account.',
  stop: 'Stop these e-mails',
});
