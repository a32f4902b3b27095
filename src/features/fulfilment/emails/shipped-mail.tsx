import type { ReactElement } from 'react';
import { Link } from 'react-email';
import { formatLineOptions, loadOrderMail, type Order, orderPath } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Shipment } from '../shipments.ts';
import { fulfilmentTexts as texts } from '../texts.ts';

export async function composeShippedMail(shop: Shop, order: Order, shipment: Shipment): Promise<ReactElement> {
  const { MailFacts, OrderMailLayout, Paragraph } = await loadOrderMail();
  const context = shop.renderContext(orderPath(order.token));
  const { t } = context;
  const { carrier, trackingNumber, trackingUrl, lines } = shipment;
  const facts = [
    { label: t(texts.carrier), value: carrier },
    { label: t(texts.trackingNumber), value: trackingNumber },
  ].filter(({ value }) => value !== '');
  const items = lines.map(({ name, quantity, ...line }) => ({
    label: t(texts.times, { name, quantity }),
    value: formatLineOptions(context, order, line).join(', '),
  }));
  return (
    <OrderMailLayout shop={shop} context={context} order={order} title={t(texts.title)} lead={t(texts.mailLead)}>
      {facts.length > 0 && <MailFacts title={t(texts.parcel)} facts={facts} />}
      {trackingUrl !== '' && (
        <Paragraph>
          <Link href={trackingUrl}>{t(texts.track)}</Link>
        </Paragraph>
      )}
      <MailFacts title={t(texts.items)} facts={items} />
    </OrderMailLayout>
  );
}
