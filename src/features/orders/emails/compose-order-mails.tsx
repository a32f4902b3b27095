import type { ReactElement } from 'react';
import type { Shop } from '#platform/features/shop.ts';
import type { Text } from '#platform/texts/texts.ts';
import { removeFreeText } from '../confirm/remove-free-text.ts';
import { orderPath } from '../contract.ts';
import type { Order } from '../order.ts';
import { isAwaitingConfirmation } from '../status/order-status.ts';
import { orderTexts as texts } from '../texts.ts';
import { OwnerMail } from './owner-mail.tsx';
import { CancelledMail, ConfirmRequestMail, PaidMail, PlacedMail, RefundedMail } from './shopper-mails.tsx';

interface ComposedMail {
  /** Last part of the permanent message id. */
  readonly name: string;
  readonly to: 'shopper' | 'shop';
  readonly subject: string;
  readonly element: ReactElement;
}

/**
 * `confirm-request` asks the shopper to confirm the order. `placed` confirms the order to the
 * shopper and notifies the shop. The last three tell the shop about money that came after the order
 * had ended: it was given back, could not be given back, or the order goes on.
 */
export type OrderMailKind =
  | 'confirm-request'
  | 'placed'
  | 'paid'
  | 'cancelled'
  | 'refunded'
  | 'late-payment-refunded'
  | 'late-payment-kept'
  | 'order-reopened';

/**
 * Composes the shopper's e-mail about one event, and the shop's e-mail about a new order. The
 * shopper's e-mail contains no submitted text until the order is confirmed.
 * @param refundId required for `refunded`
 */
export function composeOrderMails(
  shop: Shop,
  order: Order,
  kind: OrderMailKind,
  refundId: number | undefined,
): ComposedMail[] {
  const context = shop.renderContext(orderPath(order.token));
  const { t, price } = context;
  const props = { shop, context, order: order.confirmedAt === null ? removeFreeText(order) : order };
  const { number } = order;
  const toShopper = (name: string, subject: string, element: ReactElement): ComposedMail => ({
    name,
    to: 'shopper',
    subject,
    element,
  });
  switch (kind) {
    case 'confirm-request':
      if (!isAwaitingConfirmation(order)) return [];
      return [toShopper(kind, t(texts.confirmTitle, { number }), <ConfirmRequestMail {...props} />)];
    case 'placed': {
      const total = price({ amount: order.total, currency: order.currency });
      const subject = t(texts.mailOwnerSubject, { number, total });
      return [
        toShopper(
          'confirmation',
          t(texts.mailPlacedSubject, { number, shop: shop.choices.name }),
          <PlacedMail {...props} />,
        ),
        { name: 'owner', to: 'shop', subject, element: <OwnerMail {...props} order={order} /> },
      ];
    }
    case 'paid':
      return [toShopper('paid', t(texts.mailPaidSubject, { number }), <PaidMail {...props} />)];
    case 'cancelled':
      return [toShopper('cancelled', t(cancelledSubject(order), { number }), <CancelledMail {...props} />)];
    case 'refunded': {
      const refund = order.refunds.find(({ id }) => id === refundId);
      if (!refund) throw new Error(`order ${number} has no refund ${refundId}`);
      const element = <RefundedMail {...props} refund={refund} />;
      return [toShopper(`refunded:${refund.id}`, t(texts.mailRefundedSubject, { number }), element)];
    }
    case 'late-payment-refunded':
    case 'late-payment-kept':
    case 'order-reopened': {
      const lead = t(latePaymentTexts[kind], { number });
      const name = refundId === undefined ? kind : `${kind}:${refundId}`;
      const element = <OwnerMail {...props} order={order} lead={lead} />;
      return [{ name, to: 'shop', subject: t(texts.mailLateSubject, { number }), element }];
    }
  }
}

const latePaymentTexts = {
  'late-payment-refunded': texts.mailLateRefunded,
  'late-payment-kept': texts.mailLateKept,
  'order-reopened': texts.mailReopened,
};

function cancelledSubject({ cancelReason, confirmedAt }: Order): Text {
  const isUnconfirmed = cancelReason === 'expired' && confirmedAt === null;
  return isUnconfirmed ? texts.mailUnconfirmedSubject : texts.mailCancelledSubject;
}
