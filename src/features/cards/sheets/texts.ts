import { defineTexts } from '#platform/texts/texts.ts';

export const sheetTexts = defineTexts('cards', {
  applePay: 'Apple Pay',
  googlePay: 'Google Pay',
  sheetDescription: 'Pay with a card saved on your device or in your account. The payment is handled by {wallet}.',
  sheetDescriptionTest: 'Test mode: no money is moved.',
  sheetMissing: '{method} can’t be used in this browser. Please pay another way.',
  sheetWithoutScript:
    '{method} needs JavaScript. Please turn it on and reload this page, or choose another way to pay.',
  sheetChanged: 'The total has changed, and nothing was charged. Please check it and pay again.',
  sheetFailed: 'The payment didn’t work. Please try again, or pay another way.',
  partItems: 'Items',
  partDiscount: 'Discount',
  partShipping: 'Shipping',
  partFees: 'Fees',
});
