import { defineTexts } from '#platform/texts/texts.ts';

export const supplierTexts = defineTexts('suppliers', {
  suppliers: 'Suppliers',
  lead: 'Who delivers to the shop, and what to order from them next.',
  supplier: 'Supplier',
  count: '{count, plural, one {# supplier} other {# suppliers}}',
  none: 'Suppliers deliver what the shop sells. Add the first one.',
  create: 'Add a supplier',
  search: 'name or e-mail',
  byName: 'By name',
  newest: 'Newest first',

  name: 'Name',
  email: 'E-mail',
  reorderNote: 'To order next',
  reorderHint: 'What to order from this supplier. Empty when there is nothing to order.',
  added: 'Added',
  addedOn: 'Added on {day}',
  state: 'State',
  toOrder: 'To order',
  nothingToOrder: 'Nothing to order',
  basics: 'Supplier',

  nameTaken: 'Another supplier has this name.',
  supplierGone: 'This supplier was deleted.',
  changedSince: 'Somebody has written a new note since.',

  markOrdered: 'Mark as ordered',
  waiting: '{count, plural, one {supplier to order from} other {suppliers to order from}}',

  coupons: 'Coupons it pays for',
  noCoupons: 'This supplier pays for no coupon.',
  allCoupons: 'Show them in the list of coupons',
  paidBy: 'Paid by',
  paidByHint: 'The supplier that pays for the discount. Empty: the shop pays.',
});
