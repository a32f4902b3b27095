import type { Text } from '#platform/texts/texts.ts';
import type { Suspicion } from './contract.ts';
import { orderTexts as texts } from './texts.ts';

/** Reasons why an order has to be confirmed, for the shop. Each text completes "because …". */
export const suspicionTexts: Readonly<Record<Suspicion, Text>> = {
  required: texts.suspicionRequired,
  'network-orders': texts.suspicionNetworkOrders,
  'address-orders': texts.suspicionAddressOrders,
  'visitor-share': texts.suspicionVisitorShare,
  'network-share': texts.suspicionNetworkShare,
  'stock-share': texts.suspicionStockShare,
};
