import { defineTexts } from '#platform/texts/texts.ts';

export const walletTexts = defineTexts('wallet', {
  title: 'PayPal',
  testTitle: 'Test wallet',
  description: 'Pay with your account, or with a card.',
  testDescription: 'Test mode: no money is moved, and any password works.',
  declined: 'Your payment was declined. Please try another way to pay.',
  expired: 'The payment was not completed in time.',
  addressRefused: 'The delivery address was not accepted. Please check it.',
});
