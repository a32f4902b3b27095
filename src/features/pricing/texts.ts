import { defineTexts } from '#platform/texts/texts.ts';

export const pricingTexts = defineTexts('pricing', {
  addonRequired: 'Please fill in “{label}”.',
  addonTooLong:
    '“{label}” can have at most {max, number} {max, plural, one {character} other {characters}}; yours has {length, number}.',
  addonUnknownOption: 'Select one of the options of “{label}”.',
  priceRange: '{min} – {max}',
  originalPrice: 'Original price:',
  currentPrice: 'Current price:',
});
