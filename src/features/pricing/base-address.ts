import type { ShopConfig } from '#platform/config/shop-config.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { TaxAddress } from './calculate/calculation.ts';
import { pricingSettings } from './settings.ts';

/** True when prices are entered with the tax of the base address. */
export function arePricesWithTax({
  pricesIncludeTax,
  taxDisplay,
}: Pick<ShopConfig, 'pricesIncludeTax' | 'taxDisplay'>): boolean {
  return pricesIncludeTax ?? taxDisplay === 'including';
}

/** Returns the base address: entered prices include its taxes, and pickups are taxed at it. */
export function getBaseAddress({ baseAddress, countries }: ShopConfig): TaxAddress {
  const { country = countries[0] ?? '', state = '', postcode = '', city = '' } = baseAddress ?? {};
  return { country, state, postcode, city };
}

/**
 * Finds the address whose tax rates apply to an order.
 * @param destination delivery address; the billing address when nothing is shipped
 * @returns null while the address is unknown
 */
export function findTaxedAddress(
  { settings, choices }: Pick<Shop, 'settings' | 'choices'>,
  destination: TaxAddress | null,
  billing: TaxAddress | null,
): TaxAddress | null {
  const { basedOn } = settings(pricingSettings).taxes;
  return { shipping: destination, billing: billing ?? destination, shop: getBaseAddress(choices) }[basedOn];
}
