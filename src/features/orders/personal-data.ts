import { z } from 'zod';
import { eraseCouponUses } from '#features/promotions/index.ts';
import { releaseUploadsOfOrders } from '#features/uploads/index.ts';
import { eraseAudit } from '#platform/admin/audit/erase-audit.ts';
import { inTransaction, sqlQuery } from '#platform/database/database.ts';
import { daysBefore, purgeInBatches } from '#platform/database/purge.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { PersonalDataSource } from '#platform/sessions/personal-data.ts';
import { orderSettings } from './settings.ts';

interface OrderRecord {
  readonly number: number;
  readonly status: string;
  readonly createdAt: Date;
  readonly currency: string;
  /** Minor units. */
  readonly total: number;
  readonly email: string;
  readonly phone: string;
  readonly note: string;
  readonly meta: object;
  readonly payment: string;
  readonly addresses: readonly object[] | null;
  readonly lines: readonly object[] | null;
}

const selectOrders = sqlQuery<OrderRecord>(
  'orders.read-data',
  `select o.number, o.status, o.created_at as "createdAt", o.currency, o.total, o.email, o.phone, o.note, o.meta,
    o.payment_title as "payment",
    (select jsonb_agg(to_jsonb(a) - 'order_id' order by a.kind) from order_addresses a where a.order_id = o.id) as addresses,
    (select jsonb_agg(jsonb_build_object('name', l.name, 'sku', l.sku, 'options', l.options, 'addons', l.addons,
      'quantity', l.quantity, 'total', l.total) order by l.position) from order_lines l where l.order_id = o.id) as lines
  from orders o where o.customer_id = $1 order by o.id`,
);

/** Orders are erased by a job, once they are closed for some time. */
export const orderData: PersonalDataSource = {
  name: 'orders',
  read: (_shop, db, { id }) => selectOrders(db, [id]),
};

const lockClosed = sqlQuery<{ id: number }>(
  'orders.lock-erasable',
  `select o.id from orders o join customers c on c.id = o.customer_id
  where c.erased_at is not null and o.erased_at is null and o.updated_at < $1
    and o.status in ('completed', 'cancelled', 'refunded', 'failed')
  order by o.id limit $2 for update of o skip locked`,
);
const emptyOrders = sqlQuery(
  'orders.erase-orders',
  `update orders set email = 'deleted@customer.invalid', phone = '', note = '', meta = '{}', network_hash = null, erased_at = $2
  where id = any($1)`,
);
const emptyAddresses = sqlQuery(
  'orders.erase-addresses',
  `update order_addresses set first_name = '', last_name = '', company = '', address_1 = '', address_2 = '', city = '',
    postcode = '' where order_id = any($1)`,
);
const emptyAddons = sqlQuery(
  'orders.erase-addons',
  `update order_lines set addons = (
    select jsonb_agg(jsonb_set(addon - 'files', '{value}', '""')) from jsonb_array_elements(addons) addon
  ) where order_id = any($1) and jsonb_array_length(addons) > 0`,
);

/**
 * Removes what shoppers whose accounts were deleted have told with orders that were closed before:
 * contact, addresses but for country and state, notes, typed add-ons and files. Invoices keep theirs.
 */
export async function eraseOrders({ db, clock }: Pick<Shop, 'db' | 'clock'>, before: Date): Promise<void> {
  await purgeInBatches((limit) =>
    inTransaction(db, async (tx) => {
      const ids = (await lockClosed(tx, [before, limit])).map(({ id }) => id);
      if (ids.length === 0) return 0;
      await emptyOrders(tx, [ids, clock.now()]);
      await emptyAddresses(tx, [ids]);
      await emptyAddons(tx, [ids]);
      await eraseCouponUses(tx, ids);
      await eraseAudit(tx, 'order', ids);
      await releaseUploadsOfOrders(tx, ids);
      return ids.length;
    }),
  );
}

export const eraseOrdersJob = defineJob({
  name: 'orders:erase',
  schema: z.object({}),
  every: '5 3 * * *',
  run: (shop) => eraseOrders(shop, daysBefore(shop.clock.now(), shop.settings(orderSettings).eraseAfterDays)),
});
