import { defineTexts, type Text } from '#platform/texts/texts.ts';
import { toWords } from './setting-words.ts';

/** In the order of display. */
export const settingGroups = [
  'shop',
  'products',
  'orders',
  'payments',
  'delivery',
  'customers',
  'content',
  'marketing',
  'system',
  'more',
] as const;

export type SettingGroup = (typeof settingGroups)[number];

const titles: Readonly<Record<Exclude<SettingGroup, 'more'>, Readonly<Record<string, string>>>> = {
  shop: { shop: 'Shop', storefront: 'Pages of the shop', 'coming-soon': 'Opening soon' },
  products: {
    'product-form': 'Product pages',
    'bought-together': 'Bought together',
    search: 'Search',
    'stock-control': 'Stock',
    'stock-alerts': 'Back in stock',
    pricing: 'Prices and taxes',
    downloads: 'Downloads',
    uploads: 'Files of shoppers',
    'import-office': 'Imports',
    'catalog-transfer': 'Addresses of an earlier shop',
  },
  orders: {
    cart: 'Cart',
    checkout: 'Checkout',
    orders: 'Orders',
    'order-pay': 'Paying later',
    'manual-orders': 'Orders by staff',
    documents: 'Invoices',
    withdrawals: 'Withdrawals',
    'vat-numbers': 'VAT numbers of buyers',
  },
  payments: { payments: 'Bank transfer and cash', wallet: 'Wallet and cards', cards: 'Card testing' },
  delivery: { shipping: 'Shipping', 'delivery-dates': 'Delivery dates' },
  customers: {
    accounts: 'Accounts',
    'personal-data': 'Personal data',
    visitors: 'Visitors',
    consent: 'Consent',
    wishlists: 'Wishlists',
    'wishlist-pages': 'Pages of wishlists',
    'wishlist-mails': 'Mails about wishlists',
    'wishlist-script': 'Script of wishlists',
  },
  content: {
    content: 'Pages and blocks',
    journal: 'Journal',
    comments: 'Comments',
    reviews: 'Reviews',
    'contact-forms': 'Contact forms',
    'photo-feed': 'Photo feed',
  },
  marketing: { attribution: 'Sources of orders', syndication: 'Search engines and feeds' },
  system: {
    mail: 'Mail',
    'bot-check': 'Bot check',
    'store-api': 'Store API',
    audit: 'Audit',
    runs: 'Runs',
  },
};

const toKey = (name: string) => `of_${name}`;

export const sectionTexts = defineTexts(
  'settings',
  Object.fromEntries(
    Object.values(titles).flatMap((sections) =>
      Object.entries(sections).map(([name, title]) => [toKey(name), title] as const),
    ),
  ),
);

const groups: ReadonlyMap<string, SettingGroup> = new Map(
  Object.entries(titles).flatMap(([group, sections]) =>
    Object.keys(sections).map((name) => [name, group as SettingGroup] as const),
  ),
);

/**
 * Returns the group and the title of a feature's settings. The title of a feature outside of `src/` is made from the
 * words of its name.
 */
export function describeSection(name: string): { readonly group: SettingGroup; readonly title: Text } {
  const title = sectionTexts[toKey(name)] ?? { key: `settings.${toKey(name)}`, message: toWords(name) };
  return { group: groups.get(name) ?? 'more', title };
}
