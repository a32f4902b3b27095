import type { ReactNode } from 'react';
import type { Order } from '#features/orders/index.ts';
import type { ClientStep } from '#features/payments/index.ts';
import { defineSlot } from '#platform/features/slots.ts';

export interface PaymentStepInput {
  readonly order: Order;
  readonly step: ClientStep;
  /** Path that asks the provider for the state, and leads on: for scripts that leave the page. */
  readonly returnPath: string;
}

/**
 * The part of a provider on the page on which its payment goes on: markup with an island or a script.
 * A filler returns null for payments of other providers.
 */
export const paymentStep = defineSlot<PaymentStepInput, ReactNode>('order-pay.payment-step');

/** What belongs into the form with the methods of an order, such as what lets it offer one that not all browsers have. */
export const orderPayMethods = defineSlot<{ readonly order: Order }, ReactNode>('order-pay.methods');
