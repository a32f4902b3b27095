import { defineTexts } from '#platform/texts/texts.ts';

export const couponRecordTexts = defineTexts('promotions.coupon-record', {
  end: 'End',
  reopen: 'Reopen',
  facts: '{used, number} used, {held, number} reserved by unpaid orders',
  uses: 'Uses',
  noUses: 'Not used yet.',
  allOrders: 'All orders with this coupon',
  lastUses: 'The latest {count, number} uses.',
  order: 'Order',
  who: 'Who',
  when: 'When',
  state: 'State',
  erased: 'Erased',
  stateHeld: 'Reserved',
  stateUsed: 'Used',
  stateReleased: 'Released',
});
