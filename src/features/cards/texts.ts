import { defineTexts } from '#platform/texts/texts.ts';

export const cardTexts = defineTexts('cards', {
  title: 'Card',
  description: 'Credit or debit card. Your card details go directly to {wallet}. We never see them.',
  descriptionTest:
    'Test mode: no money is moved. Card 4111 1111 1111 1111 is accepted, 4000 0000 0000 0002 is declined.',
  legend: 'Card details',
  name: 'Name on the card',
  number: 'Card number',
  expiry: 'Expiry date',
  cvv: 'Security code',
  pay: 'Place order and pay',
  payStep: 'Pay {amount}',
  paying: 'Processing your payment …',
  nameMissing: 'Please enter the name on the card.',
  numberMissing: 'Please enter the card number.',
  numberWrong: 'Please check the card number: it seems to have a typing error.',
  expiryMissing: 'Please enter the expiry date of the card.',
  expiryWrong: 'Please check the date: month and year, as on the card. The card may have expired.',
  cvvMissing: 'Please enter the security code from the card.',
  cvvWrong: 'Please check the security code: three digits on the back, or four on the front.',
  closed: 'You closed your bank’s confirmation window. Nothing was charged.',
  notCharged: 'The card could not be charged, and nothing was taken. Please try again, or pay another way.',
  failed: 'The fields for your card couldn’t be loaded here. You can try again, or pay another way.',
  retry: 'Try again',
  none: 'Cards can’t be used here at the moment. Please choose another way to pay.',
  withoutScript:
    'Paying by card needs JavaScript. Please turn it on and reload this page, or choose another way to pay.',
  declined: 'The bank declined the card. Please check its details, or use another card.',
  noFunds: 'The bank declined the card because of insufficient funds. Please use another card.',
  expired: 'The card has expired. Please use another card.',
  wrongCode: 'The security code does not match the card. Please check it.',
  refusedByBank: 'The bank did not confirm the payment. Please try again, or use another card.',
  unconfirmed: 'Your bank could not confirm the payment. Please try again, or use another card.',
  networkClosed:
    'Card payments from your network are paused because too many were declined. Please pay another way, or try again in an hour.',
  testsSubject: '{shop}: possible card testing',
  testsLead:
    'Since {since, time, short} the shop has refused {count, plural, one {one card payment} other {# card payments}}: many cards were declined from the same network, for small amounts. Card payments are blocked for that network for an hour. Everyone else can pay as usual.',
  testsToDo:
    'You don’t need to act right away. Please check the orders paid in the last hours, and refund any that look like tests before the card’s owner disputes them.',
  tooManyDeclines: 'The card was declined several times. Please pay another way.',
});
