import { calculateAmountDue, getOrder } from '#features/orders/index.ts';
import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { flag, line, money } from '#platform/forms/kinds.ts';
import { recordLateCapture } from '../start/record-capture.ts';
import { orderPanelTexts as texts } from './order-panel-texts.ts';
import { refundTexts } from './refund-texts.ts';

export const recordLateMoneyOperation = defineAdminOperation({
  ...{ name: 'payments.record-late-money', description: 'Records money that came by hand when an order had ended.' },
  ...{ text: texts.recordLate, subject: 'order', requires: 'payments.write', isProposed: true },
  load: (_shop, db, id) => getOrder(db, { id }),
  label: ({ t }, { number }) => t(refundTexts.order, { number: String(number) }),
  fields: ({ t }, { currency, capturedTotal }) => ({
    amount: money({ label: t(texts.amount), currency, min: 1, required: true, width: 'half' }),
    reference: line({ label: t(texts.reference), hint: t(texts.referenceHint), max: 200 }),
    another: capturedTotal > 0 ? flag({ label: t(texts.another), hint: t(texts.anotherHint) }) : null,
  }),
  values: (_shop, order) => ({
    ...{ amount: calculateAmountDue(order) || null, reference: '' },
    another: order.capturedTotal > 0 ? false : undefined,
  }),
  lead: ({ t }) => t(texts.recordLateLead),
  run: async (shop, tx, orderId, { amount, reference, another }, { actor }) => {
    const order = await getOrder(tx, { id: orderId });
    const input = { orderId, amount: amount ?? 0, reference, isAnother: another === true, by: actor };
    const result = await recordLateCapture(shop, tx, input);
    if (!result.ok && result.code === 'LATE_MONEY_RECORDED')
      return { ...result, message: shop.t(texts.lateRecordedBefore), field: 'another' };
    if (!result.ok) return { ...result, message: shop.t(texts.notEnded) };
    if (!order) return { ok: false, code: 'ORDER_NOT_FOUND', message: shop.t(texts.notEnded) };
    const { number, currency, customerId } = order;
    const after = { amount: { amount: input.amount, currency }, reference };
    return {
      ok: true,
      outcome: result.isResumed ? 'resumed' : 'done',
      change: { label: String(number), before: null, after, customerId },
    };
  },
  outcomes: { done: texts.lateRecorded, resumed: texts.lateResumed },
});
