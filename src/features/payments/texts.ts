import { defineTexts } from '#platform/texts/texts.ts';

export const paymentTexts = defineTexts('payments', {
  nothingToPay: 'Nothing to pay',
  bankTransfer: 'Bank transfer',
  bankTransferText:
    'We put your pieces aside for {days, plural, one {# day} other {# days}} and send them when your transfer is here. You get the account with your confirmation.',
  accountName: 'Account holder',
  iban: 'IBAN',
  bic: 'BIC',
  bank: 'Bank',
  amount: 'Amount',
  reference: 'Reference',
});
