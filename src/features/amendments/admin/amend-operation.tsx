import {
  formatLineOptions,
  getOrder,
  loadOrderSubject,
  type Order,
  type OrderSubject,
  orderRecord,
} from '#features/orders/index.ts';
import { extendRecord } from '#platform/admin/records/extend-record.ts';
import { defineAdminOperation, type OperationRefusal } from '#platform/admin/records/operations/operation.ts';
import type { Shop } from '#platform/features/shop.ts';
import { group, line, list, money, number } from '#platform/forms/kinds.ts';
import { type AmendmentResult, amendOrder, isAmendable } from '../amend-order.ts';
import { type AmendmentInput, planAmendment } from '../plan-amendment.ts';
import type { Settlement } from '../settle-difference.ts';
import { amendmentTexts as texts } from '../texts.ts';
import { createAmountFormat, createSettlementField } from './carried-money.tsx';
import { Difference } from './difference.tsx';
import { amendmentPanel } from './order-panel.tsx';

const toField = (position: number) => `line${position + 1}`;

/** Creates a field for each line, named by the line's position, since the lines of an order never change. */
function createQuantityFields(shop: Shop, order: Order) {
  const context = shop.renderContext('/');
  return Object.fromEntries(
    order.lines.map((sold, position) => {
      const label = [
        sold.name,
        ...(sold.sku === null ? [] : [sold.sku]),
        ...formatLineOptions(context, order, sold),
      ].join(', ');
      return [toField(position), number({ label, required: true, min: 0, max: 9999 })];
    }),
  );
}

interface Values {
  readonly lines: Readonly<Record<string, number | null>>;
  readonly added: readonly { readonly sku: string; readonly quantity: number | null }[];
  readonly shipping: number | null;
  readonly settlement?: Settlement | '';
}

const toInput = ({ lines: sold }: Order, { lines, added, shipping }: Values): AmendmentInput => ({
  quantities: sold.map(({ quantity }, position) => lines[toField(position)] ?? quantity),
  added: added.map(({ sku, quantity }) => ({ sku, quantity: quantity ?? 1 })),
  shipping,
});

const toSettlement = ({ settlement }: Values): Settlement => (settlement === 'ship' ? 'ship' : 'wait');

const amendOrderOperation = defineAdminOperation({
  ...{ name: 'amendments.amend-order', description: 'Changes what is ordered by an order that replaces it.' },
  ...{ text: texts.amend, subject: 'order', requires: 'orders.write' },
  load: (_shop, db, id) => loadOrderSubject(db, id),
  label: ({ t }, { number }) => t(texts.title, { number: String(number) }),
  fields: (shop, order) => {
    const { t } = shop;
    return {
      lines: group({
        label: t(texts.quantities),
        hint: t(texts.quantitiesHint),
        fields: createQuantityFields(shop, order),
      }),
      added: list({
        label: t(texts.added),
        fields: {
          sku: line({
            label: t(texts.sku),
            hint: t(texts.skuHint),
            max: 100,
            required: true,
            requiredInBrowser: false,
          }),
          quantity: number({ label: t(texts.quantity), min: 1, max: 9999 }),
        },
        max: 20,
      }),
      shipping: money({
        label: t(texts.shippingPrice),
        hint: t(texts.shippingPriceHint),
        currency: order.currency,
        min: 0,
      }),
      settlement: createSettlementField(shop),
    };
  },
  values: (_shop, { lines }) => ({
    lines: Object.fromEntries(lines.map(({ quantity }, position) => [toField(position), quantity])),
    added: [{ sku: '', quantity: null }],
    shipping: null,
    settlement: 'wait' as const,
  }),
  lead: ({ t }) => t(texts.lead),
  preview: async (shop, db, _id, values, { subject, actor }) => {
    if (!canAmend(subject)) return refuse(shop, values, { ok: false, code: 'ORDER_NOT_AMENDABLE' });
    const plan = await planAmendment(shop, db, subject, toInput(subject, values), actor);
    if (!plan.ok) return refuse(shop, values, plan);
    return {
      ok: true,
      what: <Difference shop={shop} order={subject} plan={plan} settlement={toSettlement(values)} />,
    };
  },
  run: async (shop, tx, id, values, { actor }) => {
    const order = await getOrder(tx, { id });
    if (!order) return refuse(shop, values, { ok: false, code: 'ORDER_NOT_FOUND' });
    const amendment = { ...toInput(order, values), orderId: id, settlement: toSettlement(values), by: actor };
    const result = await amendOrder(shop, tx, amendment);
    if (!result.ok) return refuse(shop, values, result);
    const { before, after } = result;
    return {
      ok: true,
      change: {
        ...{ label: String(before.number), before: toAudit(shop, before), after: toAudit(shop, after) },
        customerId: before.customerId,
      },
    };
  },
  outcomes: { done: texts.amended },
});

const canAmend = (order: OrderSubject): boolean =>
  isAmendable(order) && !order.hasShipment && !order.replacesUnits && order.refunds.length === 0;

function refuse(shop: Shop, { added }: Values, failure: Extract<AmendmentResult, { ok: false }>): OperationRefusal {
  const { t } = shop;
  const { code } = failure;
  switch (code) {
    case 'SKU_NOT_FOUND':
    case 'LINE_UNAVAILABLE': {
      const sku = added[failure.index]?.sku ?? '';
      const message = t(code === 'SKU_NOT_FOUND' ? texts.skuUnknown : texts.lineUnavailable, { sku });
      return { ok: false, code, message, field: 'added' };
    }
    case 'OUT_OF_STOCK': {
      const { name, available } = failure;
      return { ok: false, code, message: t(texts.outOfStock, { name, available }) };
    }
    case 'PRICE_NOT_ALLOWED': {
      const money = createAmountFormat(shop, shop.choices);
      const amounts = { limit: money(failure.limit), amount: money(failure.reduction) };
      const message = failure.limit === 0 ? t(texts.priceNotAllowed) : t(texts.priceOverLimit, amounts);
      return { ok: false, code, message };
    }
    default:
      return { ok: false, code, message: t(messages[code]) };
  }
}

const messages = {
  AMENDMENT_UNCHANGED: texts.unchanged,
  AMENDMENT_EMPTY: texts.empty,
  AMENDMENT_PRICES_DIFFER: texts.pricesDiffer,
  SHIPPING_UNAVAILABLE: texts.shippingUnavailable,
  ORDER_NOT_FOUND: texts.gone,
  ORDER_NOT_AMENDABLE: texts.notAmendable,
  PAYMENT_IN_PROGRESS: texts.inProgress,
  DISCOUNTS_USED_UP: texts.usedUp,
} as const;

function toAudit(shop: Shop, order: Order) {
  const format = createAmountFormat(shop, order);
  return {
    number: order.number,
    items: order.lines.map(({ quantity, name }) => shop.t(texts.units, { quantity, price: name })),
    shipping: format(order.shippingTotal),
    total: format(order.total),
  };
}

export const amendmentsOfOrder = extendRecord(orderRecord, {
  panels: [amendmentPanel],
  operations: [{ operation: amendOrderOperation, panel: 'items', isShown: canAmend }],
});
