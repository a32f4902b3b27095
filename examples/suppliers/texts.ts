import { defineTexts } from '#platform/texts/texts.ts';

export const supplierTexts = defineTexts('suppliers', {
  title: 'Suppliers',
  count: '{count, plural, one {# supplier} other {# suppliers}}',
  none: 'Add the suppliers you buy from and note what to order next.',
  create: 'Add supplier',
  supplier: 'Supplier',
  name: 'Name',
  email: 'Email',
  reorderNote: 'To order next',
  reorderHint: 'Leave empty if there is nothing to order.',
  added: 'Added',
  newest: 'Newest',
  searchedBy: 'name or email',
  toOrder: 'To order from',
  waiting: '{count, plural, one {supplier} other {suppliers}} to order from',
  markOrdered: 'Mark as ordered',

  payer: 'Paid by',
  payerHint: 'The supplier who pays for the discount. Leave empty if the shop does.',
  paidCoupons: 'Coupons paid by this supplier',
  allPaidCoupons: 'All of them',
});
