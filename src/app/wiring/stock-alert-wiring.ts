import { accountPages } from '#features/accounts/index.ts';
import { cartReservations } from '#features/cart/index.ts';
import { heldUnits, orderCancelled, orderCreated } from '#features/orders/index.ts';
import { productSoldOut } from '#features/product-form/index.ts';
import {
  accountAlerts,
  alertState,
  attachAlerts,
  findReservedByLink,
  forgetSale,
  recordSale,
  renderProductAlerts,
  unitsReservedByLink,
} from '#features/stock-alerts/index.ts';
import { handleEvent } from '#platform/features/events.ts';
import { providePort } from '#platform/features/ports.ts';
import { fillSlot } from '#platform/features/slots.ts';
import { visitorSignedIn } from '#platform/sessions/events.ts';
import { privateStateParts } from '#platform/sessions/private-state.ts';

/**
 * Content and handlers that stock alerts add to other features. At sign-in, alerts are locked last, after wishlists.
 */
export const stockAlertWiring = {
  fills: fillSlot(productSoldOut, [renderProductAlerts]),
  provides: [
    ...providePort(accountPages, [accountAlerts]),
    ...providePort(privateStateParts, [alertState]),
    ...providePort(cartReservations, [findReservedByLink]),
    ...providePort(heldUnits, [unitsReservedByLink]),
  ],
  handles: [
    ...handleEvent(visitorSignedIn, [attachAlerts]),
    ...handleEvent(orderCreated, [recordSale]),
    ...handleEvent(orderCancelled, [forgetSale]),
  ],
};
