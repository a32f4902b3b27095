import { defineTexts } from '#platform/texts/texts.ts';

export const pricingTexts = defineTexts('pricing', {
  addonRequired: 'Please fill in “{label}”.',
  addonTooLong:
    '“{label}” can have at most {max, number} {max, plural, one {character} other {characters}}; yours has {length, number}.',
  addonUnknownOption: 'Select one of the options of “{label}”.',
  priceRange: '{min} – {max}',
  originalPrice: 'Original price:',
  currentPrice: 'Current price:',
  priorPrice: '30-day lowest price: {price}',
  subtotal: 'Subtotal',
  discount: 'Discount',
  coupon: 'Coupon {code}',
  shipping: 'Shipping',
  shippingDiscounted: '{name} ({discount})',
  shippingLater: 'Calculated at checkout',
  free: 'Free',
  fee: 'Fees',
  tax: 'Tax',
  includedTax: 'Includes tax',
  includedTaxNamed: 'incl. {name}',
  taxWithPercent: '{name} {percent}',
  estimatedTax: '{name} (estimated)',
  total: 'Total',
  totalBeforeShipping: 'Total before shipping',
  refunded: 'Refunded',
});
