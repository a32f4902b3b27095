import { defineTexts } from '#platform/texts/texts.ts';

export const fulfilmentTexts = defineTexts('fulfilment', {
  shipments: 'Shipments',
  shippedOn: 'Shipped on {date, date, long}',
  title: 'Your order is on its way',
  mailSubject: 'Your order {number} is on its way',
  mailLead: 'Good news: we have shipped these items to you.',
  parcel: 'Parcel',
  items: 'Items',
  times: '{name} × {quantity, number}',
  carrier: 'Carrier',
  trackingNumber: 'Tracking number',
  track: 'Track your parcel',
});
