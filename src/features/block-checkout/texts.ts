import { defineTexts } from '#platform/texts/texts.ts';

export const blockCheckoutTexts = defineTexts('block-checkout', {
  delivery: 'Delivery address',
  billing: 'Billing address',
  sameAddress: 'Use the delivery address for billing',
  express: 'Express checkout',
  orWithForm: 'Or fill in your details',
  showSummary: 'Order summary',
  couponTitle: 'Add a coupon',
  couponCode: 'Coupon code',
  couponApply: 'Apply',
  couponRemove: 'Remove',
  couponRemoveNamed: 'Remove coupon {code}',
  placing: 'Your order is being placed …',
  notPlaced:
    'We could not reach the shop, so we do not know whether your order was placed. Try again: it is placed only once.',
  notUpdated: 'The order could not be updated.',
  retry: 'Try again',
  editCart: 'Edit cart',
});
