import { formatUnits } from '#features/fulfilment/index.ts';
import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { group, number } from '#platform/forms/kinds.ts';
import { loadExpecting, recordArrival } from '../arrivals.ts';
import { exchangeTexts as texts } from '../texts.ts';

const toKey = (refundLineId: number): string => `l${refundLineId}`;

export const recordArrivalOperation = defineAdminOperation({
  ...{ name: 'exchanges.record-arrival', description: 'Records what came back of exchanges, and puts it in stock.' },
  ...{ text: texts.receive, subject: 'order', requires: 'orders.write' },
  load: (_shop, db, id) => loadExpecting(db, id),
  label: ({ t }, { number: name }) => t(texts.title, { number: String(name) }),
  fields: ({ t, choices }, { expected }) => ({
    items: group({
      label: t(texts.returned),
      fields: Object.fromEntries(
        expected.map(({ refundLineId, name, number: other, quantity }) => {
          const limits = { min: 0, max: quantity, locale: choices.locale, width: 'half' } as const;
          const fields = {
            arrived: number({
              label: t(texts.arrivedUnits),
              hint: t(texts.arrivedHint, { count: quantity }),
              ...limits,
            }),
            restocked: number({ label: t(texts.restockedUnits), hint: t(texts.restockedHint), ...limits }),
          };
          return [toKey(refundLineId), group({ label: t(texts.receiveLine, { name, number: String(other) }), fields })];
        }),
      ),
    }),
  }),
  values: (_shop, { expected }) => ({
    items: Object.fromEntries(
      expected.map(({ refundLineId, quantity }) => [toKey(refundLineId), { arrived: quantity, restocked: null }]),
    ),
  }),
  lead: ({ t }) => t(texts.receiveLead),
  run: async (shop, tx, id, { items }, { actor }) => {
    const { t } = shop;
    const units = Object.entries(items).flatMap(([key, { arrived, restocked }]) =>
      arrived ? [{ refundLineId: Number(key.slice(1)), quantity: arrived, restocked: restocked ?? 0 }] : [],
    );
    if (units.length === 0) return { ok: false, code: 'ARRIVAL_NOT_EXPECTED', message: t(texts.nothingArrived) };
    const result = await recordArrival(shop, tx, { orderId: id, units, by: actor });
    if (!result.ok) {
      const message = t(result.code === 'ORDER_NOT_FOUND' ? texts.gone : texts.notExpected);
      return { ok: false, code: result.code, message };
    }
    const { number: name, customerId, expected } = result.order;
    const describe = (count: (each: (typeof units)[number]) => number) =>
      formatUnits(
        shop,
        units.flatMap((each) => {
          const line = expected.find(({ refundLineId }) => refundLineId === each.refundLineId);
          return count(each) > 0 ? [{ name: line?.name ?? '', quantity: count(each) }] : [];
        }),
      );
    const after = { arrived: describe(({ quantity }) => quantity), restocked: describe(({ restocked }) => restocked) };
    return { ok: true, change: { label: String(name), before: null, after, customerId } };
  },
  outcomes: { done: texts.received },
});
