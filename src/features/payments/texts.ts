import { defineTexts } from '#platform/texts/texts.ts';

export const paymentTexts = defineTexts('payments', {
  nothingToPay: 'Nothing to pay',
  bankTransfer: 'Bank transfer',
  bankTransferText:
    'You see our bank details after placing your order, and we email them to you. We reserve your items for {days, plural, one {# day} other {# days}} and prepare them when your transfer arrives: delivery times count from then.',
  bankTransferVirtualText:
    'You see our bank details after placing your order, and we email them to you. Please transfer the amount within {days, plural, one {# day} other {# days}}: your order is complete when it arrives.',
  cashOnDelivery: 'Cash on delivery',
  paidByHand: 'Paid to the shop',
  onAccount: 'On account',
  payBy: 'Pay by',
  cashOnDeliveryText: 'Pay in cash when your order is delivered.',
  accountName: 'Account holder',
  iban: 'IBAN',
  bic: 'BIC',
  bank: 'Bank',
  ibanInvalid: 'This is not a valid IBAN. Please check it for typing errors.',
  bicInvalid: 'A BIC has 8 or 11 letters and digits.',
  ibanMissing: 'Enter the IBAN of the account, or leave all its fields empty.',
  accountHolderMissing: 'Enter the account holder, as the bank knows it.',
  amount: 'Amount',
  reference: 'Reference',
  failedBecause: '{title}: {reason} Nothing was charged.',
  failedCancelled: 'You cancelled the payment with {title}. Nothing was charged.',
  failedExpired: 'The payment with {title} was not completed in time. Nothing was charged.',
  failedDeclined:
    'The payment with {title} was declined, and nothing was charged. Please check your details and try again.',
  unanswered: '{title} is not responding, and nothing was charged. Please try again, or pay another way.',
  declinedOnce:
    '{title} could not charge your chosen payment method, and nothing was charged. Please choose another one.',
  transactions: 'Transactions',
  cardEndingIn: '{brand} ending in {digits}',
  refundedMore: '{amount} more was refunded than was left.',
  lateReason: 'The payment arrived after the order had ended.',
  surplusReason: 'The order had been paid already.',
  unpaidTransfers: '{count, plural, one {order is} other {orders are}} awaiting a bank transfer',
  moneyToReturn: '{count, plural, one {cancelled order} other {cancelled orders}} to refund',
  unansweredRefunds:
    '{count, plural, one {order has a refund that was} other {orders have refunds that were}} not sent yet',
  paymentsWithoutOrder:
    '{count, plural, one {payment without an order has} other {payments without an order have}} a refund not sent yet or a dispute',
  openDisputes: '{count, plural, one {order has a payment that is} other {orders have payments that are}} disputed',
  markPaid: 'Mark as paid',
  atProvider: 'At the payment provider',
  refundNotSent: 'Refund not sent yet',
  disputed: 'Payment disputed',
});
