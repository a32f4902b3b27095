import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Parcel } from './shipments.ts';
import { fulfilmentTexts as texts } from './texts.ts';

/**
 * Lists carrier and tracking number of parcels. For several parcels, the carrier stands before the first of its
 * parcels.
 */
export function listIdentifiers(
  parcels: readonly Parcel[],
): { readonly kind: 'carrier' | 'trackingNumber'; readonly value: string }[] {
  return parcels
    .flatMap(({ carrier, trackingNumber }, index) => [
      { kind: 'carrier' as const, value: carrier === parcels[index - 1]?.carrier ? '' : carrier },
      { kind: 'trackingNumber' as const, value: trackingNumber },
    ])
    .filter(({ value }) => value !== '');
}

export function listTrackingLinks(
  { t }: Pick<RenderContext, 't'>,
  parcels: readonly Parcel[],
): { readonly text: string; readonly href: string }[] {
  return parcels
    .filter(({ trackingUrl }) => trackingUrl !== '')
    .map(({ trackingNumber, trackingUrl }) => ({
      text:
        parcels.length > 1 && trackingNumber !== '' ? t(texts.trackNumber, { number: trackingNumber }) : t(texts.track),
      href: trackingUrl,
    }));
}
