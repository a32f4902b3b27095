import { z } from 'zod';
import { findLinePictures, getOrder } from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { findShipments } from '../shipments.ts';
import { composeShippedMail, shippedMailTexts } from './shipped-mail.ts';

const payloadSchema = z.object({
  order: z.int(),
  shipment: z.int(),
  /** Whether more of the order is to be shipped. */
  isPart: z.boolean().optional(),
  /** Key of a correction of the tracking, when the mail is about a correction. */
  correction: z.string().max(100).optional(),
});

type ShippedMailPayload = z.infer<typeof payloadSchema>;

/** Enqueues the email about a shipment in the transaction `tx`. */
export async function enqueueShippedMail(shop: Shop, tx: Tx, mail: ShippedMailPayload): Promise<void> {
  await shop.jobs.add(tx, shippedMailJob, mail);
}

/** The mail's id names the shipment and the correction, so a retried job never sends an email twice. */
export const shippedMailJob = defineJob({
  name: 'fulfilment:send-mail',
  schema: payloadSchema,
  run: async (shop, { order: orderId, shipment: shipmentId, isPart = false, correction }: ShippedMailPayload) => {
    const order = await getOrder(shop.db, { id: orderId });
    const shipment = (await findShipments(shop.db, orderId)).find(({ id }) => id === shipmentId);
    if (!order || !shipment) return;
    const pictures = await findLinePictures(shop, shop.db, order);
    const local = shop.inLocale(order.locale);
    const occasion = correction === undefined ? (isPart ? 'part' : 'rest') : 'tracking';
    await shop.mail.send({
      id: `order:${order.number}:shipped:${shipment.id}${correction === undefined ? '' : `:${correction}`}`,
      to: order.email,
      replyTo: shop.choices.email,
      subject: local.t(shippedMailTexts[occasion].subject, { number: order.number }),
      ...local.renderMail(composeShippedMail(local, order, shipment, occasion, pictures)),
    });
  },
});
