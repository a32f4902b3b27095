import { z } from 'zod';
import { getOrder } from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { findShipments } from '../shipments.ts';
import { fulfilmentTexts as texts } from '../texts.ts';
import { composeShippedMail } from './shipped-mail.ts';

const payloadSchema = z.object({
  order: z.int(),
  shipment: z.int(),
  /** Whether more of the order is to be shipped. */
  isPart: z.boolean().optional(),
});

type ShippedMailPayload = z.infer<typeof payloadSchema>;

/** Enqueues the e-mail about a shipment in the transaction `tx`. */
export async function enqueueShippedMail(shop: Shop, tx: Tx, mail: ShippedMailPayload): Promise<void> {
  await shop.jobs.add(tx, shippedMailJob, mail);
}

/** A retried job never sends an e-mail twice: the id names the shipment. */
export const shippedMailJob = defineJob({
  name: 'fulfilment:send-mail',
  schema: payloadSchema,
  run: async (shop, { order: orderId, shipment: shipmentId, isPart = false }: ShippedMailPayload) => {
    const order = await getOrder(shop.db, { id: orderId });
    const shipment = (await findShipments(shop.db, orderId)).find(({ id }) => id === shipmentId);
    if (!order || !shipment) return;
    const local = shop.inLocale(order.locale);
    await shop.mail.send({
      id: `order:${order.number}:shipped:${shipment.id}`,
      to: order.email,
      replyTo: shop.choices.email,
      subject: local.t(isPart ? texts.mailSubjectPart : texts.mailSubject, { number: order.number }),
      ...local.renderMail(composeShippedMail(local, order, { ...shipment, isPart })),
    });
  },
});
