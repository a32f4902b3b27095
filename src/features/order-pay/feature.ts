import type { Feature } from '#platform/features/feature.ts';
import { orderPayErrors } from './errors.ts';
import { payOrderMutation } from './pay-mutation.ts';
import { paymentStatusMutation } from './payment-step/status-mutation.ts';
import { registerOrderPayRoutes } from './routes.ts';
import { orderPaySettings } from './settings.ts';
import { orderPayMethods, paymentStep } from './slots.ts';
import { orderPayTexts } from './texts.ts';

export const orderPay: Feature = {
  name: 'order-pay',
  needs: ['bot-check', 'cart', 'orders', 'payments'],
  mutations: [payOrderMutation, paymentStatusMutation],
  slots: [orderPayMethods, paymentStep],
  routes: registerOrderPayRoutes,
  settings: [orderPaySettings],
  texts: [orderPayTexts],
  errors: [orderPayErrors],
};
