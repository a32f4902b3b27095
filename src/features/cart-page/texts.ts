import { defineTexts } from '#platform/texts/texts.ts';

/** The keys begin with `cart`, like the texts of the feature `cart`: shops replace the texts by these keys. */
export const cartPageTexts = defineTexts('cart', {
  leftOut:
    '{count, plural, one {# product was} other {# products were}} not added: sold out, or already in your cart in the maximum quantity.',
  updated: 'Your cart was updated.',
  restored: '“{name}” was restored to your cart.',
  merged: '{count, plural, one {We have added the item} other {We have added the # items}} you had in your cart.',
  emptyText: 'Items you add are saved on this device.',
  each: 'each',
  summary: 'Order summary',
  taxIncluded: 'Prices include tax',
  taxExcluded: 'Prices exclude tax',
  onlyLeft: 'Only {count, number} left in stock',
  backorder: 'On backorder: ships when it is back in stock',
  priceRose: 'The price of “{name}” has gone up from {before} to {now} since you last saw it.',
  priceFell: 'The price of “{name}” has gone down from {before} to {now} since you last saw it.',
  stockFell:
    'Only {left, plural, one {# of “{name}” is} other {# of “{name}” are}} left in stock, {before, number} when you last saw it.',
  stockTooLow:
    '{left, plural, =0 {Not enough of “{name}” is in stock for your cart.} one {Only # of “{name}” is left in stock, so the {quantity, number} in your cart can’t be ordered.} other {Only # of “{name}” are left in stock, so the {quantity, number} in your cart can’t be ordered.}}',
  soldOut: '“{name}” has sold out since you last saw it.',
  backInStock: '“{name}” is back in stock.',
  noLongerSold: '“{name}” is no longer sold.',
  itemNoLongerSold: 'An item in your cart is no longer sold.',
  availableAgain: '“{name}” is available again.',
  limitStock: 'Only {max, number} of “{name}” in stock, so the quantity is now {max, number}.',
  limitMax: 'You can order at most {max, number} of “{name}”, so the quantity is now {max, number}.',
  limitOne: 'Only one “{name}” per order.',
  couponApplied: 'The coupon was applied.',
  couponRemoved: 'The coupon was removed.',
  couponAttemptsTitle: 'Too many coupon codes',
  couponBack: 'Back to the cart',
  COUPON_NOT_WITH_OTHER_COUPON: 'This coupon can’t be combined with another coupon in your cart.',
  delivery: 'Delivery',
  deliveryTo: 'Delivery to {place}',
  estimateDelivery: 'Estimate delivery',
  changeDestination: 'Change delivery address',
  deliverySelected: 'Delivery: {title}, {cost}.',
  updateDelivery: 'Update delivery',
  shippingMethod: 'Delivery method',
  chooseMethod: 'Choose delivery method',
  methodReplaced:
    'The delivery method you chose is no longer available for this order. “{title}” was selected instead.',
  SHIPPING_UNAVAILABLE: 'This delivery method is not available for your cart. Please choose another one.',
});
