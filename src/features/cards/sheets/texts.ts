import { defineTexts } from '#platform/texts/texts.ts';

export const sheetTexts = defineTexts('cards', {
  applePay: 'Apple Pay',
  googlePay: 'Google Pay',
  sheetDescription: 'Pay with a card that your device or your account has. {wallet} carries out the payment.',
  sheetDescriptionTest: 'This is a trial: no money moves.',
  sheetMissing: '{method} can’t be used in this browser. Please pay another way.',
  sheetWithoutScript:
    '{method} needs JavaScript. Please turn it on and reload this page, or choose another way to pay.',
  sheetChanged: 'The total has changed meanwhile, and nothing was charged. Please check it and pay again.',
  sheetFailed: 'The payment didn’t work. Please try again, or pay another way.',
  partItems: 'Items',
  partDiscount: 'Discount',
  partShipping: 'Shipping',
  partFees: 'Fees',
});
