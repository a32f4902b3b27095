import { isOrderOfSubject } from '#features/orders/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { type PersonalDataSource, toSubjectValues } from '#platform/sessions/personal-data.ts';
import { checkColumns, type OrderVatCheck } from './order-checks.ts';

const selectChecks = sqlQuery<OrderVatCheck & { readonly orderNumber: number }>(
  'vat-numbers.read-data',
  `select o.number as "orderNumber", ${checkColumns.replace('number', 'k.number')} from order_vat_checks k join orders o on o.id = k.order_id
  where ${isOrderOfSubject('$1', '$2')} and (o.customer_id is not null or o.confirmed_at is not null) order by o.id`,
);

/**
 * Keeps the check as long as invoices: the law requires the proof that no tax was due. The check is deleted with its
 * order.
 */
export const vatCheckData: PersonalDataSource = {
  name: 'vatNumberChecks',
  read: (_shop, db, subject) => selectChecks(db, toSubjectValues(subject)),
};
