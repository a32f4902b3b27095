import { defineTexts } from '#platform/texts/texts.ts';

export const manualOrderTexts = defineTexts('manual-orders', {
  billingTitle: 'Billing address of order {number}',
  deliveryTitle: 'Delivery address of order {number}',
  addressLead: 'Prices and taxes of the order stay as they were agreed.',
  save: 'Save address',
  saved: 'The address was saved.',
  STATUS_NOT_ALLOWED: 'The address can’t be changed any more: the order has ended, or something was shipped.',
});
