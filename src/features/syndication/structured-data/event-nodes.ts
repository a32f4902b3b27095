import type { Shop } from '#platform/features/shop.ts';
import { toDecimal } from '#platform/money/money.ts';
import type { OfferFacts } from '../offer-facts.ts';
import type { ProductFacts } from '../product-facts.ts';
import { type JsonLdNode, toAvailabilityUrl, toSchemaUrl } from './json-ld.tsx';
import { getOrganizationId } from './site-nodes.ts';

type NodesShop = Pick<Shop, 'config'>;

/**
 * Builds an Event node for each event date of a product, besides its Product node. Only buyers may know the address
 * of an online event, so the Event refers to the product page instead.
 */
export function buildEventNodes(shop: NodesShop, { name, description, images, offers }: ProductFacts): JsonLdNode[] {
  return offers.flatMap((offer): JsonLdNode[] => {
    const { eventDate, url, current, currency, availability } = offer;
    if (eventDate === null) return [];
    return [
      {
        '@type': 'Event',
        '@id': `${url}#event-${offer.variationId}`,
        ...{ name, description, url },
        image: images.length > 0 ? images : undefined,
        startDate: eventDate.startsAt.toISOString(),
        endDate: eventDate.endsAt.toISOString(),
        eventStatus: toSchemaUrl('EventScheduled'),
        eventAttendanceMode: toSchemaUrl(getAttendanceMode(eventDate)),
        location: listLocations(offer),
        organizer: { '@id': getOrganizationId(shop) },
        offers: {
          '@type': 'Offer',
          url,
          price: toDecimal({ amount: current, currency }),
          priceCurrency: currency,
          availability: toAvailabilityUrl(availability),
        },
      },
    ];
  });
}

function getAttendanceMode({ place, url }: NonNullable<OfferFacts['eventDate']>): string {
  if (url === null) return 'OfflineEventAttendanceMode';
  return place === null ? 'OnlineEventAttendanceMode' : 'MixedEventAttendanceMode';
}

function listLocations({ eventDate, url }: OfferFacts): JsonLdNode[] | undefined {
  const place = eventDate?.place ?? null;
  const locations = [
    ...(place === null ? [] : [{ '@type': 'Place', name: place, address: place }]),
    ...(eventDate?.url ? [{ '@type': 'VirtualLocation', url }] : []),
  ];
  return locations.length > 0 ? locations : undefined;
}
