import { defineTexts } from '#platform/texts/texts.ts';

export const cardTexts = defineTexts('cards', {
  title: 'Card',
  description: 'Credit or debit card. Your card details go to {wallet} alone, never to us.',
  descriptionTest:
    'This is a trial: no money moves. The card 4111 1111 1111 1111 pays, 4000 0000 0000 0002 is declined.',
  legend: 'Card details',
  name: 'Name on the card',
  number: 'Card number',
  expiry: 'Expiry date',
  cvv: 'Security code',
  pay: 'Place order and pay',
  payStep: 'Pay {amount}',
  paying: 'Your payment is being made …',
  nameMissing: 'Please enter the name on the card.',
  numberMissing: 'Please enter the card number.',
  numberWrong: 'Please check the card number: a digit seems to be wrong.',
  expiryMissing: 'Please enter the month and year until which the card is valid.',
  expiryWrong: 'Please check the date: month and year, as on the card. The card may have expired.',
  cvvMissing: 'Please enter the security code from the card.',
  cvvWrong: 'Please check the security code: three digits on the back, or four on the front.',
  closed: 'You have closed the question of your bank. Nothing was charged.',
  notCharged: 'The card could not be charged, and nothing was taken. Please try again, or pay another way.',
  failed: 'The fields for your card couldn’t be loaded here. You can try again, or pay another way.',
  retry: 'Try again',
  none: 'Cards can’t be used here at the moment. Please choose another way to pay.',
  withoutScript:
    'Paying by card needs JavaScript. Please turn it on and reload this page, or choose another way to pay.',
  declined: 'The bank declined the card. Please check its details, or use another card.',
  noFunds: 'The bank declined the card: there is not enough money for this payment. Please use another card.',
  expired: 'The card has expired. Please use another card.',
  wrongCode: 'The security code is not that of the card. Please check it.',
  refusedByBank: 'The bank did not confirm the payment. Please try again, or use another card.',
  unconfirmed: 'The bank could not be asked about the payment. Please try again, or use another card.',
  networkClosed:
    'Cards can’t be used from your network at the moment, since too many were declined. Please pay another way, or try again in an hour.',
  testsSubject: '{shop}: somebody seems to test stolen cards',
  testsLead:
    'Since {since, time, short} the shop has refused {count, plural, one {one payment} other {# payments}} by card: many cards were declined from the same network, for small amounts. Cards are closed for that network for an hour; all others pay as usual.',
  testsToDo:
    'There is nothing to do at once. Please look at the paid orders of the last hours, and give back what looks like a test before the real owner of the card asks for it.',
  tooManyDeclines: 'The card was declined several times. Please pay another way.',
});
