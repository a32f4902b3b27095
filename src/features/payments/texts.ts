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
  failedBecause: '{title}: {reason} Nothing was charged.',
  failedCancelled: 'You cancelled the payment with {title}. Nothing was charged.',
  failedExpired: 'The payment with {title} was not finished in time. Nothing was charged.',
  failedDeclined:
    'The payment with {title} was declined, and nothing was charged. Check your details and try again, or choose another way to pay.',
  lateReason: 'The payment arrived after the order had ended.',
  surplusReason: 'The order had been paid already.',
});
