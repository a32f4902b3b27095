import { defineTexts } from '#platform/texts/texts.ts';

export const cardTexts = defineTexts('cards', {
  title: 'Card',
  description: 'Credit or debit card. Your card details go to {wallet} alone, never to us.',
  descriptionTest:
    'This is a trial: no money moves. The card 4111 1111 1111 1111 pays, 4000 0000 0000 0002 is declined.',
  declined: 'The bank declined the card. Please check its details, or use another card.',
  noFunds: 'The bank declined the card: there is not enough money for this payment. Please use another card.',
  expired: 'The card has expired. Please use another card.',
  wrongCode: 'The security code is not that of the card. Please check it.',
  refusedByBank: 'The bank did not confirm the payment. Please try again, or use another card.',
  unconfirmed: 'The bank could not be asked about the payment. Please try again, or use another card.',
  tooManyDeclines: 'The card was declined several times. Please pay another way.',
});
