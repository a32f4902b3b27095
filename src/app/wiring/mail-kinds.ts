import type { MailKind } from '#platform/mail/mail-kinds.ts';
import { defineTexts } from '#platform/texts/texts.ts';

export const mailKindTexts = defineTexts('admin.mail-kinds', {
  order: 'Order',
  quote: 'Quote',
  withdrawal: 'Withdrawal',
  message: 'Message',
  account: 'Account',
  staff: 'Invitation',
  reviews: 'Request for a review',
  alert: 'Stock alert',
  wishlist: 'Wish list',
});

/** Kinds of mail that the shop sends, by the first part of their ids. */
export const mailKindsOfShop: readonly MailKind[] = [
  { prefix: 'order', text: mailKindTexts.order, isRequired: true },
  { prefix: 'quote', text: mailKindTexts.quote },
  { prefix: 'withdrawal', text: mailKindTexts.withdrawal, isRequired: true },
  { prefix: 'contact-message', text: mailKindTexts.message },
  { prefix: 'account', text: mailKindTexts.account },
  { prefix: 'staff', text: mailKindTexts.staff },
  { prefix: 'reviews', text: mailKindTexts.reviews },
  { prefix: 'stock-alert', text: mailKindTexts.alert },
  { prefix: 'wishlist-news', text: mailKindTexts.wishlist },
];
