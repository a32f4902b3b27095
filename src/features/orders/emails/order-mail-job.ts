import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { MailContent } from '#platform/mail/kit/mail-content.ts';
import { sendUnprovenMail } from '#platform/mail/unproven-recipients.ts';
import { findNoteText } from '../history.ts';
import { getOrder } from '../order.ts';
import { loadPaymentFacts } from '../ports.ts';
import { composeOrderMails, heldOrderMail, type OrderMail, orderMail } from './compose-order-mails.ts';
import { findLinePictures } from './line-pictures.ts';

/**
 * Limits the mails to the shop in an hour, so that a flood of orders does not flood the mailbox. `shop orders list`
 * shows all orders.
 */
const heldOrderMails = { name: 'held-order-mails', seconds: 60 * 60, max: 10 };

export async function enqueueOrderMail(shop: Shop, tx: Tx, mail: OrderMail): Promise<void> {
  await shop.jobs.add(tx, orderMailJob, mail);
}

/** Composes the email from the order's current state. A retried job never sends an email twice. */
export const orderMailJob = defineJob({
  name: 'orders:send-mail',
  schema: orderMail,
  run: async (shop, mail: OrderMail) => {
    const order = await getOrder(shop.db, { id: mail.order });
    if (!order) return;
    const { email } = shop.choices;
    const text = mail.note === undefined ? '' : await findNoteText(shop.db, order.id, mail.note);
    const payment = await loadPaymentFacts(shop, shop.db, order);
    const pictures = await findLinePictures(shop, shop.db, order);
    for (const { name, to, subject, content, withoutTyped } of composeOrderMails(shop, order, {
      ...mail,
      text,
      payment,
      pictures,
    })) {
      if (name === heldOrderMail && !(await shop.limits.consume([{ limit: heldOrderMails, key: '' }])).ok) continue;
      const addresses = to === 'shop' ? { to: email, replyTo: order.email } : { to: order.email, replyTo: email };
      const create = (shown: MailContent) => ({
        ...{ id: `order:${order.number}:${name}`, ...addresses, subject },
        ...(to === 'shop' ? shop : shop.inLocale(order.locale)).renderMail(shown),
      });
      if (withoutTyped === null) await shop.mail.send(create(content));
      else await sendUnprovenMail(shop, create(content), create(withoutTyped));
    }
  },
});
