import { type DayRange, deliveryDateSettings } from '#features/delivery-dates/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toDecimal } from '#platform/money/money.ts';
import { syndicationSettings } from '../settings.ts';
import type { ShippingFacts } from '../shipping-facts.ts';
import { type JsonLdNode, toSchemaUrl } from './json-ld.tsx';

export const returnsId = '#returns';

/** @returns null when no return policy is configured */
export function buildReturnsNode(shop: Pick<Shop, 'choices' | 'settings'>): JsonLdNode | null {
  const { returns } = shop.settings(syndicationSettings);
  if (returns === null) return null;
  const policy = { '@type': 'MerchantReturnPolicy', '@id': returnsId, applicableCountry: shop.choices.countries };
  if (returns.days === 0) return { ...policy, returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' };
  return {
    ...policy,
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: returns.days,
    returnMethod: 'https://schema.org/ReturnByMail',
    returnFees: `https://schema.org/${returns.free ? 'FreeReturn' : 'ReturnFeesCustomerResponsibility'}`,
  };
}

export interface ShippingCollector {
  /** Returns a reference to the node of a shipping option. Equal options share one node. */
  addReference(option: ShippingFacts, currency: string): JsonLdNode;
  /** Returns the nodes of all options for which `addReference` has returned a reference. */
  listNodes(): JsonLdNode[];
}

/** Collects shipping options so that each appears once on a page. */
export function createShippingCollector({ settings }: Pick<Shop, 'settings'>): ShippingCollector {
  const nodesByKey = new Map<string, JsonLdNode>();
  return {
    addReference({ countries, amount, title, transitDays }, currency) {
      const key = JSON.stringify([countries, amount, title, transitDays, currency]);
      const id = nodesByKey.get(key)?.['@id'] ?? `#shipping-${nodesByKey.size + 1}`;
      nodesByKey.set(key, {
        '@type': 'OfferShippingDetails',
        '@id': id,
        shippingLabel: title,
        shippingRate: { '@type': 'MonetaryAmount', value: toDecimal({ amount, currency }), currency },
        shippingDestination: countries.map((country) => ({ '@type': 'DefinedRegion', addressCountry: country })),
        deliveryTime: buildDeliveryTime(settings, transitDays),
      });
      return { '@id': id };
    },
    listNodes: () => [...nodesByKey.values()],
  };
}

/** Builds the duration of handling and transit with the working days; undefined when the shop states no duration. */
function buildDeliveryTime(settings: Shop['settings'], transitDays: DayRange | null): JsonLdNode | undefined {
  const { handlingDays, workingDays } = settings(deliveryDateSettings);
  if (handlingDays === null && transitDays === null) return undefined;
  return {
    '@type': 'ShippingDeliveryTime',
    handlingTime: toDayRange(handlingDays),
    transitTime: toDayRange(transitDays),
    businessDays: {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: workingDays.map((day) => toSchemaUrl(dayNames[day])),
    },
  };
}

const dayNames = {
  ...{ mon: 'Monday', tue: 'Tuesday', wed: 'Wednesday', thu: 'Thursday' },
  ...{ fri: 'Friday', sat: 'Saturday', sun: 'Sunday' },
} as const;

function toDayRange(days: DayRange | null): JsonLdNode | undefined {
  return days ? { '@type': 'QuantitativeValue', minValue: days.min, maxValue: days.max, unitCode: 'DAY' } : undefined;
}
