import { formatLineOptions, type Order } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { line, number } from '#platform/forms/kinds.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import type { Text } from '#platform/texts/texts.ts';
import type { RequestedUnits } from '../ship-order.ts';
import { emptyParcel, type Parcel, type Shipment, type ShippableLine } from '../shipments.ts';
import { orderPanelTexts as texts } from './order-panel-texts.ts';

export const toLabel = ({ t }: Shop, { number }: Order): string => t(texts.order, { number: String(number) });

/** A line with its maximum number of units. */
export interface UnitsOfLine extends Pick<ShippableLine, 'position' | 'name'> {
  readonly quantity: number;
}

type UnitFields = Readonly<Record<string, ReturnType<typeof number>>>;

/**
 * Creates a field for the number of units of each line, by its position.
 * @param hint text with the available number, `{count}`
 */
export function createUnitFields(shop: Shop, order: Order, lines: readonly UnitsOfLine[], hint: Text): UnitFields {
  const context = shop.renderContext('/');
  return Object.fromEntries(
    lines.map(({ position, name, quantity }) => {
      const sold = order.lines[position - 1];
      const label = [name, ...(sold ? formatLineOptions(context, order, sold) : [])].join(', ');
      const limits = { min: 0, max: quantity, locale: shop.choices.locale };
      return [position, number({ label, hint: shop.t(hint, { count: quantity }), width: 'half', ...limits })];
    }),
  );
}

export const toUnits = (lines: readonly UnitsOfLine[]): Readonly<Record<string, number>> =>
  Object.fromEntries(lines.map(({ position, quantity }) => [position, quantity]));

/** Reads the values of the fields of `createUnitFields`. */
export function readUnits(values: Readonly<Record<string, number | null>>): RequestedUnits[] {
  return Object.entries(values).flatMap(([position, quantity]) =>
    quantity === null || quantity === 0 ? [] : [{ position: Number(position), quantity }],
  );
}

/** Lists units of several lines in one line: '2 × Bowl, 1 × Mug'. */
export function formatUnits(
  { t }: Pick<Shop, 't'>,
  units: readonly { readonly name: string; readonly quantity: number }[],
): string {
  return units.map(({ name, quantity }) => t(texts.units, { name, quantity })).join(', ');
}

const isTrackingUrl = (url: string): boolean => /^https?:$/.test(URL.parse(url)?.protocol ?? '');

export const createParcelFields = ({ t }: Shop) => ({
  carrier: line({ label: t(texts.carrier), max: 100, width: 'half' }),
  trackingNumber: line({ label: t(texts.trackingNumber), max: 100, width: 'half' }),
  trackingUrl: line({
    ...{ label: t(texts.trackingUrl), hint: t(texts.trackingUrlHint), max: 1000 },
    ...{ isValid: isTrackingUrl, invalid: t(texts.trackingUrlInvalid) },
  }),
});

/**
 * Lists everything that can have a tracking number: each parcel, and each shipment without known parcels. The key
 * contains the ids of shipment and parcel.
 */
export function listTrackableParcels(shipments: readonly Shipment[]) {
  return shipments.flatMap((shipment) => {
    const parcels = shipment.parcels.length > 0 ? shipment.parcels : [{ ...emptyParcel, id: null }];
    return parcels.map(({ id: parcelId, carrier, trackingNumber, trackingUrl }) => {
      const parcel: Parcel = { carrier, trackingNumber, trackingUrl };
      return { key: `s${shipment.id}p${parcelId ?? 0}`, shipment, parcelId, parcel };
    });
  });
}

export function describeShipment(shop: Shop, { shippedAt, lines }: Shipment): string {
  const date = getDateFormat(shop.choices.locale, { dateStyle: 'medium' }).format(shippedAt);
  return shop.t(texts.sentItems, { date, items: formatUnits(shop, lines) });
}
