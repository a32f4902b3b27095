import { amendmentsOfOrder } from '#features/amendments/index.ts';
import { sourceOfOrder, sourcesOfOrders } from '#features/attribution/index.ts';
import { commentsOfPerson } from '#features/comments/index.ts';
import { messagesOfPerson } from '#features/contact-forms/index.ts';
import { documentsOfOrder, documentsOfOrders } from '#features/documents/index.ts';
import { preferencesOfPerson } from '#features/email-preferences/index.ts';
import { exchangesOfOrder } from '#features/exchanges/index.ts';
import { shipmentsOfOrder, shipmentsOfOrders } from '#features/fulfilment/index.ts';
import { newOrderOfOrders } from '#features/manual-orders/index.ts';
import { usesOfMedia } from '#features/media-library/index.ts';
import { ordersOfPeople } from '#features/orders/index.ts';
import { packingOfOrders } from '#features/packing/index.ts';
import { paymentsOfOrder, paymentsOfOrders } from '#features/payments/index.ts';
import { dataOfPerson } from '#features/personal-data/index.ts';
import { alertsOfPerson, alertsOfStock } from '#features/stock-alerts/index.ts';
import { variationsOfProduct } from '#features/variation-grid/index.ts';
import { vatCheckOfOrder } from '#features/vat-numbers/index.ts';
import { wishlistsOfPerson } from '#features/wishlists/index.ts';
import { withdrawalsOfOrder, withdrawalsOfOrders } from '#features/withdrawals/index.ts';
import type { AdminExtension } from '#platform/admin/extension.ts';
import { ordersOfMessage } from './message-orders.tsx';

/** Additions of the shop's features to back-office pages of other features, in the order of display. */
export const additionsOfShop: readonly AdminExtension[] = [
  ...newOrderOfOrders,
  ...shipmentsOfOrders,
  ...paymentsOfOrders,
  ...documentsOfOrders,
  ...packingOfOrders,
  ...withdrawalsOfOrders,
  ...sourcesOfOrders,
  ...alertsOfStock,
  ...amendmentsOfOrder,
  ...exchangesOfOrder,
  ...shipmentsOfOrder,
  ...paymentsOfOrder,
  ...documentsOfOrder,
  ...withdrawalsOfOrder,
  ...sourceOfOrder,
  ...vatCheckOfOrder,
  ...ordersOfPeople,
  ...messagesOfPerson,
  ...commentsOfPerson,
  ...wishlistsOfPerson,
  ...alertsOfPerson,
  ...preferencesOfPerson,
  ...dataOfPerson,
  ...ordersOfMessage,
  ...usesOfMedia,
  ...variationsOfProduct,
];
