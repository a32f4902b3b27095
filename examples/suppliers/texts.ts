import { defineTexts } from '#platform/texts/texts.ts';

export const supplierTexts = defineTexts('suppliers', {
  title: 'Suppliers',
  count: '{count, plural, one {# supplier} other {# suppliers}}',
  none: 'Add whom you buy from, to note what to order next.',
  create: 'Add supplier',
  supplier: 'Supplier',
  name: 'Name',
  email: 'E-mail',
  reorderNote: 'To order next',
  reorderHint: 'Empty: there is nothing to order.',
  added: 'Added',
  newest: 'Newest',
  searchedBy: 'name or e-mail',
  toOrder: 'To order from',
  waiting: '{count, plural, one {supplier} other {suppliers}} to order from',
  markOrdered: 'Mark as ordered',

  payer: 'Paid by',
  payerHint: 'The supplier that bears the discount. Empty: the shop.',
  paidCoupons: 'Coupons paid by this supplier',
  allPaidCoupons: 'All of them',
});
