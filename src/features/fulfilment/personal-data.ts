import { isOrderOfSubject } from '#features/orders/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { type PersonalDataSource, toSubjectValues } from '#platform/sessions/personal-data.ts';

const selectDeliveries = sqlQuery<object>(
  'fulfilment.read-data',
  `select o.number as "order", d.state, d.reason, d.happened_on::text as "happenedOn"
  from deliveries d join orders o on o.id = d.order_id where ${isOrderOfSubject('$1', '$2')} order by d.id`,
);

/** How parcels of a customer arrived. A trigger erases the reasons with their order. */
export const deliveryData: PersonalDataSource = {
  name: 'deliveries',
  read: (_shop, db, subject) => selectDeliveries(db, toSubjectValues(subject)),
};
