import { toEstimateFact } from '#features/delivery-dates/index.ts';
import {
  composeOrderMail,
  formatLineOptions,
  type LinePictures,
  listFactBlocks,
  type Order,
  orderPath,
} from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MailBlock, MailContent } from '#platform/mail/kit/mail-content.ts';
import { listIdentifiers, listTrackingLinks } from '../describe-parcels.ts';
import { estimateParcel } from '../estimate-parcel.ts';
import type { Shipment } from '../shipments.ts';
import { fulfilmentTexts as texts } from '../texts.ts';

/** Mails about a shipment: more shipments follow, none follows, or the tracking was corrected. */
export const shippedMailTexts = {
  part: { subject: texts.mailSubjectPart, title: texts.titlePart, lead: texts.mailLeadPart },
  rest: { subject: texts.mailSubject, title: texts.title, lead: texts.mailLead },
  tracking: { subject: texts.mailSubjectTracking, title: texts.titleTracking, lead: texts.mailLeadTracking },
};

export function composeShippedMail(
  shop: Shop,
  order: Order,
  shipment: Shipment,
  occasion: keyof typeof shippedMailTexts,
  pictures: LinePictures,
): MailContent {
  const context = shop.renderContext(orderPath(order.token));
  const { t } = context;
  const estimate = estimateParcel(shop, order, shipment);
  const { parcels, lines } = shipment;
  const { title, lead } = shippedMailTexts[occasion];
  const facts = [
    ...(estimate ? [toEstimateFact(context, estimate)] : []),
    ...listIdentifiers(parcels).map(({ kind, value }) => ({ label: t(texts[kind]), value })),
  ];
  const items = lines.map(({ name, quantity, position, ...line }) => ({
    text: t(texts.times, { name, quantity }),
    image: pictures.get(order.lines[position - 1]?.variationId ?? 0),
    notes: formatLineOptions(context, order, line),
  }));
  const links = listTrackingLinks(context, parcels).map((link): MailBlock => ({ kind: 'link', ...link }));
  return composeOrderMail(
    { shop, context, order },
    {
      title: t(title),
      lead: t(lead),
      blocks: [
        ...listFactBlocks(t(texts.parcels, { count: Math.max(1, parcels.length) }), facts),
        ...links,
        { kind: 'heading', text: t(texts.items) },
        { kind: 'rows', rows: items },
      ],
    },
  );
}
