import { defineTexts } from '#platform/texts/texts.ts';

export const wishlistScriptTexts = defineTexts('wishlist-script', {
  listed: 'In your wishlist',
  listedNamed: '{name} is in your wishlist',
  remove: 'Remove',
  addToAnother: 'Add to another list',
  otherLists: 'Other lists',
  showList: 'Show list',
  otherList: 'Another list',
  undo: 'Undo',
  retry: 'Try again',
  failed: 'That did not work.',
  close: 'Close',
});
