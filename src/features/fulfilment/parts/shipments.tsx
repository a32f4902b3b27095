import type { ReactNode } from 'react';
import { formatEstimate } from '#features/delivery-dates/index.ts';
import { formatLineOptions, type Order } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { formatIsoDay } from '#platform/texts/formats.ts';
import { listIdentifiers, listTrackingLinks } from '../describe-parcels.ts';
import { estimateParcel } from '../estimate-parcel.ts';
import { findShipments, type Shipment } from '../shipments.ts';
import { fulfilmentTexts as texts } from '../texts.ts';

/** Fills `order.details` with the shipments and their tracking. */
export async function renderShipments(
  shop: Shop,
  context: RenderContext,
  { order }: { readonly order: Order },
): Promise<ReactNode> {
  if (order.status === 'pending' || order.status === 'on-hold') return null;
  const shipments = await findShipments(shop.db, order.id);
  return shipments.length > 0 ? <Shipments {...{ shop, context, order, shipments }} /> : null;
}

interface ShipmentsProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly order: Order;
  readonly shipments: readonly Shipment[];
}

function Shipments({ shop, context, order, shipments }: ShipmentsProps) {
  const { t } = context;
  return (
    <>
      <h2>{t(texts.shipments)}</h2>
      <div className="stack">
        {shipments.map(({ id, shippedAt, parcels, lines }) => (
          <div key={id}>
            <p>
              {[t(texts.shippedOn, { date: shippedAt }), ...listIdentifiers(parcels).map(({ value }) => value)].join(
                ', ',
              )}
            </p>
            <ParcelDates {...{ shop, context, order, shippedAt }} />
            <ul>
              {lines.map(({ name, quantity, ...line }) => {
                const text = [t(texts.times, { name, quantity }), ...formatLineOptions(context, order, line)].join(
                  ', ',
                );
                return <li key={text}>{text}</li>;
              })}
            </ul>
            {listTrackingLinks(context, parcels).map(({ text, href }) => (
              <p key={`${text} ${href}`}>
                <a href={href} rel="noopener noreferrer">
                  {text}
                </a>
              </p>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

interface ParcelDatesProps extends Omit<ShipmentsProps, 'shipments'> {
  readonly shippedAt: Date;
}

/** Shows when a parcel arrives, until that day is over. */
function ParcelDates({ shop, context, order, shippedAt }: ParcelDatesProps) {
  const estimate = estimateParcel(shop, order, { shippedAt });
  if (!estimate || estimate.latest < formatIsoDay(context.now)) return null;
  return <p>{formatEstimate(context, estimate)}</p>;
}
