import { defineTexts } from '#platform/texts/texts.ts';

export const paymentTexts = defineTexts('payments', {
  nothingToPay: 'Nothing to pay',
  bankTransfer: 'Bank transfer',
  bankTransferText:
    'Once you have confirmed your order by e-mail, we reserve your items for {days, plural, one {# day} other {# days}} and ship them when your transfer arrives. Bank details are in your confirmation.',
  cashOnDelivery: 'Cash on delivery',
  cashOnDeliveryText: 'Pay in cash when your order is delivered.',
  accountName: 'Account holder',
  iban: 'IBAN',
  bic: 'BIC',
  bank: 'Bank',
  amount: 'Amount',
  reference: 'Reference',
  payTitle: 'Payment',
  payPending: '{amount} is still to be paid. Have you already paid? Then we are waiting for the confirmation.',
  payFailed: 'The payment of {amount} failed. You can try again; we still reserve your items.',
  payNow: 'Pay now',
  lateReason: 'The payment arrived after the order had ended.',
  surplusReason: 'The order had been paid already.',
});
