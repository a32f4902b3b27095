import { defineTexts } from '#platform/texts/texts.ts';

export const orderPanelTexts = defineTexts('fulfilment.order', {
  shipments: 'Shipments',
  left: 'To ship:',
  units: '{quantity, number} × {name}',
  sentOn: 'Shipped {date}',
  noTracking: 'Without a tracking number',
  none: 'Nothing was shipped.',
  track: 'Track',
});
