import { defineTexts } from '#platform/texts/texts.ts';

/** The words of the shell that every page stands in. */
export const texts = defineTexts('app', {
  skip: 'Skip to the content',
  documentTitle: '{title} – {shop}',
  menu: 'Menu',
  closeMenu: 'Close the menu',
  mainMenu: 'Shop',
  submenu: 'What is in {name}',
  contact: 'Contact',
  notice: 'Notice',
  dismissNotice: 'Hide this notice',

  lightboxClose: 'Close',
  lightboxPrevious: 'Previous',
  lightboxNext: 'Next',
  lightboxPhotographs: 'Photographs',
  lightboxZoom: 'Look closer',
  lightboxAgain: 'Try again',
  lightboxCount: '{n} of {total}',
  lightboxImageFailed: 'The image #{n} could not be loaded.',
  lightboxVideoFailed: 'The video could not be loaded.',
  lightboxZoomFailed: 'The image could not be loaded',

  home: '{shop}, home page',
  cart: 'Cart',
  footer: 'More about the shop',
  everything: 'Everything',
  featured: 'What we are proud of',
  newest: 'New from the kiln',
  byKind: 'By kind',
  seeAll: 'See everything',
  footerShop: 'Shop',
  footerStudio: 'Write or visit',

  missingTitle: 'There is no such page',
  missingText:
    'The address may have a slip in it, or what was here is sold and gone. Everything we make now is in the shop.',
  toShop: 'Go to the shop',
  toHome: 'Home page',

  refusedTitle: 'We could not take that',
  refusedText:
    'It came from another website, was too large, or was not what the form asks for. Nothing was changed: please go back and try again.',

  failedTitle: 'That did not work',
  failedText: 'The mistake is ours, and it has been noted. Nothing was charged twice and your cart is as you left it.',
  failedAgain: 'Try again',
  failedReference: 'If it goes on, write to us and mention {id}.',

  busyTitle: 'One moment',
  busyText: 'The shop is being tended to and will be back shortly. Your cart is kept.',
  busyAgain: 'Look again',
});
