import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import type { MailContent } from '#platform/mail/kit/mail-content.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Text } from '#platform/texts/texts.ts';
import { removeFreeText, removeTypedText, separateTypedLinks } from '../confirm/remove-free-text.ts';
import { orderPath } from '../contract.ts';
import type { Order, Refund } from '../order.ts';
import { noPaymentFacts, type OrderPaymentFacts } from '../ports.ts';
import { awaitsRest, isAwaitingConfirmation, isUnconfirmedSuspicion } from '../status/order-status.ts';
import { suspicionTexts } from '../suspicion-texts.ts';
import { orderTexts as texts } from '../texts.ts';
import type { LinePictures } from './line-pictures.ts';
import { composeOrderMail, composeOwnerMail, type OrderMailInput } from './order-mail.ts';
import {
  composeCancelledMail,
  composeCancelRequestedMail,
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
  /**
   * Content without texts that the shopper typed, for an unproven address that has reached its daily limit of mails
   * with such texts. Null when the mail has no such version.
   */
  readonly withoutTyped: MailContent | null;
}

/** Input of a mail about an order. The state of the order is read when the mail is composed. */
export const orderMail = z.object({
  order: z.int(),
  kind: z.enum([
    // `confirm-request` asks the shopper to confirm the order, `link` is a fresh link to its page. `placed` confirms
    // the order to the shopper and notifies the shop, `cancelled` also notifies the shop when the shopper cancelled
    // the order.
    ...(['confirm-request', 'placed', 'paid', 'cancelled', 'refunded', 'link', 'completed'] as const),
    // `cancel-requested` also notifies the shop.
    ...(['cancel-requested', 'cancel-declined'] as const),
    // `payment-request` and `payment-failed` link to the page on which the order is paid.
    ...(['payment-reminder', 'payment-request', 'payment-failed', 'note'] as const),
    // All kinds below are sent to the shop. Late payments came after the order had ended: the money was refunded,
    // could not be refunded, or the order was reopened. `paid-otherwise`: the shop need not wait for a transfer or
    // for cash on delivery.
    ...(['late-payment-refunded', 'late-payment-kept', 'order-reopened', 'paid-otherwise'] as const),
    // Providers have refused refunds in part or completely. `payment-unanswered`: a payment that the shopper agreed
    // to does not arrive.
    ...(['refund-incomplete', 'refund-failed', 'payment-unanswered'] as const),
    // The shopper has disputed the payment at the provider, or the shop has won or lost the dispute.
    ...(['dispute-opened', 'dispute-won', 'dispute-lost'] as const),
  ]),
  /** Id of the refund. Required for mails about refunds, `late-payment-refunded` and `late-payment-kept`. */
  refund: z.int().optional(),
  /**
   * Id of the entry in the order's history. Required for `note`, `cancel-declined`, disputes and
   * `payment-unanswered`.
   */
  note: z.int().optional(),
  /**
   * Milliseconds since 1970. Required for `link` and for mails that are sent again, since each of them is a mail with
   * its own id.
   */
  sentAt: z.int().optional(),
  /** For `confirm-request`: the mail is not sent when the order's address has changed from this address. */
  email: z.string().optional(),
});
export type OrderMail = z.infer<typeof orderMail>;
export type OrderMailKind = OrderMail['kind'];

interface OrderMailRequest extends Omit<OrderMail, 'order'> {
  readonly text?: string;
  /** How the order was paid. Default: nothing is known. */
  readonly payment?: OrderPaymentFacts;
  /** Default: no pictures. */
  readonly pictures?: LinePictures;
}

/**
 * Composes the shopper's email about one event in the order's language, and the shop's email about a new order. The
 * shopper's email contains no submitted text while a suspicious order is not confirmed, and no typed links while
 * nobody has proved the address.
 */
export function composeOrderMails(
  shop: Shop,
  order: Order,
  { kind, refund: refundId, sentAt, note, text = '', email, payment = noPaymentFacts, pictures }: OrderMailRequest,
): ComposedMail[] {
  const local = shop.inLocale(order.locale);
  const context = local.renderContext(orderPath(order.token));
  const { t } = context;
  const ownContext = shop.renderContext(orderPath(order.token));
  const { number } = order;
  const { shown, bare } = hideTypedTexts(order);
  const toShopper = (
    name: string,
    subject: string,
    compose: (input: OrderMailInput) => MailContent,
    title = subject,
  ): ComposedMail => {
    const write = (order: Order) => compose({ shop: local, context, order, payment, title, pictures });
    return { ...{ name, to: 'shopper', subject }, content: write(shown), withoutTyped: bare && write(bare) };
  };
  const toShop = (name: string, subject: string, lead?: string): ComposedMail => ({
    ...{ name, to: 'shop', subject, withoutTyped: null },
    content: composeOwnerMail({ context: ownContext, order, payment, title: subject, pictures }, lead),
  });
  switch (kind) {
    case 'confirm-request': {
      if (!isAwaitingConfirmation(order)) return [];
      const name = sentAt === undefined ? kind : `${kind}:${sentAt}`;
      // An address that the shopper has replaced since gets no mail.
      const isAddressChanged = email !== undefined && email !== order.email;
      const request = () => toShopper(name, t(texts.confirmTitle, { number }), composeConfirmRequest);
      // The shop is notified with the first request only.
      const held = () =>
        toShop(heldOrderMail, ownContext.t(texts.mailHeldSubject, { number }), describeSuspicion(ownContext, order));
      return [...(isAddressChanged ? [] : [request()]), ...(sentAt === undefined ? [held()] : [])];
    }
    case 'placed': {
      const total = ownContext.price({ amount: order.total, currency: order.currency });
      return [
        toShopper(
          'confirmation',
          t(texts.mailPlacedSubject, { number, shop: shop.choices.name }),
          composePlacedMail,
          t(texts.mailPlacedTitle, { number }),
        ),
        toShop('owner', ownContext.t(texts.mailOwnerSubject, { number, total })),
      ];
    }
    case 'paid':
      return [toShopper('paid', t(texts.mailPaidSubject, { number }), composePaidMail)];
    case 'cancelled':
      return [
        toShopper('cancelled', t(cancelledSubject(order), { number }), composeCancelledMail),
        ...(order.cancelReason === 'by-shopper' && !isUnconfirmedSuspicion(order)
          ? [
              toShop(
                'owner-cancelled',
                ownContext.t(texts.mailOwnerCancelledSubject, { number }),
                ownContext.t(texts.mailOwnerCancelled),
              ),
            ]
          : []),
      ];
    case 'cancel-requested': {
      const subject = ownContext.t(texts.mailOwnerCancelRequestedSubject, { number });
      return [
        toShopper(kind, t(texts.mailCancelRequestedSubject, { number }), composeCancelRequestedMail),
        toShop(`owner-${kind}`, subject, ownContext.t(texts.mailOwnerCancelRequested)),
      ];
    }
    case 'cancel-declined': {
      const compose = (input: OrderMailInput) => composeNoteMail(input, text, texts.mailCancelDeclined);
      return [toShopper(kind, t(texts.mailCancelDeclinedSubject, { number }), compose)];
    }
    case 'refunded': {
      const refund = findRefund(order, refundId);
      const compose = (input: OrderMailInput) => composeRefundedMail(input, refund);
      return [toShopper(`refunded:${refund.id}`, t(texts.mailRefundedSubject, { number }), compose)];
    }
    case 'link': {
      const compose = (input: OrderMailInput) => composeOrderMail(input, { lead: t(texts.mailLink) });
      return [toShopper(`link:${sentAt}`, t(texts.mailLinkSubject, { number }), compose)];
    }
    case 'completed':
      return [toShopper(kind, t(texts.mailCompletedSubject, { number }), composeCompletedMail)];
    case 'payment-reminder':
      // The money may have come, or the order may have ended, since the mail was enqueued.
      if (order.status !== 'on-hold' || order.paidAt) return [];
      return [toShopper(kind, t(texts.mailReminderSubject, { number }), composeReminderMail)];
    case 'payment-request':
    case 'payment-failed': {
      // The money may have come, or the order may have ended, since the mail was enqueued.
      if (order.paidAt || (order.status !== 'pending' && order.status !== 'failed' && !awaitsRest(order))) return [];
      const isFailed = kind === 'payment-failed';
      const subject = t(isFailed ? texts.mailPaymentFailedSubject : texts.mailPaymentRequestSubject, { number });
      return [toShopper(kind, subject, (input) => composePayMail(input, isFailed ? 'failed' : 'requested'))];
    }
    case 'note':
      return [toShopper(`note:${note}`, t(texts.mailNoteSubject, { number }), (input) => composeNoteMail(input, text))];
    default: {
      const { subject, lead } = ownerTexts[kind];
      const name = [kind, note ?? refundId].filter((part) => part !== undefined).join(':');
      const amounts = kind === 'refund-incomplete' ? formatRefunded(ownContext, order, refundId) : {};
      const values = { number, payment: text || order.paymentTitle, dispute: text, ...amounts };
      return [toShop(name, ownContext.t(subject, { number }), ownContext.t(lead, values))];
    }
  }
}

/** Mails that only the shop receives. */
const ownerTexts = {
  'paid-otherwise': { subject: texts.mailPaidOtherwiseSubject, lead: texts.mailPaidOtherwise },
  'payment-unanswered': { subject: texts.mailUnansweredSubject, lead: texts.mailUnanswered },
  'dispute-opened': { subject: texts.mailDisputeSubject, lead: texts.mailDisputeOpened },
  'dispute-won': { subject: texts.mailDisputeSubject, lead: texts.mailDisputeWon },
  'dispute-lost': { subject: texts.mailDisputeSubject, lead: texts.mailDisputeLost },
  'late-payment-refunded': { subject: texts.mailLateSubject, lead: texts.mailLateRefunded },
  'late-payment-kept': { subject: texts.mailLateSubject, lead: texts.mailLateKept },
  'order-reopened': { subject: texts.mailLateSubject, lead: texts.mailReopened },
  'refund-incomplete': { subject: texts.mailRefundFailedSubject, lead: texts.mailRefundIncomplete },
  'refund-failed': { subject: texts.mailRefundFailedSubject, lead: texts.mailRefundFailed },
};

/**
 * Returns an order as the emails to its shopper show it.
 * @returns `bare`: the order without typed texts, for an unproven address that has reached its daily limit; else null
 */
function hideTypedTexts(order: Order): { readonly shown: Order; readonly bare: Order | null } {
  if (isUnconfirmedSuspicion(order)) return { shown: removeFreeText(order), bare: null };
  if (isAddressProven(order)) return { shown: order, bare: null };
  return { shown: separateTypedLinks(order), bare: removeTypedText(order) };
}

/**
 * True when the shopper has confirmed the address or paid. Addresses of orders that the shop entered count as proven.
 */
const isAddressProven = ({ source, confirmedBy }: Order): boolean =>
  source !== 'checkout' || confirmedBy === 'shopper' || confirmedBy === 'payment';

export const heldOrderMail = 'owner-unconfirmed';

function describeSuspicion({ t }: RenderContext, { number, suspicion, dueAt, createdAt }: Order): string {
  const reason = suspicion === null ? '' : t(suspicionTexts[suspicion]);
  return t(texts.mailHeld, { number, reason, due: dueAt ?? createdAt });
}

function findRefund({ number, refunds }: Order, refundId: number | undefined): Refund {
  const refund = refunds.find(({ id }) => id === refundId);
  if (!refund) throw new Error(`order ${number} has no refund ${refundId}`);
  return refund;
}

function formatRefunded({ price }: Pick<RenderContext, 'price'>, order: Order, refundId: number | undefined) {
  const { amount, requestedAmount } = findRefund(order, refundId);
  const format = (value: number) => price({ amount: value, currency: order.currency });
  return { requested: format(requestedAmount), refunded: format(amount) };
}

function cancelledSubject(order: Order): Text {
  const isUnconfirmed = order.cancelReason === 'expired' && isUnconfirmedSuspicion(order);
  return isUnconfirmed ? texts.mailUnconfirmedSubject : texts.mailCancelledSubject;
}
