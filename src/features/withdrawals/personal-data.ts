import { isOrderOfSubject } from '#features/orders/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { type PersonalDataSource, toSubjectValues } from '#platform/sessions/personal-data.ts';
import type { Withdrawal } from './find-withdrawals.ts';

const selectDeclarations = sqlQuery<
  Pick<Withdrawal, 'orderNumber' | 'email' | 'name' | 'scope' | 'items' | 'reason' | 'declaredAt'>
>(
  'withdrawals.read-data',
  `select w.order_number as "orderNumber", w.email, w.name, w.scope, w.items, w.reason, w.declared_at as "declaredAt"
  from withdrawals w join orders o on o.id = w.order_id where ${isOrderOfSubject('$1', '$2')} order by w.id`,
);

/** Declarations are not erased, since they are evidence of what was declared. */
export const withdrawalData: PersonalDataSource = {
  name: 'withdrawals',
  read: (_shop, db, subject) => selectDeclarations(db, toSubjectValues(subject)),
};
