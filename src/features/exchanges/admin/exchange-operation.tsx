import { createSettlementField, type Settlement } from '#features/amendments/index.ts';
import { createUnitFields, formatUnits, readUnits } from '#features/fulfilment/index.ts';
import { describeManualOrderFailure, variationPicker } from '#features/manual-orders/index.ts';
import { type OrderSubject, orderRecord } from '#features/orders/index.ts';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { extendRecord } from '#platform/admin/records/extend-record.ts';
import { defineAdminOperation, type OperationRefusal } from '#platform/admin/records/operations/operation.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { group, list, money, number, record } from '#platform/forms/kinds.ts';
import { type ExchangeResult, exchangeItems } from '../exchange-items.ts';
import { type ExchangeInput, isExchangeable, loadExchangeable, planExchange } from '../plan-exchange.ts';
import { exchangeTexts as texts } from '../texts.ts';
import { ExchangePreview } from './exchange-preview.tsx';
import { exchangePanel } from './order-panel.tsx';
import { recordArrivalOperation } from './record-arrival-operation.ts';

interface Values {
  readonly returned: Readonly<Record<string, number | null>>;
  readonly sent: readonly { readonly variation: number | null; readonly quantity: number | null }[];
  readonly charge: number | null;
  readonly settlement?: Settlement | '';
}

const toInput = ({ returned, sent, charge }: Values): ExchangeInput => ({
  returned: readUnits(returned),
  sent: sent.flatMap(({ variation, quantity }) =>
    variation === null ? [] : [{ variationId: variation, quantity: quantity ?? 1 }],
  ),
  charge,
});

const toSettlement = ({ settlement }: Values): Settlement => (settlement === 'ship' ? 'ship' : 'wait');

/** Name of the operation, which the audit entries of both orders contain. */
const exchangeItemsName = 'exchanges.exchange-items';

export const exchangeItemsOperation = defineAdminOperation({
  ...{
    name: exchangeItemsName,
    description: 'Exchanges shipped items of an order, with the money carried over.',
  },
  ...{ text: texts.exchange, subject: 'order', requires: 'orders.write' },
  load: (_shop, db, id) => loadExchangeable(db, id),
  label: ({ t }, { number: name }) => t(texts.title, { number: String(name) }),
  fields: (shop, order) => {
    const { t, choices } = shop;
    return {
      returned: group({
        label: t(texts.returned),
        fields: createUnitFields(shop, order, order.units, texts.unitsLeft),
      }),
      sent: list({
        ...{ label: t(texts.sent), required: true, max: 20 },
        fields: {
          variation: record({ label: t(texts.item), required: true, picker: variationPicker }),
          quantity: number({ label: t(texts.quantity), min: 1, max: 9999, width: 'third' }),
        },
      }),
      charge: money({
        ...{ label: t(texts.charge), hint: t(texts.chargeHint), currency: order.currency, locale: choices.locale },
        ...{ min: 0, width: 'half' },
      }),
      settlement: createSettlementField(shop),
    };
  },
  values: (_shop, { units }) => ({
    returned: Object.fromEntries(units.map(({ position }) => [position, null])),
    sent: [],
    charge: null,
    settlement: 'wait' as const,
  }),
  lead: ({ t }) => t(texts.lead),
  preview: (shop, db, id, values, { actor }) =>
    inTransaction(db, async (tx) => {
      const plan = await planExchange(shop, tx, id, toInput(values), actor);
      if (!plan.ok) return refuse(shop, values, plan);
      return { ok: true, what: <ExchangePreview shop={shop} plan={plan} settlement={toSettlement(values)} /> };
    }),
  run: async (shop, tx, id, values, { actor, requestKey }) => {
    const exchange = { ...toInput(values), orderId: id, settlement: toSettlement(values), requestKey, by: actor };
    const result = await exchangeItems(shop, tx, exchange);
    if (!result.ok) return refuse(shop, values, result);
    const { before, after, carried } = result;
    const name = ({ position }: { readonly position: number }) => before.lines[position - 1]?.name ?? '';
    const returned = exchange.returned.map((units) => ({ name: name(units), quantity: units.quantity }));
    const { currency, customerId } = before;
    const items = { returned: formatUnits(shop, returned), sent: formatUnits(shop, after.lines) };
    const sums = { carried: { amount: carried, currency }, total: { amount: after.total, currency } };
    const subject = { kind: 'order', id: after.id, label: String(after.number) };
    const made = { exchangeOf: String(before.number), ...items, ...sums };
    await recordAudit(tx, actor, { subject, action: exchangeItemsName, before: null, after: made, customerId });
    const change = { exchangedFor: String(after.number), ...items, ...sums };
    return { ok: true, change: { label: String(before.number), before: null, after: change, customerId } };
  },
  outcomes: { done: texts.done },
});

const messages = {
  ORDER_NOT_FOUND: texts.gone,
  ORDER_NOT_EXCHANGEABLE: texts.notExchangeable,
  EXCHANGE_EMPTY: texts.nothingSent,
  EXCHANGE_PRICES_DIFFER: texts.pricesDiffer,
  EXCHANGE_WITHOUT_VALUE: texts.withoutValue,
  EXCHANGE_ORDER_ERASED: texts.erased,
  DISCOUNTS_USED_UP: texts.usedUp,
} as const;

function refuse(shop: Shop, { returned }: Values, failure: Extract<ExchangeResult, { ok: false }>): OperationRefusal {
  const { t } = shop;
  switch (failure.code) {
    case 'EXCHANGE_UNITS_LEFT':
      return { ...failure, message: t(readUnits(returned).length === 0 ? texts.nothingReturned : texts.unitsTaken) };
    case 'ORDER_NOT_FOUND':
    case 'ORDER_NOT_EXCHANGEABLE':
    case 'EXCHANGE_EMPTY':
    case 'EXCHANGE_PRICES_DIFFER':
    case 'EXCHANGE_WITHOUT_VALUE':
    case 'EXCHANGE_ORDER_ERASED':
    case 'DISCOUNTS_USED_UP':
      return { ...failure, message: t(messages[failure.code]) };
    case 'PRICE_NOT_ALLOWED':
      return { ok: false, code: failure.code, message: describeManualOrderFailure(shop, failure), field: 'charge' };
    default:
      return { ok: false, code: failure.code, message: describeManualOrderFailure(shop, failure) };
  }
}

const canExchange = (order: OrderSubject): boolean => order.hasShipment && isExchangeable(order);

export const exchangesOfOrder = extendRecord(orderRecord, {
  panels: [exchangePanel],
  operations: [
    { operation: exchangeItemsOperation, isShown: canExchange },
    {
      operation: recordArrivalOperation,
      panel: exchangePanel.id,
      isShown: ({ awaitsReturn }) => awaitsReturn,
    },
  ],
});
