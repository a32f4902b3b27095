import { type DeliveryEstimate, estimateOption, formatEstimate } from '#features/delivery-dates/index.ts';
import { getBaseAddress, type ShippingOption } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { PricedLine } from './lines/price-lines.ts';

type DatedLine = Pick<PricedLine, 'variation' | 'isBackordered'>;

/** Whether a delivery date applies to a line: not to downloads, nor to events, which have a date of their own. */
const isDatedLine = ({ variation }: Pick<DatedLine, 'variation'>): boolean =>
  variation !== null && !variation.virtual && variation.eventDate === null;

interface Parcel {
  readonly lines: readonly DatedLine[];
  /** Null while the destination is unknown: the base address is used then. */
  readonly destination: { readonly country: string; readonly state: string } | null;
}

/** @returns null when nothing is delivered or the shop gives no estimates */
function estimateDelivery(
  shop: Pick<Shop, 'settings' | 'choices' | 'clock'>,
  { lines, destination }: Parcel,
  option: Pick<ShippingOption, 'isPickup' | 'transitDays'>,
): DeliveryEstimate | null {
  const dated = lines.filter(isDatedLine);
  if (dated.length === 0) return null;
  return estimateOption(shop, option, {
    to: destination ?? getBaseAddress(shop.choices),
    at: shop.clock.now(),
    isBackordered: dated.some(({ isBackordered }) => isBackordered),
  });
}

export function formatDelivery(
  shop: Pick<Shop, 'settings' | 'choices' | 'clock'>,
  context: Pick<RenderContext, 't' | 'locale' | 'now'>,
  parcel: Parcel,
  option: Pick<ShippingOption, 'isPickup' | 'transitDays'>,
): string | null {
  const estimate = estimateDelivery(shop, parcel, option);
  const country = parcel.destination === null ? getNamedCountry(shop) : null;
  return estimate && formatEstimate(context, estimate, country);
}

/** The country of the base address, named beside an estimated date when the shop ships to several countries. */
function getNamedCountry({ choices }: Pick<Shop, 'choices'>): string | null {
  return choices.countries.length > 1 ? getBaseAddress(choices).country : null;
}
