import { defineTexts } from '#platform/texts/texts.ts';

export const vatNumberTexts = defineTexts('vat-numbers', {
  label: 'VAT number',
  hint: 'For businesses. It is printed on the invoice and does not change the taxes.',
  onOrder: 'VAT number: {number}',
  invalid: 'This is not a VAT number of {country}. Please check it, or leave the field empty.',
});
