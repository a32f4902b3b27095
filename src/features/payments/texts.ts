import { defineTexts } from '#platform/texts/texts.ts';

export const paymentTexts = defineTexts('payments', {
  nothingToPay: 'Nothing to pay',
  bankTransfer: 'Bank transfer',
  bankTransferText:
    'Once you have confirmed your order by e-mail, we reserve your items for {days, plural, one {# day} other {# days}} and ship them when your transfer arrives. Bank details are in your confirmation.',
  accountName: 'Account holder',
  iban: 'IBAN',
  bic: 'BIC',
  bank: 'Bank',
  amount: 'Amount',
  reference: 'Reference',
});
