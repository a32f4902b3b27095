import type { Shop } from '#platform/features/shop.ts';
import { defineTexts, type Text } from '#platform/texts/texts.ts';

export const partTexts = defineTexts('personal-data.parts', {
  orders: 'Orders',
  orderDrafts: 'Drafts of orders',
  deliveries: 'Deliveries',
  documents: 'Invoices and credit notes',
  downloads: 'Downloads',
  withdrawals: 'Withdrawals',
  orderSources: 'Where orders came from',
  cart: 'Products in the cart',
  uploads: 'Uploaded files',
  wishlists: 'Wishlists',
  stockAlerts: 'Stock alerts',
  comments: 'Reviews and comments',
  opinions: 'Opinions of reviews',
  messages: 'Messages',
  mails: 'Mails',
  notes: 'Notes of staff',
  changes: 'Changes in the back office',
  sessions: 'Signed-in devices',
  twoFactor: 'Second factor',
  passkeys: 'Passkeys',
  emailPreferences: 'Choices of mails',
  addresses: 'Addresses',
  profile: 'Profile',
});

/** Returns the title of a part for staff. Parts of extensions have their names as titles. */
export function getPartTitle({ t }: Pick<Shop, 't'>, part: string): string {
  const titles: Readonly<Record<string, Text>> = partTexts;
  return Object.hasOwn(titles, part) && titles[part] ? t(titles[part]) : part;
}
