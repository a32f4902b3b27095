import { type DeliveryEstimate, estimateOption, formatEstimate } from '#features/delivery-dates/index.ts';
import { getBaseAddress, type ShippingOption } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { PricedLine } from './lines/price-lines.ts';

type DatedLine = Pick<PricedLine, 'variation' | 'isBackordered'>;

/** Lines that the dates of an order are about: no downloads, and no events, which have their own. */
const isDatedLine = ({ variation }: Pick<DatedLine, 'variation'>): boolean =>
  variation !== null && !variation.virtual && variation.eventDate === null;

interface Parcel {
  readonly lines: readonly DatedLine[];
  /** Null while it is unknown: the base address. */
  readonly destination: { readonly country: string; readonly state: string } | null;
}

/** Estimates when a cart arrives with a shipping option. @returns null when the shop makes no statement */
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

/** Says when a cart arrives with a shipping option; null when the shop makes no statement. */
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

/** The country of the base address, which dates name in a shop that ships to others, too. */
function getNamedCountry({ choices }: Pick<Shop, 'choices'>): string | null {
  return choices.countries.length > 1 ? getBaseAddress(choices).country : null;
}
