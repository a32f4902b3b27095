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
  /** For an address that nobody has proved, which has had all typed text of a day; null: it is always whole. */
  readonly withoutTyped: MailContent | null;
}

/**
 * `confirm-request` asks the shopper to confirm the order. `link` is a fresh link to its page. `placed` confirms the order to the
 * shopper and notifies the shop; `cancelled` notifies it when the shopper did it, and `cancel-requested` always. `payment-request` and `payment-failed` lead to the page where the order is paid. The others after `refunded` tell the shop about money that came
 * after the order had ended (it was given back, could not be given back, or the order goes on), and
 * about refunds that payments have refused in part or in whole. Those of a dispute tell it that the shopper has
 * asked the provider for the money back, and how that has ended. `payment-unanswered` tells it of money that was agreed
 * to and does not come. `paid-otherwise` tells it that no transfer, or no cash
 * on delivery, is to be waited for.
 */
export type OrderMailKind =
  | 'confirm-request'
  | 'placed'
  | 'paid'
  | 'cancelled'
  | 'cancel-requested'
  | 'cancel-declined'
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
  | 'refund-failed'
  | 'payment-unanswered'
  | 'dispute-opened'
  | 'dispute-won'
  | 'dispute-lost';

export interface OrderMailRequest {
  readonly kind: OrderMailKind;
  /** Id; required for `refunded` and `refund-incomplete`. */
  readonly refund?: number | undefined;
  /** Required for `link`, and for a `confirm-request` that is sent again. */
  readonly sentAt?: number | undefined;
  /** For a `confirm-request`: the address that it is meant for. */
  readonly email?: string | undefined;
  /** Id and text of an entry in the history; required for `note`, `cancel-declined`, disputes and `payment-unanswered`. */
  readonly note?: number | undefined;
  readonly text?: string | undefined;
  /** How it was paid. Default: nothing is known. */
  readonly payment?: OrderPaymentFacts | undefined;
  /** Default: none. */
  readonly pictures?: LinePictures | undefined;
}

/**
 * Composes the shopper's email about one event in the order's language, and the shop's email about a new order. The
 * shopper's email contains no submitted text while a suspicious order is not confirmed, and no typed
 * links while nobody has proved the address.
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
  const { shown, bare } = hideUnproven(order);
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
    ...{
      name,
      to: 'shop',
      subject,
      content: composeOwnerMail({ context: ownContext, order, payment, title: subject, pictures }, lead),
      withoutTyped: null,
    },
  });
  switch (kind) {
    case 'confirm-request': {
      if (!isAwaitingConfirmation(order)) return [];
      const name = sentAt === undefined ? kind : `${kind}:${sentAt}`;
      // An address that the shopper has changed since gets none.
      const isAddressChanged = email !== undefined && email !== order.email;
      const request = () => toShopper(name, t(texts.confirmTitle, { number }), composeConfirmRequest);
      // The shop is told of the first one.
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
    case 'paid-otherwise': {
      const lead = ownContext.t(texts.mailPaidOtherwise, { number, payment: order.paymentTitle });
      return [toShop(kind, ownContext.t(texts.mailPaidOtherwiseSubject, { number }), lead)];
    }
    case 'payment-unanswered': {
      const lead = ownContext.t(texts.mailUnanswered, { number, payment: text });
      return [toShop(`${kind}:${note}`, ownContext.t(texts.mailUnansweredSubject, { number }), lead)];
    }
    case 'dispute-opened':
    case 'dispute-won':
    case 'dispute-lost': {
      const lead = ownContext.t(disputeTexts[kind], { number, dispute: text });
      return [toShop(`${kind}:${note}`, ownContext.t(texts.mailDisputeSubject, { number }), lead)];
    }
    case 'late-payment-refunded':
    case 'late-payment-kept':
    case 'order-reopened':
    case 'refund-incomplete':
    case 'refund-failed': {
      const isLate = kind === 'late-payment-refunded' || kind === 'late-payment-kept' || kind === 'order-reopened';
      const lead = isLate
        ? ownContext.t(latePaymentTexts[kind], { number })
        : describeFailedRefund(ownContext, order, kind, refundId);
      const name = refundId === undefined ? kind : `${kind}:${refundId}`;
      return [
        toShop(name, ownContext.t(isLate ? texts.mailLateSubject : texts.mailRefundFailedSubject, { number }), lead),
      ];
    }
  }
}

/**
 * An order as its shopper's emails show it.
 * @returns `bare`: for an unproven address that had all typed text of a day, else null
 */
function hideUnproven(order: Order): { readonly shown: Order; readonly bare: Order | null } {
  if (isUnconfirmedSuspicion(order)) return { shown: removeFreeText(order), bare: null };
  if (isAddressProven(order)) return { shown: order, bare: null };
  return { shown: separateTypedLinks(order), bare: removeTypedText(order) };
}

/** Whether the shopper has confirmed the address, or paid. The shop writes its own orders, and knows whose they are. */
const isAddressProven = ({ source, confirmedBy }: Order): boolean =>
  source !== 'checkout' || confirmedBy === 'shopper' || confirmedBy === 'payment';

/** Part of the id of the mail about an order that has to be confirmed. */
export const heldOrderMail = 'owner-unconfirmed';

/** Tells the shop of an order that has to be confirmed, and why. */
function describeSuspicion({ t }: RenderContext, { number, suspicion, dueAt, createdAt }: Order): string {
  const reason = suspicion === null ? '' : t(suspicionTexts[suspicion]);
  return t(texts.mailHeld, { number, reason, due: dueAt ?? createdAt });
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

const disputeTexts = {
  'dispute-opened': texts.mailDisputeOpened,
  'dispute-won': texts.mailDisputeWon,
  'dispute-lost': texts.mailDisputeLost,
};

function cancelledSubject(order: Order): Text {
  const isUnconfirmed = order.cancelReason === 'expired' && isUnconfirmedSuspicion(order);
  return isUnconfirmed ? texts.mailUnconfirmedSubject : texts.mailCancelledSubject;
}
