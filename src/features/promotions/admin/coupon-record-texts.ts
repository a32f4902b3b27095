import { defineTexts } from '#platform/texts/texts.ts';

export const couponRecordTexts = defineTexts('promotions.coupon-record', {
  end: 'End',
  reopen: 'Reopen',
  facts: '{used, number} used, {held, number} held by unpaid orders',
  uses: 'Uses',
  noUses: 'No order has used it yet.',
  allOrders: 'All orders with this coupon',
  lastUses: 'The last {count, number} of them.',
  order: 'Order',
  who: 'Who',
  when: 'When',
  state: 'State',
  erased: 'Erased',
  stateHeld: 'Held',
  stateUsed: 'Used',
  stateReleased: 'Given back',
});
