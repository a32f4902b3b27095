import { defineTexts } from '#platform/texts/texts.ts';

export const packingTexts = defineTexts('packing', {
  title: 'Pack orders',
  lead: '{count, plural, =0 {Nothing is left to pack.} one {# order to pack} other {# orders to pack}}',
  pack: 'Pack',
  scan: 'Scan an item, an order or a tracking number',
  scanHint: 'SKU, GTIN or order number, then Enter. When an order is complete, scan its tracking number.',
  order: 'Order {number}',
  from: 'of {name}',
  units: '{quantity, number} ×',
  packed: '# of {quantity, number} packed',
  carrier: 'Carrier',
  tracking: 'Tracking number',
  ship: 'Ship order {number}',
  done: '{item}: # of {quantity, number}',
  complete: 'Order {number} is complete. Scan its tracking number.',
  unknown: 'No item left to pack has this code.',
  shipped: 'The order was shipped.',
  PACKED_ORDER_NOT_SHIPPED: 'The order was not shipped: someone else shipped or cancelled it in the meantime.',
});
