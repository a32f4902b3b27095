import type { ShopConfig } from '#platform/config/shop-config.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { TaxAddress } from './calculate/calculation.ts';
import { pricingSettings } from './settings.ts';

/** Whether prices are entered with the tax of the base address. */
export function arePricesWithTax({
  pricesIncludeTax,
  taxDisplay,
}: Pick<ShopConfig, 'pricesIncludeTax' | 'taxDisplay'>): boolean {
  return pricesIncludeTax ?? taxDisplay === 'including';
}

/** The address whose taxes entered prices include, and at which pickups are taxed. */
export function getBaseAddress({ baseAddress, countries }: ShopConfig): TaxAddress {
  const { country = countries[0] ?? '', state = '', postcode = '', city = '' } = baseAddress ?? {};
  return { country, state, postcode, city };
}

/**
 * Finds the address whose rates apply to an order.
 * @param destination where goods go; without any, that of the invoice
 * @returns null while it is not known
 */
export function findTaxedAddress(
  { settings, choices }: Pick<Shop, 'settings' | 'choices'>,
  destination: TaxAddress | null,
  billing: TaxAddress | null,
): TaxAddress | null {
  const { basedOn } = settings(pricingSettings).taxes;
  return { shipping: destination, billing: billing ?? destination, shop: getBaseAddress(choices) }[basedOn];
}
