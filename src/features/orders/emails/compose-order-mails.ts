import type { Shop } from '#platform/features/shop.ts';
import type { MailContent } from '#platform/mail/kit/mail-content.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Text } from '#platform/texts/texts.ts';
import { removeFreeText, separateTypedLinks } from '../confirm/remove-free-text.ts';
import { orderPath } from '../contract.ts';
import type { Order, Refund } from '../order.ts';
import { isAwaitingConfirmation, isUnconfirmedSuspicion } from '../status/order-status.ts';
import { suspicionTexts } from '../suspicion-texts.ts';
import { orderTexts as texts } from '../texts.ts';
import { composeOrderMail, composeOwnerMail, type OrderMailInput } from './order-mail.ts';
import {
  composeCancelledMail,
  composeCompletedMail,
  composeConfirmRequest,
  composeNoteMail,
  composePaidMail,
  composePayMail,
  composePlacedMail,
  composeRefundedMail,
  composeReminderMail,
} from './shopper-mails.ts';

interface ComposedMail {
  /** Last part of the permanent message id. */
  readonly name: string;
  readonly to: 'shopper' | 'shop';
  readonly subject: string;
  readonly content: MailContent;
}

/**
 * `confirm-request` asks the shopper to confirm the order. `link` is a fresh link to its page. `placed` confirms the order to the
 * shopper and notifies the shop. `payment-request` and `payment-failed` lead to the page where the order is paid. The others after `refunded` tell the shop about money that came
 * after the order had ended (it was given back, could not be given back, or the order goes on), and
 * about refunds that payments have refused in part or in whole. `paid-otherwise` tells it that no transfer, or no cash
 * on delivery, is to be waited for.
 */
export type OrderMailKind =
  | 'confirm-request'
  | 'placed'
  | 'paid'
  | 'cancelled'
  | 'refunded'
  | 'link'
  | 'completed'
  | 'payment-reminder'
  | 'payment-request'
  | 'payment-failed'
  | 'note'
  | 'late-payment-refunded'
  | 'late-payment-kept'
  | 'order-reopened'
  | 'paid-otherwise'
  | 'refund-incomplete'
  | 'refund-failed';

export interface OrderMailRequest {
  readonly kind: OrderMailKind;
  /** Id; required for `refunded` and `refund-incomplete`. */
  readonly refund?: number | undefined;
  /** Required for `link`, and for a `confirm-request` that is sent again. */
  readonly sentAt?: number | undefined;
  /** For a `confirm-request`: the address that it is meant for. */
  readonly email?: string | undefined;
  /** Id and text of an entry in the history; required for `note`. */
  readonly note?: number | undefined;
  readonly text?: string | undefined;
}

/**
 * Composes the shopper's e-mail about one event, and the shop's e-mail about a new order. The
 * shopper's e-mail contains no submitted text while a suspicious order is not confirmed, and no typed
 * links while any order is not.
 */
export function composeOrderMails(
  shop: Shop,
  order: Order,
  { kind, refund: refundId, sentAt, note, text = '', email }: OrderMailRequest,
): ComposedMail[] {
  const context = shop.renderContext(orderPath(order.token));
  const { t, price } = context;
  const input = { shop, context, order: removeUnproven(order) };
  const { number } = order;
  const toShopper = (name: string, subject: string, content: MailContent): ComposedMail => ({
    name,
    to: 'shopper',
    subject,
    content,
  });
  switch (kind) {
    case 'confirm-request':
      if (!isAwaitingConfirmation(order)) return [];
      return listConfirmRequests(input, order, {
        sentAt,
        isAddressChanged: email !== undefined && email !== order.email,
      });
    case 'placed': {
      const total = price({ amount: order.total, currency: order.currency });
      const subject = t(texts.mailOwnerSubject, { number, total });
      return [
        toShopper(
          'confirmation',
          t(texts.mailPlacedSubject, { number, shop: shop.choices.name }),
          composePlacedMail(input),
        ),
        { name: 'owner', to: 'shop', subject, content: composeOwnerMail({ context, order }) },
      ];
    }
    case 'paid':
      return [toShopper('paid', t(texts.mailPaidSubject, { number }), composePaidMail(input))];
    case 'cancelled':
      return [toShopper('cancelled', t(cancelledSubject(order), { number }), composeCancelledMail(input))];
    case 'refunded': {
      const refund = findRefund(order, refundId);
      const content = composeRefundedMail(input, refund);
      return [toShopper(`refunded:${refund.id}`, t(texts.mailRefundedSubject, { number }), content)];
    }
    case 'link': {
      const content = composeOrderMail(input, { lead: t(texts.mailLink) });
      return [toShopper(`link:${sentAt}`, t(texts.mailLinkSubject, { number }), content)];
    }
    case 'completed':
      return [toShopper(kind, t(texts.mailCompletedSubject, { number }), composeCompletedMail(input))];
    case 'payment-reminder':
      // The money may have come, or the order may have ended, since the mail was enqueued.
      if (order.status !== 'on-hold' || order.paidAt) return [];
      return [toShopper(kind, t(texts.mailReminderSubject, { number }), composeReminderMail(input))];
    case 'payment-request':
    case 'payment-failed': {
      // The money may have come, or the order may have ended, since the mail was enqueued.
      if (order.paidAt || (order.status !== 'pending' && order.status !== 'failed')) return [];
      const isFailed = kind === 'payment-failed';
      const subject = t(isFailed ? texts.mailPaymentFailedSubject : texts.mailPaymentRequestSubject, { number });
      return [toShopper(kind, subject, composePayMail(input, isFailed ? 'failed' : 'requested'))];
    }
    case 'note':
      return [toShopper(`note:${note}`, t(texts.mailNoteSubject, { number }), composeNoteMail(input, text))];
    case 'paid-otherwise': {
      const lead = t(texts.mailPaidOtherwise, { number, payment: order.paymentTitle });
      const subject = t(texts.mailPaidOtherwiseSubject, { number });
      return [{ name: kind, to: 'shop', subject, content: composeOwnerMail({ context, order }, lead) }];
    }
    case 'late-payment-refunded':
    case 'late-payment-kept':
    case 'order-reopened':
    case 'refund-incomplete':
    case 'refund-failed': {
      const isLate = kind === 'late-payment-refunded' || kind === 'late-payment-kept' || kind === 'order-reopened';
      const lead = isLate
        ? t(latePaymentTexts[kind], { number })
        : describeFailedRefund(context, order, kind, refundId);
      const name = refundId === undefined ? kind : `${kind}:${refundId}`;
      const subject = t(isLate ? texts.mailLateSubject : texts.mailRefundFailedSubject, { number });
      return [{ name, to: 'shop', subject, content: composeOwnerMail({ context, order }, lead) }];
    }
  }
}

function removeUnproven(order: Order): Order {
  if (isUnconfirmedSuspicion(order)) return removeFreeText(order);
  return order.confirmedAt === null ? separateTypedLinks(order) : order;
}

/** The shop is told of the first one. An address that the shopper has changed since gets none. */
function listConfirmRequests(
  input: OrderMailInput,
  order: Order,
  { sentAt, isAddressChanged }: { readonly sentAt: number | undefined; readonly isAddressChanged: boolean },
): ComposedMail[] {
  const name = sentAt === undefined ? 'confirm-request' : `confirm-request:${sentAt}`;
  const subject = input.context.t(texts.confirmTitle, { number: order.number });
  const request: ComposedMail = { name, to: 'shopper', subject, content: composeConfirmRequest(input) };
  return [...(isAddressChanged ? [] : [request]), ...(sentAt === undefined ? [composeHeldMail(input, order)] : [])];
}

/** Part of the id of the mail about an order that has to be confirmed. */
export const heldOrderMail = 'owner-unconfirmed';

/** Tells the shop of an order that has to be confirmed, and why. */
function composeHeldMail({ context }: Pick<OrderMailInput, 'context'>, order: Order): ComposedMail {
  const { t } = context;
  const { number, suspicion } = order;
  const reason = suspicion === null ? '' : t(suspicionTexts[suspicion]);
  const lead = t(texts.mailHeld, { number, reason, due: order.dueAt ?? order.createdAt });
  const subject = t(texts.mailHeldSubject, { number });
  return { name: heldOrderMail, to: 'shop', subject, content: composeOwnerMail({ context, order }, lead) };
}

function findRefund({ number, refunds }: Order, refundId: number | undefined): Refund {
  const refund = refunds.find(({ id }) => id === refundId);
  if (!refund) throw new Error(`order ${number} has no refund ${refundId}`);
  return refund;
}

function describeFailedRefund(
  { t, price }: Pick<RenderContext, 't' | 'price'>,
  order: Order,
  kind: 'refund-incomplete' | 'refund-failed',
  refundId: number | undefined,
): string {
  const { number, currency } = order;
  if (kind === 'refund-failed') return t(texts.mailRefundFailed, { number });
  const { amount, requestedAmount } = findRefund(order, refundId);
  const [requested, refunded] = [requestedAmount, amount].map((value) => price({ amount: value, currency }));
  return t(texts.mailRefundIncomplete, { number, requested: requested ?? '', refunded: refunded ?? '' });
}

const latePaymentTexts = {
  'late-payment-refunded': texts.mailLateRefunded,
  'late-payment-kept': texts.mailLateKept,
  'order-reopened': texts.mailReopened,
};

function cancelledSubject(order: Order): Text {
  const isUnconfirmed = order.cancelReason === 'expired' && isUnconfirmedSuspicion(order);
  return isUnconfirmed ? texts.mailUnconfirmedSubject : texts.mailCancelledSubject;
}
