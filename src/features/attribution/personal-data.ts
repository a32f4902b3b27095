import { isOrderOfSubject } from '#features/orders/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { type PersonalDataSource, toSubjectValues } from '#platform/sessions/personal-data.ts';
import { noValue } from './contract.ts';

const selectSources = sqlQuery<{ number: number; source: object }>(
  'attribution.read-data',
  `select o.number, to_jsonb(a) - 'order_id' as source from order_attributions a join orders o on o.id = a.order_id
  where ${isOrderOfSubject('$1', '$2')} order by o.id`,
);
const emptySources = sqlQuery(
  'attribution.erase-data',
  `update order_attributions set referrer = '${noValue}', session_entry = '${noValue}', user_agent = '${noValue}', utm_term = '${noValue}',
    session_start_time = null, session_pages = null, session_count = null
  where order_id in (select o.id from orders o where ${isOrderOfSubject('$1', '$2')})`,
);

/** Keeps source and campaign, which reports need and which do not identify the shopper. */
export const attributionData: PersonalDataSource = {
  name: 'orderSources',
  read: (_shop, db, subject) => selectSources(db, toSubjectValues(subject)),
  erase: async (_shop, tx, subject) => {
    await emptySources(tx, toSubjectValues(subject));
  },
};
