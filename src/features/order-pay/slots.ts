import type { ReactNode } from 'react';
import type { Order } from '#features/orders/index.ts';
import type { ClientStep } from '#features/payments/index.ts';
import { defineSlot } from '#platform/features/slots.ts';

export interface PaymentStepInput {
  readonly order: Order;
  readonly step: ClientStep;
  /**
   * Path that asks the provider for the state of the payment and redirects the shopper, for scripts that leave the
   * page.
   */
  readonly returnPath: string;
}

/**
 * The part of a payment provider on the page on which its payment goes on: markup with an island or a script. A
 * filler returns null for payments of other providers.
 */
export const paymentStep = defineSlot<PaymentStepInput, ReactNode>('order-pay.payment-step');

/**
 * Content of the form with the payment methods of an order, such as markup that detects a method that only some
 * browsers support.
 */
export const orderPayMethods = defineSlot<{ readonly order: Order }, ReactNode>('order-pay.methods');
