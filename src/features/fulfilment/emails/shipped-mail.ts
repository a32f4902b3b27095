import { toEstimateFact } from '#features/delivery-dates/index.ts';
import { composeOrderMail, formatLineOptions, listFactBlocks, type Order, orderPath } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MailBlock, MailContent } from '#platform/mail/kit/mail-content.ts';
import { listIdentifiers, listTrackingLinks } from '../describe-parcels.ts';
import { estimateParcel } from '../estimate-parcel.ts';
import type { Shipment } from '../shipments.ts';
import { fulfilmentTexts as texts } from '../texts.ts';

/** @param shipment `isPart`: more of the order is to be shipped */
export function composeShippedMail(
  shop: Shop,
  order: Order,
  shipment: Shipment & { readonly isPart: boolean },
): MailContent {
  const context = shop.renderContext(orderPath(order.token));
  const { t } = context;
  const estimate = estimateParcel(shop, order, shipment);
  const { parcels, lines, isPart } = shipment;
  const facts = [
    ...(estimate ? [toEstimateFact(context, estimate)] : []),
    ...listIdentifiers(parcels).map(({ kind, value }) => ({ label: t(texts[kind]), value })),
  ];
  const items = lines.map(({ name, quantity, ...line }) => ({
    text: t(texts.times, { name, quantity }),
    notes: formatLineOptions(context, order, line),
  }));
  const links = listTrackingLinks(context, parcels).map((link): MailBlock => ({ kind: 'link', ...link }));
  return composeOrderMail(
    { shop, context, order },
    {
      title: t(isPart ? texts.titlePart : texts.title),
      lead: t(isPart ? texts.mailLeadPart : texts.mailLead),
      blocks: [
        ...listFactBlocks(t(texts.parcels, { count: Math.max(1, parcels.length) }), facts),
        ...links,
        { kind: 'heading', text: t(texts.items) },
        { kind: 'rows', rows: items },
      ],
    },
  );
}
