import { demoContactForms, demoFormPages } from '#demo/contact-forms.ts';
import { home } from '#demo/home.ts';
import { information } from '#demo/information.ts';
import { menus } from '#demo/menus.ts';
import { pages } from '#demo/pages.ts';
import { synonyms } from '#demo/synonyms.ts';
import { contactFormSources, defineContactForms } from '#features/contact-forms/index.ts';
import { definePages, initialContent } from '#features/content/index.ts';
import { defineShop } from '#platform/config/shop-config.ts';
import { providePort } from '#platform/features/ports.ts';

const { shop, notice, product } = pages;

const standardShipping = {
  type: 'flat_rate',
  id: 'flat_rate:1',
  title: 'Standard shipping',
  cost: 690,
  freeFrom: 12000,
} as const;

export const shopConfig = defineShop({
  name: shop.name,
  tagline: shop.tagline,
  locale: 'en-GB',
  currency: 'EUR',
  taxDisplay: 'including',
  countries: ['IE', 'GB', 'AT', 'BE', 'CH', 'DE', 'DK', 'ES', 'FR', 'IT', 'NL', 'SE', 'US'],
  email: shop.email,
  address: shop.address,
  provides: [
    ...providePort(contactFormSources, [defineContactForms(demoContactForms)]),
    ...providePort(initialContent, [definePages(information), [home], menus]),
  ],
  texts: {
    'catalog.length': 'Width {size}',
    'catalog.width': 'Depth {size}',
    'contact-forms.ask_about_product': 'Ask about this piece',
    'listing.emptyText': 'The kiln is still warm. Please check back soon.',
    'product-form.onBackorder': 'Made to order: ships in 6 weeks',
    'search.startText': 'Search by name, glaze, category or SKU.',
  },
  settings: {
    storefront: {
      notice,
      productNotes: [product.delivery, product.care],
      paymentMarks: ['PayPal', 'Bank transfer'],
    },
    search: { synonyms },
    consent: { policyPath: '/pages/privacy' },
    'contact-forms': { contactForm: 1, productForm: 4, pages: demoFormPages },
    // As the page about returns says.
    withdrawals: { periodDays: 30 },
    'wishlist-pages': { estimateForm: 6 },
    cart: { quantityInLists: ['/category/tiles'] },
    shipping: {
      zones: [
        {
          name: 'Ireland and the United Kingdom',
          places: [{ country: 'IE' }, { country: 'GB' }],
          methods: [{ ...standardShipping, transitDays: { min: 3, max: 3 } }],
        },
        {
          name: 'United States',
          places: [{ country: 'US' }],
          methods: [{ ...standardShipping, transitDays: { min: 8, max: 13 } }],
        },
        { name: 'Everywhere else', methods: [standardShipping] },
      ],
    },
    // As the page about delivery says: packed on two days, collected the day after, then two days or more on the way.
    // The text 'Made to order: ships in 6 weeks' above is about the same days.
    'delivery-dates': {
      handlingDays: { min: 0, max: 0 },
      transitDays: { min: 5, max: 7 },
      cutOff: '12:00',
      workingDays: ['mon', 'thu'],
      backorderDays: 42,
    },
    syndication: {
      returns: { days: 30, free: false },
      ownBrand: 'Saltmarsh Studio',
      properties: { glaze: 'color', size: 'size' },
      googleCategories: { tableware: 'Home & Garden > Kitchen & Dining > Tableware' },
    },
    payments: {
      bankTransfer: { accountName: 'Saltmarsh Studio', iban: 'IE64 IRCE 9205 0112 3456 78', bic: 'IRCEIE2D' },
    },
    checkout: { termsPath: '/pages/terms' },
  },
});
