import type { Shop } from '#platform/features/shop.ts';
import { shippingSettings } from './settings.ts';

/** A way to send an order, and what it costs this shopper in minor units. */
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

/** In the order of the settings; none: nothing can be sent there. */
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

/** Whether an order may cost more or less to send once its address, or the way it is sent, is another. */
export function canShippingCostChange({ settings }: Pick<Shop, 'settings'>): boolean {
  const { flatRates } = settings(shippingSettings);
  return flatRates.length > 1 || flatRates.some(({ countries }) => countries !== undefined);
}
