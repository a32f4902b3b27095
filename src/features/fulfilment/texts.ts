import { defineTexts } from '#platform/texts/texts.ts';

export const fulfilmentTexts = defineTexts('fulfilment', {
  shipments: 'Shipments',
  shippedOn: 'Shipped on {date, date, long}',
  title: 'Your order is on its way',
  titlePart: 'Part of your order is on its way',
  mailSubject: 'Your order {number} is on its way',
  mailSubjectPart: 'Part of your order {number} is on its way',
  mailLeadPart: 'Good news: we have shipped these items to you. The rest of your order follows.',
  mailLead: 'Good news: we have shipped these items to you.',
  parcel: 'Parcel',
  items: 'Items',
  times: '{name} × {quantity, number}',
  carrier: 'Carrier',
  trackingNumber: 'Tracking number',
  track: 'Track your parcel',
});
