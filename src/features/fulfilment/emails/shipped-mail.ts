import { toEstimateFact } from '#features/delivery-dates/index.ts';
import { composeOrderMail, formatLineOptions, listFactBlocks, type Order, orderPath } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MailBlock, MailContent } from '#platform/mail/kit/mail-content.ts';
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
  const { carrier, trackingNumber, trackingUrl, lines, isPart } = shipment;
  const facts = [
    ...(estimate ? [toEstimateFact(context, estimate)] : []),
    { label: t(texts.carrier), value: carrier },
    { label: t(texts.trackingNumber), value: trackingNumber },
  ].filter(({ value }) => value !== '');
  const items = lines.map(({ name, quantity, ...line }) => ({
    text: t(texts.times, { name, quantity }),
    notes: formatLineOptions(context, order, line),
  }));
  const tracking: MailBlock = { kind: 'link', text: t(texts.track), href: trackingUrl };
  return composeOrderMail(
    { shop, context, order },
    {
      title: t(isPart ? texts.titlePart : texts.title),
      lead: t(isPart ? texts.mailLeadPart : texts.mailLead),
      blocks: [
        ...listFactBlocks(t(texts.parcel), facts),
        ...(trackingUrl === '' ? [] : [tracking]),
        { kind: 'heading', text: t(texts.items) },
        { kind: 'rows', rows: items },
      ],
    },
  );
}
