import type { ReactElement } from 'react';
import { z } from 'zod';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { job } from '#platform/jobs/jobs.ts';
import { renderMail } from '#platform/mail/mail.ts';
import { orderPath } from './contract.ts';
import { CancelledMail } from './emails/cancelled.tsx';
import { OwnerMail } from './emails/owner.tsx';
import { PaidMail } from './emails/paid.tsx';
import { PlacedMail } from './emails/placed.tsx';
import { RefundedMail } from './emails/refunded.tsx';
import { getOrder, type Order } from './order.ts';
import { orderTexts as texts } from './texts.ts';

const payload = z.object({
  order: z.int(),
  /** `placed`: the order stands; its shopper gets it in writing, and the shop learns of it. */
  kind: z.enum(['placed', 'paid', 'cancelled', 'refunded']),
  /** Which refund a mail of that kind is about. */
  refund: z.int().optional(),
});

type OrderMail = z.infer<typeof payload>;

/** Commits with `tx`. */
export async function addOrderMail(shop: Shop, tx: Tx, mail: OrderMail): Promise<void> {
  await shop.jobs.add(tx, orderMailJob, mail);
}

interface Mail {
  /** Last part of its permanent id. */
  readonly name: string;
  readonly to: 'shopper' | 'shop';
  readonly subject: string;
  readonly element: ReactElement;
}

/** Written when it is sent, from what the order is then. A mail that has gone out is not sent again when the job is tried again. */
export const orderMailJob = job({
  name: 'orders:mail',
  schema: payload,
  run: async (shop, mail: OrderMail) => {
    const order = await getOrder(shop.db, { id: mail.order });
    if (!order) return;
    const { email } = shop.choices;
    for (const { name, to, subject, element } of compose(shop, order, mail)) {
      const addresses = to === 'shop' ? { to: email, replyTo: order.email } : { to: order.email, replyTo: email };
      await shop.mail.send({
        id: `order:${order.number}:${name}`,
        ...addresses,
        subject,
        ...(await renderMail(element)),
      });
    }
  },
});

function compose(shop: Shop, order: Order, { kind, refund: refundId }: OrderMail): Mail[] {
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
