import type { ReactElement } from 'react';
import type { Shop } from '#platform/features/shop.ts';
import { orderPath } from '../contract.ts';
import type { OrderMail } from '../mails.ts';
import type { Order } from '../order.ts';
import { orderTexts as texts } from '../texts.ts';
import { CancelledMail } from './cancelled.tsx';
import { OwnerMail } from './owner.tsx';
import { PaidMail } from './paid.tsx';
import { PlacedMail } from './placed.tsx';
import { RefundedMail } from './refunded.tsx';

interface Mail {
  /** Last part of its permanent id. */
  readonly name: string;
  readonly to: 'shopper' | 'shop';
  readonly subject: string;
  readonly element: ReactElement;
}

/** The mails about what happened to an order: one to its shopper, and one to the shop when it is new. */
export function compose(shop: Shop, order: Order, { kind, refund: refundId }: OrderMail): Mail[] {
  const context = shop.renderContext(orderPath(order.token));
  const { t, price } = context;
  const props = { shop, context, order };
  const { number } = order;
  const toShopper = (name: string, subject: string, element: ReactElement): Mail => ({
    name,
    to: 'shopper',
    subject,
    element,
  });
  switch (kind) {
    case 'placed': {
      const total = price({ amount: order.total, currency: order.currency });
      const subject = t(texts.mailOwnerSubject, { number, total });
      return [
        toShopper(
          'confirmation',
          t(texts.mailPlacedSubject, { number, shop: shop.choices.name }),
          <PlacedMail {...props} />,
        ),
        { name: 'owner', to: 'shop', subject, element: <OwnerMail {...props} /> },
      ];
    }
    case 'paid':
      return [toShopper('paid', t(texts.mailPaidSubject, { number }), <PaidMail {...props} />)];
    case 'cancelled':
      return [toShopper('cancelled', t(texts.mailCancelledSubject, { number }), <CancelledMail {...props} />)];
    case 'refunded': {
      const refund = order.refunds.find(({ id }) => id === refundId);
      if (!refund) throw new Error(`order ${number} has no refund ${refundId}`);
      const element = <RefundedMail {...props} refund={refund} />;
      return [toShopper(`refunded:${refund.id}`, t(texts.mailRefundedSubject, { number }), element)];
    }
  }
}
