import { formatTotals, type TotalRow, toTotalsView } from '#features/pricing/index.ts';
import { formatEmail } from '#platform/mail/email-address.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Text } from '#platform/texts/texts.ts';
import type { OrderStatus } from './contract.ts';
import { type DeliveryKind, getDeliveryKind } from './delivery-kind.ts';
import type { Order, OrderLine } from './order.ts';
import { hasMissedEvent } from './status/missed-event.ts';
import {
  awaitsRest,
  isAwaitingConfirmation,
  isCancelRequested,
  isUnconfirmedSuspicion,
} from './status/order-status.ts';
import { orderTexts as texts } from './texts.ts';

type Formatters = Pick<RenderContext, 't' | 'price'>;
type TotalsContext = Pick<RenderContext, 't' | 'price' | 'locale' | 'taxDisplay'>;

const statusTexts: Readonly<Record<OrderStatus, Text>> = {
  pending: texts.statusPending,
  'on-hold': texts.statusOnHold,
  processing: texts.statusProcessing,
  completed: texts.statusCompleted,
  cancelled: texts.statusCancelled,
  refunded: texts.statusRefunded,
  failed: texts.statusFailed,
};

export function formatOrderStatus(
  { t }: Pick<Formatters, 't'>,
  order: Pick<Order, 'status' | 'confirmedAt' | 'suspicion' | 'cancelRequestedAt' | 'cancelDeclinedAt'>,
): string {
  if (isCancelRequested(order)) return t(texts.statusCancelRequested);
  return t(isAwaitingConfirmation(order) ? texts.statusUnconfirmed : statusTexts[order.status]);
}

const onHoldTexts: Readonly<Record<DeliveryKind, Text>> = {
  shipped: texts.leadOnHold,
  collected: texts.leadOnHoldPickup,
  mixed: texts.leadOnHoldMixed,
  downloaded: texts.leadOnHoldDownload,
  virtual: texts.leadOnHoldVirtual,
};

/** Masks an email address so that its owner recognizes it: `m…@example.com`. */
export function maskEmail(email: string): string {
  const atSign = email.lastIndexOf('@');
  return `${[...email.slice(0, atSign)][0] ?? ''}…${email.slice(atSign)}`;
}

/**
 * Describes the order's status and what happens next.
 * @param showsEmail whether the reader has placed the order; otherwise the email address is masked, which is the
 * default
 */
export function describeNextStep(
  { t, now }: Pick<RenderContext, 't' | 'now'>,
  order: Order,
  { showsEmail = false }: { readonly showsEmail?: boolean } = {},
): string {
  const { status, cancelReason, createdAt, dueAt } = order;
  if (isAwaitingConfirmation(order)) {
    const email = showsEmail ? formatEmail(order.email) : maskEmail(order.email);
    return t(texts.leadUnconfirmed, { email, due: dueAt ?? createdAt });
  }
  if (order.cancelRequestedAt && isCancelRequested(order))
    return t(texts.leadCancelRequested, { at: order.cancelRequestedAt });
  if (hasMissedEvent(order, now)) return t(texts.leadMissedEvent);
  switch (status) {
    case 'pending':
      return t(order.delivery === null ? texts.leadPendingVirtual : texts.leadPending, { due: dueAt ?? createdAt });
    case 'on-hold':
      return t(onHoldTexts[getDeliveryKind(order)]);
    case 'processing':
      if (awaitsRest(order)) return t(texts.leadAwaitsRest);
      return t(order.paidAt !== null && order.total > 0 ? texts.leadPaid : texts.leadProcessing);
    case 'completed':
      return t(texts.leadCompleted);
    case 'refunded':
      return t(texts.leadRefunded);
    case 'failed':
      return t(texts.leadFailed);
    case 'cancelled':
      if (order.replacedBy) return t(texts.leadReplaced, { number: order.replacedBy.number });
      if (cancelReason === 'superseded') return t(texts.leadSuperseded);
      if (cancelReason === 'by-shopper') return t(texts.leadCancelledByShopper);
      if (cancelReason !== 'expired') return t(texts.leadCancelled);
      return t(isUnconfirmedSuspicion(order) ? texts.leadUnconfirmedExpired : texts.leadExpired);
  }
}

export function formatLineOptions(
  { t, price }: Formatters,
  { currency }: Pick<Order, 'currency'>,
  { options, addons }: Pick<OrderLine, 'options' | 'addons'>,
): string[] {
  const optionText = options.map(({ value }) => value).join(', ');
  const addonTexts = addons.map(({ label, value, price: amount }) => {
    const words = value === '' ? label : t(texts.addon, { label, value });
    return amount === 0 ? words : t(texts.addonPriced, { words, price: price({ amount, currency }) });
  });
  return optionText === '' ? addonTexts : [optionText, ...addonTexts];
}

/** Returns the product's purchase note as HTML while the order is paid, else null. */
export function getPurchaseNote(
  order: Pick<Order, 'status' | 'paidAt'>,
  { purchaseNote: note }: OrderLine,
): string | null {
  return isPaid(order) && note !== '' ? note : null;
}

/** True when the order is paid and was neither cancelled nor refunded. */
export function isPaid({ status, paidAt }: Pick<Order, 'status' | 'paidAt'>): boolean {
  return paidAt !== null && (status === 'processing' || status === 'completed');
}

export function formatOrderTotals(context: TotalsContext, order: Order): TotalRow[] {
  return formatTotals(context, toTotalsView(order, context.taxDisplay));
}
