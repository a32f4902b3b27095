import { defineTexts } from '#platform/texts/texts.ts';

/** The texts of the shell around every page: header, footer, home page and error pages. */
export const texts = defineTexts('app', {
  skip: 'Skip to content',
  pageUse: 'Page',
  homeUse: 'Home page',
  documentTitle: '{title} – {shop}',
  menu: 'Menu',
  closeMenu: 'Close menu',
  mainMenu: 'Shop',
  submenu: '{name} submenu',
  contact: 'Contact',
  notice: 'Store notice',
  dismissNotice: 'Dismiss notice',

  lightboxClose: 'Close',
  lightboxPrevious: 'Previous',
  lightboxNext: 'Next',
  lightboxImages: 'Images',
  lightboxZoom: 'Zoom in',
  lightboxRetry: 'Retry',
  lightboxCount: '{n} of {total}',
  lightboxImageFailed: 'The image #{n} could not be loaded.',
  lightboxVideoFailed: 'The video could not be loaded.',
  lightboxZoomFailed: 'The image could not be loaded',

  home: '{shop} home page',
  backToCart: 'Back to cart',
  footer: 'Footer',
  shopAll: 'Shop all',
  deliveryCost: 'Delivery {price}',
  deliveryCostTo: 'Delivery to {country} from {price}',
  deliveryFree: 'Free delivery',
  deliveryFreeFrom: '{delivery}, free from {minimum}',
  delivery: 'Delivery',
  returnsWithin: 'Returns within {days, plural, one {# day} other {# days}}',
  returns: 'Returns',
  featured: 'Featured',
  newArrivals: 'New arrivals',
  shopByCategory: 'Shop by category',
  viewAll: 'View all',
  footerShop: 'Shop',
  footerHelp: 'Help',
  footerLegal: 'Legal',
  footerSocial: 'Follow us',
  footerPayment: 'We accept',

  missingTitle: 'Page not found',
  missingText: 'The link may be wrong or the page was removed.',
  browseAll: 'Browse all products',
  toHome: 'Go to the home page',

  signInTitle: 'Please sign in',
  signInText: 'You need to be signed in to open this page.',
  forbiddenTitle: 'You have no access to this page',
  forbiddenText: 'Your account is not allowed to open it. If you need access, please ask the owner of the shop.',

  refusedTitle: 'We could not process your request',
  refusedText: 'It was sent from another website, or did not match the form. Please go back and try again.',
  tooLargeTitle: 'That was too much at once',
  tooLargeText:
    'Nothing was saved. Please go back, make texts shorter, or send fewer rows or smaller files, and try again.',

  testimonials: 'Testimonials',
  testimonialStars: '{stars, plural, one {# star} other {# stars}} of 5',
  blockTitle: 'Title',
  blockCount: 'How many',

  failedTitle: 'Something went wrong',
  failedText: 'An error on our side kept us from showing this page. Please try again.',
  failedWriteText:
    'An error on our side interrupted your request. It may have been completed or not: please check before you send it again.',
  failedReference: 'If it happens again, contact us and mention {id}.',

  busyTitle: 'We’ll be right back',
  busyText: 'The shop is very busy or down for maintenance. Please try again in a moment.',
  retry: 'Retry',
});
