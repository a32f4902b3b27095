import { defineTexts } from '#platform/texts/texts.ts';

export const productFormTexts = defineTexts('product-form', {
  soldOut: 'Sold out',
  labelWithPrice: '{label} (+{price})',

  addToCart: 'Add to cart',
  buyElsewhere: 'Buy from partner site',
  notForSale: 'Currently unavailable',
  clear: 'Clear',
  unavailable: 'Sorry, this product is unavailable. Please choose a different combination.',
  unavailableTerm: 'unavailable',
  /** `{attribute}` is written as inside a sentence: "glaze". */
  selectAttribute: 'Select {attribute}',
  selectOption: 'Select an option',
  quantity: 'Quantity',
  quantityOf: 'Quantity of {name}',
  decreaseQuantity: 'Decrease quantity',
  increaseQuantity: 'Increase quantity',
  item: 'Item',
  inStock: 'In stock',
  fewLeft: 'Only {count, number} left in stock',
  onBackorder: 'Available on backorder',

  buyNow: 'Buy now',
  adding: 'Adding…',
  toCheckout: 'Going to checkout…',
  makeASelection: 'Please select some product options before adding this product to your cart.',
  productNotFound: 'This product could not be found.',
  soldOutTerm: 'sold out',
  ok: 'OK',
  totalOf: '{count, plural, one {Total} other {Total for {count, number}}}',
  selectOptions: 'Select options',
  buyBar: 'Buy {name}',
  selectItems: 'Select items',

  imagesOf: 'Images of {name}',
  nextImage: 'Next image',
  previousImage: 'Previous image',
  enlarge: 'Enlarge image',
  imageCount: '{n} of {total}',
});
