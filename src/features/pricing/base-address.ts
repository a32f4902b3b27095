import type { ShopConfig } from '#platform/config/shop-config.ts';
import type { TaxAddress } from './calculate/calculation.ts';

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
