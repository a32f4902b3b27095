import type { Feature } from '#platform/features/feature.ts';
import { deliveryTexts } from './admin/delivery-texts.ts';
import { orderPanelTexts } from './admin/order-panel-texts.ts';
import { shippedMailJob } from './emails/shipped-mail-job.ts';
import { fulfilmentErrors } from './errors.ts';
import { orderShipped } from './events.ts';
import { deliveryCharges } from './ports.ts';
import { fulfilmentTexts } from './texts.ts';

export const fulfilment: Feature = {
  name: 'fulfilment',
  needs: ['delivery-dates', 'inventory', 'orders', 'pricing'],
  events: [orderShipped],
  ports: [deliveryCharges],
  jobs: [shippedMailJob],
  texts: [fulfilmentTexts, orderPanelTexts, deliveryTexts],
  errors: [fulfilmentErrors],
};
