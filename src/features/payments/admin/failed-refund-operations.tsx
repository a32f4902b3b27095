import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { choice, text } from '#platform/forms/kinds.ts';
import { formatMoney } from '#platform/money/money.ts';
import { loadRefundable, type RefundableOrder } from '../refunds/load-refundable.ts';
import { endRefund, planRetry, retryRefund } from '../refunds/retry-refund.ts';
import {
  beginMethod,
  createMethodField,
  createRefundEntry,
  finishAtProviders,
  refundOutcomes,
  refuseRefund,
} from './refund-outcome.ts';
import { RefundPreview } from './refund-preview.tsx';
import { refundTexts as texts } from './refund-texts.ts';

export const retryRefundOperation = defineAdminOperation({
  ...{ name: 'payments.retry-refund', description: 'Asks for a failed refund again, or settles it by hand.' },
  ...{ text: texts.retry, subject: 'order', requires: 'orders.refund' },
  load: (shop, db, id) => loadRefundable(shop, db, id),
  label: ({ t }, { number }) => t(texts.order, { number: String(number) }),
  fields: (shop, order) => ({ refund: createFailedField(shop, order), refundMethod: createMethodField(shop, order) }),
  values: (_shop, order) => ({ refund: String(order.failed[0]?.id ?? ''), refundMethod: beginMethod(order) }),
  lead: ({ t }, { failed }) => t(failed.length === 0 ? texts.retryNothing : texts.retryLead),
  preview: async (shop, db, orderId, { refund, refundMethod }, { subject: order, actor }) =>
    inTransaction(db, async (tx) => {
      const plan = await planRetry(tx, { orderId, refundId: Number(refund), by: actor });
      if (!plan.ok) return refuseRefund(shop, tx, order, plan, findAmount(order, refund));
      return {
        ok: true,
        what: <RefundPreview {...{ shop, order, plan }} isByHand={refundMethod === 'hand'} isRetry />,
      };
    }),
  run: async (shop, tx, orderId, { refund, refundMethod }, { actor, requestKey }) => {
    const order = await loadRefundable(shop, tx, orderId);
    if (!order) return { ok: false, code: 'ORDER_NOT_FOUND', message: shop.t(texts.orderGone) };
    const isByHand = refundMethod === 'hand';
    const input = { orderId, refundId: Number(refund), isByHand, by: actor, requestKey };
    const result = await retryRefund(shop, tx, input);
    if (!result.ok) return refuseRefund(shop, tx, order, result, findAmount(order, refund));
    const { number, currency, customerId, failed } = order;
    const reason = failed.find(({ id }) => id === input.refundId)?.reason ?? '';
    const amount = { amount: result.amount, currency };
    const after = { amount, reason, isByHand: result.payments.length === 0 };
    return {
      ok: true,
      change: { label: String(number), before: null, after, customerId },
      ...finishAtProviders(shop, result),
    };
  },
  outcomes: refundOutcomes,
  entry: createRefundEntry,
});

function createFailedField({ t, choices }: Shop, { failed, currency }: RefundableOrder) {
  const money = (amount: number) => formatMoney({ amount, currency }, choices.locale);
  return choice({
    ...{ label: t(texts.retryWhich), required: true },
    options: failed.map(({ id, amount, at, reason }) => ({
      ...{ value: String(id), label: t(texts.retryOption, { amount: money(amount), at, reason }) },
    })),
  });
}

export const endRefundOperation = defineAdminOperation({
  ...{ name: 'payments.end-refund', description: 'Ends a failed refund that is not done again.' },
  ...{ text: texts.end, subject: 'order', requires: 'orders.refund' },
  load: (shop, db, id) => loadRefundable(shop, db, id),
  label: ({ t }, { number }) => t(texts.order, { number: String(number) }),
  fields: (shop, order) => ({
    refund: createFailedField(shop, order),
    reason: text({ label: shop.t(texts.reason), hint: shop.t(texts.endReasonHint), required: true, max: 2000 }),
  }),
  values: (_shop, { failed }) => ({ refund: String(failed[0]?.id ?? ''), reason: '' }),
  lead: ({ t }, { failed }) => t(failed.length === 0 ? texts.retryNothing : texts.endLead),
  run: async (shop, tx, orderId, { refund, reason }, { actor }) => {
    const order = await loadRefundable(shop, tx, orderId);
    if (!order) return { ok: false, code: 'ORDER_NOT_FOUND', message: shop.t(texts.orderGone) };
    const result = await endRefund(shop, tx, { orderId, refundId: Number(refund), by: actor, reason });
    if (!result.ok) return refuseRefund(shop, tx, order, result);
    const { number, currency, customerId } = order;
    const after = { amount: { amount: result.amount, currency }, reason };
    return { ok: true, change: { label: String(number), before: null, after, customerId } };
  },
  outcomes: { done: texts.ended },
});

const findAmount = (
  { failed }: { readonly failed: readonly { readonly id: number; readonly amount: number }[] },
  refund: string,
) => failed.find(({ id }) => id === Number(refund))?.amount;
