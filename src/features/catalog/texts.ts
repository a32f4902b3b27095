import { defineTexts } from '#platform/texts/texts.ts';

export const catalogTexts = defineTexts('catalog', {
  shopAll: 'Shop all',

  description: 'Description',
  weight: 'Weight',
  dimensions: 'Dimensions',
  length: 'Length {size}',
  width: 'Width {size}',
  height: 'Height {size}',
  sku: 'SKU: {sku}',
  categoriesOf: '{count, plural, one {Category:} other {Categories:}}',
  breadcrumb: 'Breadcrumb',
  when: 'When',
  where: 'Where',
  online: 'Online',
  placeOrOnline: '{place}, and online',
  bookingClosed: 'Booking closed',
  bookedUp: 'Booked up',
});
