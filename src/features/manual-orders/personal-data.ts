import { sqlQuery } from '#platform/database/database.ts';
import type { PersonalDataSource } from '#platform/sessions/personal-data.ts';

const selectDrafts = sqlQuery<object>(
  'manual-orders.read-data',
  `select id as quote, input - 'internalNote' as "order", quote_message as message, created_at as "createdAt", valid_until as "validUntil"
  from order_drafts where customer_id = $1 order by id`,
);
const deleteDrafts = sqlQuery('manual-orders.erase-data', 'delete from order_drafts where customer_id = $1');

/** Drafts and quotes of an account. What became of them is an order, which is kept with the orders. */
export const draftData: PersonalDataSource = {
  name: 'orderDrafts',
  read: (_shop, db, { id }) => selectDrafts(db, [id]),
  erase: async (_shop, tx, { id }) => {
    await deleteDrafts(tx, [id]);
  },
};
