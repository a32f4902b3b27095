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
  bookedUp: 'Fully booked',
  perKg: '{price} per kg',
  perLitre: '{price} per litre',
  perMetre: '{price} per metre',
  perSquareMetre: '{price} per m²',
  perCubicMetre: '{price} per m³',
  perPiece: '{price} per piece',
  productSafety: 'Product safety',
  manufacturer: 'Manufacturer',
  responsiblePerson: 'Responsible person in the EU',

  productPicture: 'Product',
  categoryPicture: 'Category',
  swatchPicture: 'Swatch',
});
