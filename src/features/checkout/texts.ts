import { defineTexts } from '#platform/texts/texts.ts';

export const checkoutTexts = defineTexts('checkout', {
  title: 'Checkout',
  titleRefused: 'Error: Checkout',
  steps: 'Checkout steps',
  stepCart: 'Cart',
  stepCheckout: 'Checkout',
  stepConfirmation: 'Confirmation',
  orWithForm: 'Or fill in your details',
  contact: 'Contact',
  billingAddress: 'Billing address',
  deliveryAddress: 'Delivery address',
  differentAddress: 'Deliver to a different address',
  shippingMethod: 'Shipping',
  payment: 'Payment',
  noteTitle: 'Order notes',
  filledIn: 'We have filled in the details of your last order.',
  clearDetails: 'Not you? Clear these details',
  detailsCleared: 'Your details have been cleared.',
  earlierItems:
    '{count, plural, one {An item} other {# items}} saved in your account’s cart {count, plural, one {is} other {are}} now part of this order.',
  email: 'Email',
  emailHint: 'For your order confirmation and updates.',
  phone: 'Phone',
  phoneHint: 'In case there is a question about your delivery.',
  note: 'Note',
  suggestion: 'Did you mean {value}?',
  useSuggestion: 'Use it',
  termsBefore: 'I have read the',
  termsLink: 'terms and conditions',
  termsAfter: 'and agree to them.',
  placeOrder: 'Place order for {total}',
  updateTotal: 'Update total',
  updated: 'Total: {total}',
  notUpdated: 'The order summary could not be updated.',
  retry: 'Try again',
  orderSummary: 'Order summary',
  editCart: 'Edit cart',
  showSummary: 'Order summary ({count, plural, one {# item} other {# items}})',
  times: '× {quantity, number}',
  deliveredByEmail: 'Delivered by email',
  taxIncluded: 'Total includes tax',
  deliveryLabel: '{label} (delivery address)',
  termsMissing: 'Please accept the terms and conditions.',
  shippingMissing: 'Select a shipping method.',
  shippingUnavailable:
    'The selected shipping method is not available for this address and these items. Please choose another method or address.',
  shippingReplaced: 'The method you chose is not available for this order. “{title}” is selected instead.',
  paymentMissing: 'Select a payment method.',
  paymentNone: 'No payment method is available for this order. Please contact us.',
  PRICE_CHANGED: 'The total has changed to {total}. Please review your order and place it again.',
  emptyCart: 'Your cart is empty.',
  COUPONS_LOST:
    'These coupons no longer apply to your order: {codes}. Remove them or change your order, and place it again.',
  OUT_OF_STOCK:
    '{available, plural, =0 {“{name}” sold out while you were checking out.} other {Only # of “{name}” left in stock.}} Please update your cart.',
  tooManyItems:
    '{max, plural, =0 {Your unpaid orders have reached the maximum number of items. Please pay for them first, or contact us.} one {You can order only # more item until your orders are paid. Please order fewer, or contact us.} other {You can order only # more items until your orders are paid. Please order fewer, or contact us.}}',
  tooLargeShare:
    '{max, plural, =0 {Your unpaid orders have reached the maximum quantity of “{name}”. Please pay for them first, or contact us.} other {You can order at most # of “{name}” until your orders are paid. Please order fewer, or contact us.}}',
  tooManyUnconfirmed:
    '{max, plural, =0 {“{name}” is reserved by other orders at the moment. Please try again in half an hour} other {You can order only # of “{name}” at the moment: the rest is kept for others. Please order fewer}}{canPayNow, select, yes {, choose a payment method with which you pay at once} other {}}, {isSignedIn, select, yes {use the confirmed email address of your account} other {sign in to your account}}, or contact us.',
  tooManyByVisitor:
    'You have placed too many orders in the last hour. Your details are kept: please try again in {minutes, plural, one {# minute} other {# minutes}}, or contact us.',
  tooManyByAddress:
    'Too many orders came from your network in the last hour. Your details are kept: please try again in {minutes, plural, one {# minute} other {# minutes}}, or contact us.',
  tooManyByEmail:
    'Too many orders were placed with this email address in the last hour. Your details are kept: please try again in {minutes, plural, one {# minute} other {# minutes}}, or contact us.',
  tooManyByDomain:
    'Too many orders were placed with email addresses of this provider in the last hour. Please use another address, or try again in {minutes, plural, one {# minute} other {# minutes}}.',
  tooManyInAll:
    'We are receiving too many orders at the moment. Your details are kept: please try again in {minutes, plural, one {# minute} other {# minutes}}.',
  contactUs: 'Contact us at {email}',
  limitWarningSubject: '{shop}: orders are being refused',
  limitWarning:
    'Since {since, date, ::dMMMMHHmmz} the shop has refused orders because a limit was reached. The limits protect your stock and other people’s mailboxes:',
  limitWarningToDo:
    'Orders waiting for confirmation or payment expire automatically and release their items. Check that the newest orders are genuine, and cancel those that are not:',
  limitWarningSettings:
    'If these are genuine customers, raise the setting shown next to the limit, under Settings. You get this email at most once an hour.',
  refusedTimes: '{count, number} ×',
  refusedByVisitor: 'Orders from one visitor in an hour',
  refusedByAddress: 'Orders from one network address in an hour',
  refusedByEmail: 'Orders with one email address in an hour',
  refusedByDomain: 'Orders with email addresses of one domain in an hour',
  refusedByAll: 'Orders in the whole shop in an hour',
  refusedByVisitorItems: 'Items in the unpaid orders of one visitor',
  refusedByVisitorShare: 'Items of one product in the unpaid orders of one visitor',
  refusedByUnconfirmedShare: 'Items of one product in orders that are neither paid nor confirmed',
  EXPRESS_UNAVAILABLE: 'This payment method is not available for your cart. Please use the form.',
  EXPRESS_UNKNOWN: 'This payment could not be found. Please start again.',
  EXPRESS_ENDED: 'This payment has ended, and nothing was charged. Please start again.',
  agreed:
    'You have agreed to pay with {title}. Please check your details and place your order: nothing has been charged yet.',
  agreedOther:
    'You have agreed to pay {agreed} with {title}, but this order costs {total}. Please check it: when you place it, you will be asked to agree to the new amount. Nothing has been charged yet.',
  agreedBefore: 'You have agreed to pay {amount} with {title}, but not ordered yet. Nothing has been charged.',
  agreedContinue: 'Continue with {title}',
  EXPRESS_NOT_APPROVED: 'Please approve the payment first. Your order has not been placed yet.',
  EXPRESS_UNANSWERED: 'The payment service is not responding, and nothing was charged. Please try again.',
  TOO_MANY_EXPRESS:
    'There were too many attempts in the last hour. Please try again in {minutes, plural, one {# minute} other {# minutes}}, or use the form.',
  CART_CHANGED: 'Some items in your cart can’t be ordered. Please review your cart.',
  PAYMENT_IN_PROGRESS:
    'The payment for your earlier order is still being processed, so this order was not placed. Please check that order first.',
  REQUEST_KEY_USED:
    'An order was already placed with this form. To place another order, review the current details and submit the form again.',
  viewOrder: 'View order {number}',
});
