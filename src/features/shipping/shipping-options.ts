import type { LoadShippingRates, ShippingOption } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { shippingSettings } from './settings.ts';

interface ShippingInput {
  /** Minor units, entered like prices. */
  readonly itemsTotal: number;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/**
 * Returns the methods for an order in the order of the settings; none when the shop does not ship
 * to the country.
 */
export function getShippingOptions(
  { settings }: Pick<Shop, 'settings'>,
  { itemsTotal, country }: ShippingInput,
): ShippingOption[] {
  return settings(shippingSettings)
    .flatRates.filter(({ countries }) => countries === undefined || countries.includes(country))
    .map(({ id, title, amount, freeFrom, pickup }) => ({
      id,
      title,
      isPickup: pickup,
      amount: freeFrom !== undefined && itemsTotal >= freeFrom ? 0 : amount,
    }));
}

/** Provides the flat rates of the settings to calculations. */
export const loadFlatRates: LoadShippingRates = async (shop, _db, { address: { country } }) => {
  return (itemsTotal) => getShippingOptions(shop, { itemsTotal, country });
};

/** Tells whether the shipping cost can change with the address or the method. */
export function canShippingCostChange({ settings }: Pick<Shop, 'settings'>): boolean {
  const { flatRates } = settings(shippingSettings);
  return flatRates.length > 1 || flatRates.some(({ countries }) => countries !== undefined);
}
