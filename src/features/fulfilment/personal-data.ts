import { sqlQuery } from '#platform/database/database.ts';
import type { PersonalDataSource } from '#platform/sessions/personal-data.ts';

const selectDeliveries = sqlQuery<object>(
  'fulfilment.read-data',
  `select o.number as "order", d.state, d.reason, d.happened_on::text as "happenedOn"
  from deliveries d join orders o on o.id = d.order_id where o.customer_id = $1 order by d.id`,
);

/** How parcels of a customer arrived. A trigger erases the reasons with their order. */
export const deliveryData: PersonalDataSource = {
  name: 'deliveries',
  read: (_shop, db, { id }) => selectDeliveries(db, [id]),
};
