import { orderList } from '#features/orders/index.ts';
import { extendList } from '#platform/admin/lists/extend-list.ts';
import { packOrders } from './pack-page.tsx';

export { packing } from './feature.ts';
export const packingOfOrders = extendList(orderList, { pages: [packOrders] });
