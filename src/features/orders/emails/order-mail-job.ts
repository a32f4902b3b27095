import { z } from 'zod';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { getOrder } from '../order.ts';

const payload = z.object({
  order: z.int(),
  /** One of `OrderMailKind`. */
  kind: z.enum(['confirm-request', 'placed', 'paid', 'cancelled', 'refunded']),
  /** Which refund a mail of that kind is about. */
  refund: z.int().optional(),
});

type OrderMail = z.infer<typeof payload>;

/** Commits with `tx`. */
export async function enqueueOrderMail(shop: Shop, tx: Tx, mail: OrderMail): Promise<void> {
  await shop.jobs.add(tx, orderMailJob, mail);
}

/** Written when it is sent, from what the order is then. A mail that has gone out is not sent again when the job is tried again. */
export const orderMailJob = defineJob({
  name: 'orders:mail',
  schema: payload,
  run: async (shop, mail: OrderMail) => {
    const order = await getOrder(shop.db, { id: mail.order });
    if (!order) return;
    const { email } = shop.choices;
    // Large, and needed by the first mail only.
    const [{ composeOrderMails }, { renderMail }] = await Promise.all([
      import('./compose-order-mails.tsx'),
      import('#platform/mail/render-mail.ts'),
    ]);
    for (const { name, to, subject, element } of composeOrderMails(shop, order, mail.kind, mail.refund)) {
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
