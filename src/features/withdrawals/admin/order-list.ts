import { sql } from 'drizzle-orm';
import { orderList } from '#features/orders/index.ts';
import { extendList } from '#platform/admin/lists/extend-list.ts';
import { withdrawalTexts as texts } from '../texts.ts';
import { openWithdrawalsOfOrders } from './home-tiles.ts';

export const withdrawalsOfOrders = extendList(orderList, {
  filters: {
    withdrawn: {
      kind: 'flag',
      title: texts.withdrawalOpen,
      requires: 'withdrawals.read',
      where: (isSet) => {
        const isOpen = sql`exists (select from (${openWithdrawalsOfOrders}) w where w.order_id = o.id)`;
        return isSet ? isOpen : sql`not ${isOpen}`;
      },
    },
  },
  views: [{ id: 'returns', text: texts.returns, filters: { withdrawn: 'yes' } }],
});
