import { z } from 'zod';
import { shipOrder } from '#features/fulfilment/index.ts';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { inTransaction } from '#platform/database/database.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { defineMutation, type MutationCall, type Refusal } from '#platform/mutations/mutation.ts';
import { packingErrors } from './errors.ts';
import { packPath } from './pack-page.tsx';

type ShipResult = { readonly ok: true } | Refusal<'PACKED_ORDER_NOT_SHIPPED'>;

const schema = z.looseObject({
  order: z.string().regex(/^[1-9]\d{0,14}$/),
  carrier: z.string().max(100).default(''),
  tracking: z.string().max(100).default(''),
});

/** Leads back to the page of the form: the packing page with the same orders except this one. */
const redirectToPackPage = (call: MutationCall, code: string) => {
  const rows = readSingleLine((call.request.body ?? {}) as FormBody, 'rows');
  return { redirectTo: rows === '' ? adminPath('orders') : `${packPath}?${rows}`, notices: [{ code }] };
};

export const shipPacked = defineMutation({
  name: 'packing.ship-packed',
  description: 'Ships all that is left of an order, as one parcel.',
  schema,
  requires: 'orders.write',
  errors: packingErrors,
  run: async ({ shop, getActor }, { order, carrier, tracking }): Promise<ShipResult> => {
    const actor = await getActor();
    const orderId = Number(order);
    const parcel = { carrier: carrier.trim(), trackingNumber: tracking.trim(), trackingUrl: '' };
    const parcels = parcel.carrier === '' && parcel.trackingNumber === '' ? [] : [parcel];
    return inTransaction(shop.db, async (tx) => {
      const shipped = await shipOrder(shop, tx, { orderId, units: null, parcels, notify: true, by: actor });
      if (!shipped.ok) return { ok: false, code: 'PACKED_ORDER_NOT_SHIPPED' };
      await recordAudit(tx, actor, {
        ...{ subject: { kind: 'order', id: orderId, label: String(shipped.number) }, action: 'packing.ship-packed' },
        ...{ before: null, after: { carrier: parcel.carrier, tracking: parcel.trackingNumber } },
      });
      return { ok: true };
    });
  },
  form: {
    path: packPath,
    success: (call) => redirectToPackPage(call, 'shipped'),
    failure: (call, { code }) => redirectToPackPage(call, code),
  },
});
