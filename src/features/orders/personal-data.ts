import { eraseCouponUses, moveCouponUsesOfCustomer } from '#features/promotions/index.ts';
import { releaseUploadsOfOrders } from '#features/uploads/index.ts';
import { eraseAudit } from '#platform/admin/audit/erase-audit.ts';
import { inTransaction, sqlQuery } from '#platform/database/database.ts';
import { daysBefore, purgeInBatches } from '#platform/database/purge.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { eraseMailsAbout } from '#platform/mail/mail-data.ts';
import { type PersonalDataSource, toSubjectValues } from '#platform/sessions/personal-data.ts';
import { orderSettings } from './settings.ts';

/**
 * SQL condition for orders `o` of an account, or of a guest: orders without account that have the address. Its values
 * are those of `toSubjectValues`. Each part has an index.
 * @param customerId null for a guest
 * @param email null for an account
 */
export const isOrderOfSubject = (customerId: string, email: string): string =>
  `(o.customer_id = ${customerId} or o.customer_id is null and o.erased_at is null and lower(o.email) = lower(${email}))`;

interface OrderRecord {
  readonly number: number;
  readonly status: string;
  readonly createdAt: Date;
  readonly currency: string;
  /** Minor units. */
  readonly total: number;
  readonly email: string;
  readonly phone: string | null;
  readonly note: string | null;
  readonly meta: object | null;
  readonly payment: string;
  readonly addresses: readonly object[] | null;
  readonly lines: readonly object[] | null;
}

/**
 * A guest's order that was never confirmed may have a mistyped address, so its data is not disclosed to the owner of
 * that address.
 */
const isDisclosable = '(o.customer_id is not null or o.confirmed_at is not null)';
const discloseColumn = (column: string) => `case when ${isDisclosable} then ${column} end`;

const selectOrders = sqlQuery<OrderRecord>(
  'orders.read-data',
  `select o.number, o.status, o.created_at as "createdAt", o.currency, o.total, o.email, ${discloseColumn('o.phone')} as phone, ${discloseColumn('o.note')} as note,
    ${discloseColumn('o.meta')} as meta, o.payment_title as "payment",
    (select jsonb_agg(to_jsonb(a) - 'order_id' order by a.kind) from order_addresses a where a.order_id = o.id and ${isDisclosable}) as addresses,
    (select jsonb_agg(jsonb_build_object('name', l.name, 'sku', l.sku, 'options', l.options, 'addons', l.addons,
      'quantity', l.quantity, 'total', l.total) order by l.position) from order_lines l where l.order_id = o.id) as lines
  from orders o where ${isOrderOfSubject('$1', '$2')} order by o.id`,
);

const askErasure = sqlQuery(
  'orders.ask-erasure',
  `with found as (
    select id from orders where customer_id is null and lower(email) = lower($1) and erased_at is null order by id for no key update
  )
  update orders o set erasure_asked_at = coalesce(o.erasure_asked_at, $2) from found where o.id = found.id`,
);
const moveOrders = sqlQuery(
  'orders.merge-customers',
  `with found as (select id from orders where customer_id = $1 order by id for no key update)
  update orders o set customer_id = $2 from found where o.id = found.id`,
);

/** A job erases orders some time after they were closed. Orders of guests are marked until then. */
export const orderData: PersonalDataSource = {
  name: 'orders',
  read: (_shop, db, subject) => selectOrders(db, toSubjectValues(subject)),
  erase: async ({ clock }, tx, { id, email }) => {
    if (id === null) await askErasure(tx, [email, clock.now()]);
  },
  merge: async (_shop, tx, { from, into }) => {
    await moveOrders(tx, [from.id, into.id]);
    await moveCouponUsesOfCustomer(tx, from.id, into.id);
  },
};

const lockClosed = sqlQuery<{ id: number; number: number }>(
  'orders.lock-erasable',
  `select o.id, o.number from orders o
  where o.id in (select p.id from customers c join orders p on p.customer_id = c.id where c.erased_at is not null
      union all select id from orders where erasure_asked_at is not null and erased_at is null)
    and o.erased_at is null and o.updated_at < $1 and o.status in ('completed', 'cancelled', 'refunded', 'failed')
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
 * Removes the personal data of deleted accounts, and of guests whose erasure was requested, from ended orders without
 * changes since `before`: contact data, addresses except country and state, notes, typed add-ons and files, and the
 * mails about the orders. Invoices keep their data.
 */
export async function eraseOrders(shop: Pick<Shop, 'db' | 'clock' | 'jobs'>, before: Date): Promise<void> {
  await purgeInBatches((limit) =>
    inTransaction(shop.db, async (tx) => {
      const closed = await lockClosed(tx, [before, limit]);
      const ids = closed.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await emptyOrders(tx, [ids, shop.clock.now()]);
      await emptyAddresses(tx, [ids]);
      await emptyAddons(tx, [ids]);
      await eraseCouponUses(tx, ids);
      await eraseAudit(tx, 'order', ids);
      await releaseUploadsOfOrders(tx, ids);
      await eraseMailsAbout(
        shop,
        tx,
        closed.map(({ number }) => `order:${number}`),
      );
      return ids.length;
    }),
  );
}

export const eraseOrdersJob = defineJob({
  name: 'orders:erase',
  every: '5 3 * * *',
  run: (shop) => eraseOrders(shop, daysBefore(shop.clock.now(), shop.settings(orderSettings).eraseAfterDays)),
});
