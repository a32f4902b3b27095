import type { LoadShippingRates, ShippingOption } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { findZone, getCompiledZones, quoteAddress } from './compile-zones.ts';
import { type ShippingMethod, shippingSettings } from './settings.ts';

/** Provides the methods of the zones to calculations. Runs no query. */
export const loadZoneRates: LoadShippingRates = async (shop, _db, { package: { address }, input }) =>
  quoteAddress(shop, address, input.currency);

/** Whether the shipping cost can change with the address or the method. */
export function canShippingCostChange({ settings }: Pick<Shop, 'settings'>): boolean {
  const { zones } = settings(shippingSettings);
  const last = zones.at(-1);
  if (last?.places !== undefined || last?.methods.length !== 1 || isByPlace(last.methods[0])) return true;
  const [cost, ...others] = new Set(zones.map(({ methods }) => describeCosts(methods)));
  return cost === undefined || others.length > 0;
}

/** Describes the costs of methods for comparison. Delivery times are left out, since they don't change the cost. */
function describeCosts(methods: readonly ShippingMethod[]): string {
  return JSON.stringify(methods.map((method) => ({ ...method, transitDays: undefined })));
}

function isByPlace(method: { readonly places?: readonly unknown[] | undefined } | object | undefined): boolean {
  return method !== undefined && 'places' in method && (method.places?.length ?? 0) > 1;
}

interface ShippedItem {
  /** ISO 3166-1 alpha-2 code. */
  readonly country: string;
  /** Price of one item in minor units, with or without tax as prices are entered. */
  readonly price: number;
  readonly weightGrams: number | null;
}

/**
 * Returns the options to deliver one item to a country, for feeds and structured data. Leaves out pickups, and
 * methods whose cost depends on a shipping class.
 * @returns an empty list when the cost depends on the state or postcode
 */
export function getCountryOptions(shop: Pick<Shop, 'settings' | 'choices'>, item: ShippedItem): ShippingOption[] {
  return quoteCountry(shop, item).options;
}

/** Returns the first of the cheapest options, which pages and feeds show. */
export function findCheapest(options: readonly ShippingOption[]): ShippingOption | null {
  const lowest = Math.min(...options.map(({ amount }) => amount));
  return options.find(({ amount }) => amount === lowest) ?? null;
}

export interface CountryQuote {
  readonly options: ShippingOption[];
  /**
   * Price of the items from which delivery is free, with or without tax as prices are entered. Null when it is
   * unknown, or when delivery is never free.
   */
  readonly freeFrom: number | null;
}

/** Returns the options of `getCountryOptions`, and the price from which delivery to the country is free. */
export function quoteCountry(
  shop: Pick<Shop, 'settings' | 'choices'>,
  { country, price, weightGrams }: ShippedItem,
): CountryQuote {
  const address = { country, state: '', postcode: '', city: '' };
  const found = findZone(shop, address);
  if (!found || isDividedBefore(shop, country, found.zone.name)) return { options: [], freeFrom: null };
  const line = {
    ...{
      key: 'item',
      productId: 0,
      quantity: 1,
      unitPrice: price,
      agreedPrice: null,
      weightGrams,
      shippingClass: null,
    },
    ...{ taxClass: '', taxStatus: 'taxable' as const, needsShipping: true },
  };
  const contents = {
    ...{ lines: [{ line, total: price }], itemsSubtotal: price, itemsTotal: price, hasFreeShippingCoupon: false },
  };
  const withClasses = found.zone.methods.filter(
    (method) => method.type === 'flat_rate' && (method.classCosts || method.noClassCost !== undefined),
  );
  const { options, freeShipping } = quoteAddress(shop, address, shop.choices.currency)(contents);
  return {
    options: options.filter(({ id, isPickup }) => !isPickup && !withClasses.some((method) => method.id === id)),
    freeFrom: withClasses.length === 0 ? (freeShipping?.minimum ?? null) : null,
  };
}

/** Whether a zone earlier in the list contains a part of the country. */
function isDividedBefore(shop: Pick<Shop, 'settings' | 'choices'>, country: string, zoneName: string): boolean {
  const zones = getCompiledZones(shop);
  const earlier = zones.slice(
    0,
    zones.findIndex(({ zone }) => zone.name === zoneName),
  );
  return earlier.some(({ zone }) => zone.places?.some((place) => place.country === country));
}
