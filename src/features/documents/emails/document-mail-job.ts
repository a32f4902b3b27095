import { z } from 'zod';
import { composeOrderMail, getOrder, orderPath } from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { formatDocument } from '../document-view.ts';
import { findDocument } from '../find-documents.ts';
import { createReadPicture, renderPdf } from '../pdf/render-pdf.ts';
import { documentSettings } from '../settings.ts';
import { documentTexts as texts } from '../texts.ts';

const payloadSchema = z.object({ document: z.int() });

type DocumentMailPayload = z.infer<typeof payloadSchema>;

/** Enqueues the mail about a document in the transaction that issues it, so that either both exist or neither. */
export async function enqueueDocumentMail(shop: Shop, tx: Tx, document: number): Promise<void> {
  await shop.jobs.add(tx, documentMailJob, { document });
}

/** The mail's id names the document, so a retried job never sends a mail twice. */
export const documentMailJob = defineJob({
  name: 'documents:send-mail',
  schema: payloadSchema,
  // Rendering the PDF keeps a processor busy.
  slow: true,
  run: async (shop, { document: id }: DocumentMailPayload) => {
    const { mail } = shop.settings(documentSettings);
    const document = mail === 'off' ? null : await findDocument(shop.db, { id });
    const order = document && (await getOrder(shop.db, { id: document.orderId }));
    if (!order) return;
    const { label, kind, snapshot } = document;
    const local = shop.inLocale(order.locale);
    const context = local.renderContext(orderPath(order.token));
    const isAttached = mail === 'attached';
    const lead = local.t(isAttached ? texts.mailLeadAttached : texts.mailLeadLinked, { kind });
    const { title } = snapshot;
    await shop.mail.send({
      id: `order:${order.number}:document:${label}`,
      to: order.email,
      replyTo: shop.choices.email,
      subject: local.t(texts.mailSubject, { title, number: order.number }),
      ...local.renderMail(composeOrderMail({ shop: local, context, order }, { title, lead })),
      ...(isAttached ? { attachments: [await createAttachment(shop, label, snapshot)] } : {}),
    });
  },
});

async function createAttachment(shop: Shop, label: string, snapshot: Parameters<typeof formatDocument>[0]) {
  const pdf = await renderPdf(formatDocument(snapshot), createReadPicture(shop));
  return { name: `${label}.pdf`, type: 'application/pdf' as const, content: pdf.toString('base64') };
}
