import { defineTexts } from '#platform/texts/texts.ts';

export const walletTexts = defineTexts('wallet', {
  title: 'PayPal',
  testTitle: 'Test wallet',
  description: 'Pay with your account, or with a card.',
  testDescription: 'This is a trial: no money moves, and any password will do.',
  declined: 'Your payment was declined. Please try another way to pay.',
  expired: 'The payment was not finished in time.',
  addressRefused: 'The delivery address was not accepted. Please check it.',
});
