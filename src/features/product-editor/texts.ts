import { defineTexts } from '#platform/texts/texts.ts';

export const productEditorTexts = defineTexts('product-editor', {
  products: 'Products',
  product: 'Product',
  productCount: '{count, plural, one {# product} other {# products}}',
  noProducts: 'What the shop sells is listed here. Add the first product, or import a file.',
  add: 'Add product',
  newProduct: 'New product',

  newest: 'Newest first',
  oldest: 'Oldest first',
  byName: 'Name',
  byPrice: 'Lowest price first',
  byPriceReversed: 'Highest price first',
  searchedBy: 'name, SKU or GTIN',

  photograph: 'Photograph',
  name: 'Name',
  sku: 'SKU',
  price: 'Price',
  stock: 'Stock',
  state: 'State',
  type: 'Type',
  created: 'Added',
  notManaged: 'Not counted',
  variations: '{count, plural, one {# variation} other {# variations}}',
  units: '{count, plural, one {# unit} other {# units}}',

  draft: 'Draft',
  pending: 'To review',
  private: 'Private',
  published: 'Live',
  simple: 'Simple',
  variable: 'With options',
  grouped: 'Set',
  external: 'Sold elsewhere',
});
