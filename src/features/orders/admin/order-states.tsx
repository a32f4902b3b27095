import type { Shop } from '#platform/features/shop.ts';
import { choice, flag } from '#platform/forms/kinds.ts';
import type { Text, Translate } from '#platform/texts/texts.ts';
import { StateBadge, type Tone } from '#ui/admin/state-badge.tsx';
import type { MoneyState, OrderStatus, ShipmentState, Suspicion } from '../contract.ts';
import { isAwaitingConfirmation } from '../status/order-status.ts';
import { orderListTexts as texts } from './list-texts.ts';

/** Label and badge of a state. `isOpen`: somebody has to act. */
interface StateLook {
  readonly text: Text;
  readonly tone: Tone;
  readonly isOpen?: true;
}

type OrderState = OrderStatus | 'to-confirm';

export const orderStates: Readonly<Record<OrderState, StateLook>> = {
  'to-confirm': { text: texts.stateToConfirm, tone: 'warning', isOpen: true },
  pending: { text: texts.statePending, tone: 'neutral', isOpen: true },
  'on-hold': { text: texts.stateOnHold, tone: 'warning', isOpen: true },
  processing: { text: texts.stateProcessing, tone: 'info', isOpen: true },
  completed: { text: texts.stateCompleted, tone: 'success' },
  cancelled: { text: texts.stateCancelled, tone: 'neutral' },
  refunded: { text: texts.stateRefunded, tone: 'neutral' },
  failed: { text: texts.stateFailed, tone: 'error' },
};

export const moneyStates: Readonly<Record<MoneyState, StateLook>> = {
  unpaid: { text: texts.moneyUnpaid, tone: 'warning', isOpen: true },
  'partly-paid': { text: texts.moneyPartlyPaid, tone: 'warning', isOpen: true },
  paid: { text: texts.moneyPaid, tone: 'success' },
  free: { text: texts.moneyFree, tone: 'success' },
  'partly-refunded': { text: texts.moneyPartlyRefunded, tone: 'info' },
  refunded: { text: texts.moneyRefunded, tone: 'neutral' },
  'to-return': { text: texts.moneyToReturn, tone: 'error', isOpen: true },
  failed: { text: texts.moneyFailed, tone: 'error' },
  none: { text: texts.moneyNone, tone: 'neutral' },
};

export const shipmentStates: Readonly<Record<ShipmentState, StateLook>> = {
  unshipped: { text: texts.shipmentUnshipped, tone: 'warning', isOpen: true },
  partly: { text: texts.shipmentPartly, tone: 'warning', isOpen: true },
  shipped: { text: texts.shipmentShipped, tone: 'success' },
  delivered: { text: texts.shipmentDelivered, tone: 'success' },
  undelivered: { text: texts.shipmentUndelivered, tone: 'error', isOpen: true },
  none: { text: texts.shipmentNone, tone: 'neutral' },
};

export const cancelRequestedLook: StateLook = { text: texts.cancelRequested, tone: 'error', isOpen: true };

/** An order that has ended is no longer shipped, so its shipment state is not shown as open. */
export function findShipmentLook(order: { readonly status: OrderStatus; readonly shipment: ShipmentState }): StateLook {
  const look = shipmentStates[order.shipment];
  const hasEnded = order.status === 'cancelled' || order.status === 'refunded';
  return look.isOpen && hasEnded ? { text: look.text, tone: 'neutral' } : look;
}

export function createEntryFields({ t }: Shop) {
  const list = (looks: Readonly<Record<string, StateLook>>) =>
    Object.entries(looks).map(([value, { text }]) => ({ value, label: t(text) }));
  return {
    status: choice({ label: t(texts.orderState), options: list(orderStates) }),
    shipment: choice({ label: t(texts.shipment), options: list(shipmentStates) }),
    paid: flag({ label: t(texts.moneyPaid) }),
    confirmed: flag({ label: t(texts.entryConfirmed) }),
  };
}

export const findOrderState = (order: {
  readonly status: OrderStatus;
  readonly confirmedAt: Date | null;
  readonly suspicion: Suspicion | null;
}): OrderState => (isAwaitingConfirmation(order) ? 'to-confirm' : order.status);

export function OrderBadge({ t, look: { text, tone, isOpen } }: { readonly t: Translate; readonly look: StateLook }) {
  return (
    <StateBadge tone={tone} isOpen={isOpen}>
      {t(text)}
    </StateBadge>
  );
}
