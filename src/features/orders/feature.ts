import { getRecordPath } from '#platform/admin/records/record.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { sendOrderLink } from './access/send-link.tsx';
import { countOrdersToShip } from './admin/home-tiles.ts';
import { orderListTexts } from './admin/list-texts.ts';
import { orderList } from './admin/order-list.tsx';
import { orderRecord } from './admin/order-record.tsx';
import { createEntryFields } from './admin/order-states.tsx';
import { orderRecordTexts } from './admin/record/record-texts.ts';
import { cancelByShopperMutation } from './cancel/cancel-page.tsx';
import { orderCommands } from './commands.ts';
import { confirmByLink } from './confirm/confirm-by-link.tsx';
import { changeOrderEmail, resendConfirmation } from './confirm/confirmation-mails.ts';
import { findOrderPath, orderPath } from './contract.ts';
import { orderMailJob } from './emails/order-mail-job.ts';
import { orderErrors } from './errors.ts';
import {
  orderCancelled,
  orderCompleted,
  orderCreated,
  orderPaid,
  orderPlaced,
  orderRefunded,
  orderStatusChanged,
} from './events.ts';
import { registerOrderRoutes } from './http.tsx';
import { findOrderMutation } from './lookup/find-order.tsx';
import { findOrderJob } from './lookup/find-order-job.ts';
import { eraseOrdersJob } from './personal-data.ts';
import {
  heldUnits,
  orderFacts,
  orderMailBlocks,
  orderMethods,
  paymentFacts,
  paymentInProgress,
  paymentRefresh,
} from './ports.ts';
import { reorderMutation } from './reorder/reorder-mutation.tsx';
import { orderSettings } from './settings.ts';
import { orderDetails, orderNext } from './slots.ts';
import { expireOrdersJob } from './status/expire-orders.ts';
import { releaseUploadsJob } from './status/release-uploads.ts';
import { remindOfPaymentsJob } from './status/remind-of-payment.ts';
import { orderTexts } from './texts.ts';

export const orders: Feature = {
  name: 'orders',
  needs: [
    'addresses',
    'catalog',
    'cart',
    'customers',
    'delivery-dates',
    'inventory',
    'pricing',
    'promotions',
    'uploads',
  ],
  permissions: [
    definePermission('orders.read', 'See orders'),
    definePermission('orders.write', 'Create, change, ship and cancel orders'),
    definePermission('orders.set-prices', 'Agree prices of items and of shipping, as far below the current ones', {
      hasLimit: true,
    }),
  ],
  mutations: [
    confirmByLink,
    resendConfirmation,
    changeOrderEmail,
    sendOrderLink,
    reorderMutation,
    cancelByShopperMutation,
    findOrderMutation,
  ],
  routes: registerOrderRoutes,
  privatePaths: [orderPath(''), findOrderPath],
  slots: [orderNext, orderDetails],
  ports: [heldUnits, paymentInProgress, paymentRefresh, orderFacts, paymentFacts, orderMailBlocks, orderMethods],
  events: [orderCreated, orderStatusChanged, orderPlaced, orderPaid, orderCompleted, orderCancelled, orderRefunded],
  jobs: [expireOrdersJob, remindOfPaymentsJob, orderMailJob, findOrderJob, releaseUploadsJob, eraseOrdersJob],
  settings: [orderSettings],
  texts: [orderTexts, orderListTexts, orderRecordTexts],
  admin: {
    lists: [orderList],
    records: [orderRecord],
    navigation: [
      {
        ...{ section: 'orders', text: orderListTexts.orders, path: orderList.path, permission: orderList.requires },
        count: countOrdersToShip,
      },
    ],
    auditKinds: [
      {
        kind: 'order',
        text: orderListTexts.orderKind,
        fields: createEntryFields,
        page: { requires: orderRecord.requires, path: (id) => getRecordPath(orderRecord, id) },
      },
    ],
  },
  commands: orderCommands,
  errors: [orderErrors],
};
