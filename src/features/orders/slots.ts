import type { ReactNode } from 'react';
import { defineSlot } from '#platform/features/slots.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Order } from './order.ts';

/** Content of the page of an order above its items: the next steps of the shopper. */
export const orderNext = defineSlot<{ readonly order: Order; readonly actor: Actor }, ReactNode>('order.next');

/** Content of the page of an order, between the items and the addresses. */
export const orderDetails = defineSlot<{ readonly order: Order; readonly actor: Actor }, ReactNode>('order.details');
