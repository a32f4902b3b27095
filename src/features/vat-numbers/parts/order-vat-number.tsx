import type { ReactNode } from 'react';
import type { Order } from '#features/orders/index.ts';
import type { Filler } from '#platform/features/slots.ts';
import { vatNumberField } from '../contract.ts';
import { vatNumberTexts as texts } from '../texts.ts';

/** Fills `orderDetails`. */
export const orderVatNumber: Filler<{ readonly order: Order }, ReactNode> = (_shop, { t }, { order }) => {
  const number = order.meta[vatNumberField];
  return typeof number === 'string' ? <p>{t(texts.onOrder, { number })}</p> : null;
};
