import { lockOrder } from '#features/orders/index.ts';
import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import { flag, group, money, number, text } from '#platform/forms/kinds.ts';
import { formatMoney } from '#platform/money/money.ts';
import { getListFormat } from '#platform/texts/formats.ts';
import { loadRefundable } from '../refunds/load-refundable.ts';
import { planRefund } from '../refunds/plan-refund.ts';
import { getRefundLimit } from '../refunds/refund-limit.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import { readChosen } from './read-chosen.ts';
import {
  beginMethod,
  createMethodField,
  createRefundEntry,
  finishAtProviders,
  refundOutcomes,
  refuseRefund,
} from './refund-outcome.ts';
import { describeItem, RefundPreview } from './refund-preview.tsx';
import { refundTexts as texts } from './refund-texts.ts';

export const refundOrderOperation = defineAdminOperation({
  ...{ name: 'payments.refund-order', description: 'Gives back items, costs or an amount of an order.' },
  ...{ text: texts.refund, subject: 'order', requires: 'orders.refund', isProposed: true },
  load: (shop, db, id) => loadRefundable(shop, db, id),
  label: ({ t }, { number: name }) => t(texts.order, { number: String(name) }),
  fields: (shop, order, actor) => {
    const { t, choices } = shop;
    const { currency, left, lineIds, units, shippingLeft, feesLeft } = order;
    const show = (amount: number) => formatMoney({ amount, currency }, choices.locale);
    const limit = getRefundLimit(actor);
    return {
      items:
        units.length === 0
          ? null
          : group({
              label: t(texts.items),
              fields: Object.fromEntries(
                units.map(({ position, quantity }) => [
                  position,
                  number({
                    label: describeItem(shop, order, position),
                    note: t(texts.unitsLeft, { left: quantity }),
                    ...{ min: 0, max: quantity, width: 'half' },
                  }),
                ]),
              ),
            }),
      shipping: shippingLeft > 0 ? flag({ label: t(texts.shipping, { amount: show(shippingLeft) }) }) : null,
      fees: feesLeft > 0 ? flag({ label: t(texts.fees, { amount: show(feesLeft) }) }) : null,
      amount: money({
        ...{ label: t(texts.amount), currency, min: 1, max: left, width: 'half' },
        hint: limit < left ? t(texts.amountLimit, { limit: show(limit) }) : t(texts.amountHint),
      }),
      restock: lineIds.length > 0 ? flag({ label: t(texts.restock), hint: t(texts.restockHint) }) : null,
      refundMethod: createMethodField(shop, order),
      reason: text({ label: t(texts.reason), hint: t(texts.reasonHint), required: true, max: 2000 }),
    };
  },
  values: (_shop, { units, lineIds, proposal, isWhole, left, shippingLeft, feesLeft, methods }) => {
    const proposedUnits = proposal && 'units' in proposal ? proposal.units : [];
    const proposedAmount = proposal && 'amount' in proposal ? Math.min(proposal.amount, left) : null;
    const isAll = proposedUnits === null && isWhole;
    const proposed = new Map(
      (isAll ? units : (proposedUnits ?? [])).map(({ position, quantity }) => [position, quantity]),
    );
    return {
      items:
        units.length > 0
          ? Object.fromEntries(units.map(({ position }) => [position, proposed.get(position) ?? null]))
          : undefined,
      shipping: shippingLeft > 0 ? isAll : undefined,
      fees: feesLeft > 0 ? isAll : undefined,
      amount: proposedUnits === null && !isAll ? left : proposedAmount,
      restock: lineIds.length > 0 ? (proposal?.restock ?? false) : undefined,
      refundMethod: beginMethod({ methods }),
      reason: '',
    };
  },
  lead: ({ t, choices }, { left, currency, methods, proposal }) => {
    if (left === 0) return t(texts.leadNothing);
    const amount = formatMoney({ amount: left, currency }, choices.locale);
    const isByHand = methods.every(({ isRemote }) => !isRemote);
    const titles = getListFormat(choices.locale, {}).format([...new Set(methods.map(({ title }) => title))]);
    const lead = isByHand ? t(texts.leadByHand, { left: amount, methods: titles }) : t(texts.lead, { left: amount });
    return proposal ? `${lead} ${proposal.lead}` : lead;
  },
  preview: async (shop, db, id, values, { subject: order, actor }) => {
    const chosen = readChosen(shop, order, values);
    if (!chosen.ok) return chosen;
    return inTransaction(db, async (tx: Tx) => {
      const locked = await lockOrder(tx, id);
      if (!locked) return refuseRefund(shop, tx, order, { ok: false, code: 'ORDER_NOT_FOUND' });
      const plan = await planRefund(tx, locked, { ...chosen, by: actor });
      if (!plan.ok) return refuseRefund(shop, tx, order, plan);
      return { ok: true, what: <RefundPreview {...{ shop, order, plan }} isByHand={values.refundMethod === 'hand'} /> };
    });
  },
  run: async (shop, tx, id, values, { actor, requestKey }) => {
    const order = await loadRefundable(shop, tx, id);
    if (!order) return { ok: false, code: 'ORDER_NOT_FOUND', message: shop.t(texts.orderGone) };
    const chosen = readChosen(shop, order, values);
    if (!chosen.ok) return chosen;
    const { reason } = values;
    const isByHand = values.refundMethod === 'hand';
    const input = { ...chosen, orderId: id, reason, requestKey, by: actor, isByHand };
    const result = await requestRefund(shop, tx, input);
    if (!result.ok) return refuseRefund(shop, tx, order, result);
    const units = chosen.parts?.lines.map(({ position, quantity }) =>
      shop.t(texts.previewItem, { quantity, item: describeItem(shop, order, position) }),
    );
    const { number: name, currency, customerId } = order;
    return {
      ok: true,
      change: {
        ...{ label: String(name), before: null, customerId },
        after: {
          ...{ amount: { amount: result.amount, currency }, reason, restock: result.restocked },
          ...{ isByHand: result.payments.length === 0, items: units?.join(', ') ?? '' },
        },
      },
      ...finishAtProviders(shop, result),
    };
  },
  outcomes: refundOutcomes,
  entry: createRefundEntry,
});
