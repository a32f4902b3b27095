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
  kind: z.enum(['confirmation', 'owner', 'paid', 'cancelled', 'refunded']),
  /** Which refund a mail of that kind is about. */
  refund: z.int().optional(),
});

type OrderMail = z.infer<typeof payload>;

/** Commits with `tx`. */
export async function addOrderMail(shop: Shop, tx: Tx, mail: OrderMail): Promise<void> {
  await shop.jobs.add(tx, orderMailJob, mail);
}

/** The order stands: its shopper gets it in writing, and the shop learns of it. */
export async function addPlacedMails(shop: Shop, tx: Tx, orderId: number): Promise<void> {
  await addOrderMail(shop, tx, { order: orderId, kind: 'confirmation' });
  await addOrderMail(shop, tx, { order: orderId, kind: 'owner' });
}

/** Written when it is sent, from what the order is then. */
export const orderMailJob = job({
  name: 'orders:mail',
  schema: payload,
  run: async (shop, mail: OrderMail) => {
    const order = await getOrder(shop.db, { id: mail.order });
    if (!order) return;
    const { subject, element } = compose(shop, order, mail);
    const toOwner = mail.kind === 'owner';
    await shop.mail.send({
      id: `order:${order.number}:${mail.kind}${mail.refund === undefined ? '' : `:${mail.refund}`}`,
      to: toOwner ? shop.choices.email : order.email,
      replyTo: toOwner ? order.email : shop.choices.email,
      subject,
      ...(await renderMail(element)),
    });
  },
});

function compose(
  shop: Shop,
  order: Order,
  { kind, refund: refundId }: OrderMail,
): { subject: string; element: ReactElement } {
  const context = shop.renderContext(orderPath(order.token));
  const { t, price } = context;
  const props = { shop, context, order };
  const { number } = order;
  switch (kind) {
    case 'confirmation':
      return {
        subject: t(texts.mailPlacedSubject, { number, shop: shop.choices.name }),
        element: <PlacedMail {...props} />,
      };
    case 'owner': {
      const total = price({ amount: order.total, currency: order.currency });
      return { subject: t(texts.mailOwnerSubject, { number, total }), element: <OwnerMail {...props} /> };
    }
    case 'paid':
      return { subject: t(texts.mailPaidSubject, { number }), element: <PaidMail {...props} /> };
    case 'cancelled':
      return { subject: t(texts.mailCancelledSubject, { number }), element: <CancelledMail {...props} /> };
    case 'refunded': {
      const refund = order.refunds.find(({ id }) => id === refundId);
      if (!refund) throw new Error(`order ${number} has no refund ${refundId}`);
      return {
        subject: t(texts.mailRefundedSubject, { number }),
        element: <RefundedMail {...props} refund={refund} />,
      };
    }
  }
}
