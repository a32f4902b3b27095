import { defineTexts } from '#platform/texts/texts.ts';

export const fulfilmentTexts = defineTexts('fulfilment', {
  shipOrders: 'Ship',
  completeOrders: 'Complete',
  notifyCustomers: 'Email the customers',
  delivery: 'Delivery',
  arrivesAfterPayment:
    'Arrives {min, plural, =0 {within {max, number}} other {{min, number} to {max, number}}} working days after your payment has arrived.',
  arrivesAfterDays:
    'Arrives {max, plural, =0 {on the day on which your payment arrives} one {# working day after your payment has arrived} other {# working days after your payment has arrived}}.',
  collectAfterPayment:
    'Ready to collect {max, plural, =0 {when} one {# working day after} other {# working days after}} your payment has arrived.',
  /** For orders with items on backorder. */
  waitAndArrive:
    'We send it about {days, plural, one {# day} other {# days}} after your payment has arrived. It is then on its way for up to {max, plural, one {# working day} other {# working days}}.',
  waitAndCollect: 'Ready to collect about {days, plural, one {# day} other {# days}} after your payment has arrived.',
  shipments: 'Shipments',
  shippedOn: 'Shipped on {date, date, long}',
  title: 'Your order is on its way',
  titlePart: 'Part of your order is on its way',
  mailSubject: 'Your order {number} is on its way',
  mailSubjectPart: 'Part of your order {number} is on its way',
  mailLeadPart: 'Good news: we have shipped these items to you. The rest of your order follows.',
  mailLead: 'Good news: we have shipped these items to you.',
  titleTracking: 'Track your parcel',
  mailSubjectTracking: 'New tracking details for your order {number}',
  mailLeadTracking: 'Here are your new tracking details. They replace the earlier ones.',
  /** Name of the payment method of a replacement order. */
  freeReplacement: 'Free replacement for order {number}',
  undelivered: '{count, plural, one {delivery has failed or come back} other {deliveries have failed or come back}}',
  viewUndelivered: 'Failed and returned deliveries',
  deliveryState: 'Delivery',
  deliveryFailed: 'Failed',
  deliveryReturned: 'Returned',
  parcels: '{count, plural, one {Parcel} other {Parcels}}',
  items: 'Items',
  times: '{name} × {quantity, number}',
  carrier: 'Carrier',
  trackingNumber: 'Tracking number',
  track: 'Track your parcel',
  /** For one of several parcels. */
  trackNumber: 'Track parcel {number}',
});
