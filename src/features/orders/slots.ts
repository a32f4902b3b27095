import type { ReactNode } from 'react';
import { slot } from '#platform/features/slots.ts';
import type { Order } from './order.ts';

/** Between what was ordered and the addresses, on the page of an order. */
export const orderDetails = slot<{ readonly order: Order }, ReactNode>('order.details');
