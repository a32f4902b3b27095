import type { Shop } from '#platform/features/shop.ts';
import { shippingSettings } from './settings.ts';

/** A shipping method with its price for this order, in minor units. */
export interface ShippingOption {
  readonly id: string;
  readonly title: string;
  readonly amount: number;
}

export interface ShippingInput {
  /** Minor units. */
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
    .map(({ id, title, amount, freeFrom }) => ({
      id,
      title,
      amount: freeFrom !== undefined && itemsTotal >= freeFrom ? 0 : amount,
    }));
}

/** Tells whether the shipping cost can change with the address or the method. */
export function canShippingCostChange({ settings }: Pick<Shop, 'settings'>): boolean {
  const { flatRates } = settings(shippingSettings);
  return flatRates.length > 1 || flatRates.some(({ countries }) => countries !== undefined);
}
