import type { ReactNode } from 'react';
import { getVatNumber, type Order } from '#features/orders/index.ts';
import type { Filler } from '#platform/features/slots.ts';
import { findOrderCheck } from '../orders/order-checks.ts';
import { vatNumberTexts as texts } from '../texts.ts';

/** Fills `orderDetails`. */
export const orderVatNumber: Filler<{ readonly order: Order }, ReactNode> = async ({ db }, { t }, { order }) => {
  const number = getVatNumber(order.meta);
  if (number === null) return null;
  const isPending = order.untaxedReason === null && (await findOrderCheck(db, order.id))?.outcome === 'pending';
  return (
    <p>
      {t(texts.onOrder, { number })} {order.untaxedReason === 'reverse-charge' && t(texts.orderNoTax)}
      {isPending && t(texts.orderPending)}
    </p>
  );
};
