import type { ReactNode } from 'react';
import { defineSlot } from '#platform/features/slots.ts';
import type { Order } from './order.ts';

/** Between what was ordered and the addresses, on the page of an order. */
export const orderDetails = defineSlot<{ readonly order: Order }, ReactNode>('order.details');
