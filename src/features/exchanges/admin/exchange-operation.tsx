import { createSettlementField, type Settlement } from '#features/amendments/index.ts';
import { createUnitFields, formatUnits, readUnits } from '#features/fulfilment/index.ts';
import { describeManualOrderFailure, variationPicker } from '#features/manual-orders/index.ts';
import { type OrderSubject, orderRecord } from '#features/orders/index.ts';
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

/** Items of a shipped order come back, and others go out instead. */
export const exchangeItemsOperation = defineAdminOperation({
  ...{
    name: 'exchanges.exchange-items',
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
  preview: (shop, db, id, values) =>
    inTransaction(db, async (tx) => {
      const plan = await planExchange(shop, tx, id, toInput(values));
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
    return {
      ok: true,
      change: {
        ...{ label: String(before.number), before: null, customerId },
        after: {
          ...{
            returned: formatUnits(shop, returned),
            sent: formatUnits(shop, after.lines),
            order: String(after.number),
          },
          ...{ carried: { amount: carried, currency }, total: { amount: after.total, currency } },
        },
      },
    };
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

function refuse(shop: Shop, values: Values, failure: Extract<ExchangeResult, { ok: false }>): OperationRefusal {
  const { t } = shop;
  const { code } = failure;
  switch (code) {
    case 'EXCHANGE_NOT_PRICED':
      return { ok: false, code: failure.failure.code, message: describeManualOrderFailure(shop, failure.failure) };
    case 'OUT_OF_STOCK':
      return { ok: false, code, message: t(texts.outOfStock, { name: failure.name, available: failure.available }) };
    case 'EXCHANGE_UNITS_LEFT': {
      const isEmpty = readUnits(values.returned).length === 0;
      return { ok: false, code, message: t(isEmpty ? texts.nothingReturned : texts.unitsTaken) };
    }
    default:
      return { ok: false, code, message: t(messages[code]) };
  }
}

const canExchange = (order: OrderSubject): boolean => order.hasShipment && isExchangeable(order);

/** What the page of an order has of this feature. */
export const exchangesOfOrder = extendRecord(orderRecord, {
  panels: [exchangePanel],
  operations: [
    { operation: exchangeItemsOperation, isShown: canExchange },
    {
      operation: recordArrivalOperation,
      panel: exchangePanel.id,
      isShown: ({ exchangedFor }) => exchangedFor.length > 0,
    },
  ],
});
