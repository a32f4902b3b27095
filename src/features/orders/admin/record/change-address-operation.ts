import { type Address, addressFields, createAddressField, formatAddress } from '#features/addresses/index.ts';
import { changeAddress } from '#features/orders/change-address.ts';
import { getOrder, type Order } from '#features/orders/order.ts';
import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import type { Shop } from '#platform/features/shop.ts';
import { orderListTexts } from '../list-texts.ts';
import { loadOrderSubject } from './order-subject.ts';
import { orderRecordTexts as texts } from './record-texts.ts';

/** Of the addresses of an order by their kinds. */
const kinds = [
  { key: 'delivery', kind: 'shipping' },
  { key: 'billing', kind: 'billing' },
] as const;

function createField({ t, choices }: Shop, kind: 'billing' | 'shipping', address: Address | null) {
  // The shop may have stopped selling to the country of an older order.
  const countries = [...new Set([...choices.countries, ...(address ? [address.country] : [])])];
  return address && createAddressField({ t, locale: choices.locale }, { kind, countries });
}

export const changeAddressOperation = defineAdminOperation({
  ...{ name: 'orders.change-address', description: 'Corrects the addresses of an order of which nothing was shipped.' },
  ...{ text: texts.changeAddress, subject: 'order', requires: 'orders.write' },
  load: (_shop, db, id) => loadOrderSubject(db, id),
  label: ({ t }, { number }) => t(texts.title, { number: String(number) }),
  fields: (shop, { billing, delivery }) => ({
    delivery: createField(shop, 'shipping', delivery),
    billing: createField(shop, 'billing', billing),
  }),
  values: (_shop, { billing, delivery }) => ({ delivery, billing }) as { delivery: Address; billing: Address },
  lead: ({ t }) => t(texts.changeAddressLead),
  run: async (shop, tx, id, values, { actor }) => {
    const before = await getOrder(tx, { id });
    for (const { key, kind } of kinds) {
      const address = values[key];
      const stored = before?.[key];
      if (!stored || !address || addressFields.every((field) => address[field] === stored[field])) continue;
      const result = await changeAddress(shop, tx, { orderId: id, kind, address, by: actor });
      if (!result.ok) return { ok: false, code: result.code, message: shop.t(texts.addressFixed) };
    }
    const after = await getOrder(tx, { id });
    if (!before || !after) return { ok: false, code: 'ORDER_NOT_FOUND', message: shop.t(orderListTexts.orderGone) };
    const { number, customerId } = after;
    return {
      ok: true,
      change: { label: String(number), before: toText(shop, before), after: toText(shop, after), customerId },
    };
  },
  outcomes: { done: texts.addressChanged },
});

const toText = ({ choices }: Shop, { delivery, billing }: Order) => ({
  delivery: delivery && formatAddress(delivery, choices.locale).join(', '),
  billing: billing && formatAddress(billing, choices.locale).join(', '),
});
