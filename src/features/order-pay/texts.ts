import { defineTexts } from '#platform/texts/texts.ts';

export const orderPayTexts = defineTexts('order-pay', {
  title: 'Pay for order {number}',
  leadDue: '{amount} is due. Please pay by {due, date, medium} {due, time, short}.',
  leadOnHold:
    'We are waiting for {amount} by {method}. You can pay another way instead; if you have already transferred the money, please wait until it arrives.',
  leadOnHoldOnly:
    'We are waiting for {amount} by {method}. If you have already transferred the money, please wait until it arrives.',
  methods: 'How would you like to pay?',
  noMethods: 'No payment method is available for this order at the moment. Please contact us: we are happy to help.',
  pay: 'Pay {amount}',
  backToOrder: 'Back to your order',
  help: 'Questions about your payment? Contact us:',
  beingPaidTitle: 'Your payment is being processed',
  beingPaid: 'There is nothing more to do: we email you as soon as it is confirmed. This can take a few minutes.',
  stepLead: '{amount} is due. Please complete your payment here.',
  stepSection: 'Your payment',
  stepWithoutScript:
    'This payment method needs JavaScript. Please turn it on and reload this page, or pay another way.',
  stepMissing: 'This payment method is not available here at the moment. Please choose another one.',
  stepWaiting: 'This page continues as soon as your payment is confirmed. Reloading it will not charge you twice.',
  stepCheck: 'I have paid',
  sectionTitle: 'Payment',
  sectionPending: '{amount} is still to be paid.',
  sectionFailed: 'The payment failed, and nothing was charged. You can try again.',
  sectionFailedOther: 'The payment failed, and nothing was charged. You can try again, or pay another way.',
  sectionOnHold: 'Don’t want to wait for a transfer?',
  payNow: 'Pay now',
  payOtherwise: 'Pay another way',
  ORDER_UNKNOWN: 'Please open your order with the link in our email, and pay there.',
  ORDER_PAID: 'This order is already paid. Thank you!',
  ORDER_NOT_PAYABLE:
    'This order can no longer be paid. Its page says why, and you can order the items again from there.',
  EVENT_STARTED:
    'An event in this order has started, so the order can no longer be paid. You can order the other items again from its page.',
  ORDER_BEING_PAID: 'A payment for this order is being processed. Please wait for its result: we email you.',
  METHOD_UNAVAILABLE: 'Please choose one of these payment methods.',
  PAYMENT_NOT_STARTED:
    'The payment could not be started, and nothing was charged. Please try again, or choose another payment method.',
  BOT_CHECK_REQUIRED:
    'Please wait for the security check on this page to finish, then press the button again. Without JavaScript, try again in an hour or contact us.',
  TOO_MANY_PAYMENTS:
    'There were too many attempts to pay in the last hour. Please try again in {minutes, plural, one {# minute} other {# minutes}}, or contact us. Nothing was charged by this attempt.',
});
