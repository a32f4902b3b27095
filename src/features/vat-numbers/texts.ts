import { defineTexts } from '#platform/texts/texts.ts';

export const vatNumberTexts = defineTexts('vat-numbers', {
  label: 'VAT number',
  hint: 'For businesses. It is printed on the invoice and does not change the taxes.',
  hintReverseCharge: 'For businesses. With a valid number of another country of the EU, no VAT is charged.',
  onOrder: 'VAT number: {number}',
  invalid: 'This is not a VAT number of {country}. Please check it, or leave the field empty.',
  noTax: 'No VAT is charged: reverse charge. You owe the VAT in your country.',
  unknownNumber: 'The EU’s VAT service does not know this number, so VAT is charged.',
  notChecked:
    'The VAT number can’t be checked right now, so VAT is charged. You can still order: we will keep checking, and contact you if the number is valid.',
  otherCountry: 'VAT is charged, because the order does not go to the country of the VAT number.',
  orderPending: 'We are still checking this number. VAT was charged.',
  orderNoTax: 'No VAT was charged: reverse charge.',
  check: 'VAT number of the buyer',
  number: 'Number',
  answer: 'Answer of the EU’s service',
  valid: 'Valid',
  notValid: 'Not valid',
  pending: 'Not answered yet, asking again',
  unanswered: 'Not answered',
  askedAt: 'Checked on',
  askedAtValue: '{at, date, medium}, {at, time, short}',
  consultation: 'Consultation number',
  name: 'Registered name',
  address: 'Registered address',
  tax: 'Tax',
  charged: 'Charged',
  notCharged: 'Not charged: reverse charge',
  foundValid:
    'The VAT number of the buyer was found valid after the order was placed with VAT. Amend the order to charge none, or refund the VAT.',
});
