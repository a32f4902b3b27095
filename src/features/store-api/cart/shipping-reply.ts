import type { Address } from '#features/addresses/index.ts';
import { type Cart, cartPath, formatDelivery } from '#features/cart/index.ts';
import { type Calculation, listSelectedShipping } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { CurrencyFormat } from '../money.ts';
import { storeApiTexts as texts } from '../texts.ts';
import type { StoreShippingPackage } from './cart-schemas.ts';

interface PackageContext {
  /** Of the cart or of the call. */
  readonly address: Address;
  readonly currency: CurrencyFormat;
}

/**
 * None while neither a destination nor a rate is chosen. A package has no rates when nothing ships to
 * the destination.
 */
export function toShippingPackages(
  shop: Shop,
  { lines, needsShipping, destination }: Cart,
  calculation: Calculation,
  { address, currency }: PackageContext,
): StoreShippingPackage[] {
  if (!needsShipping || (destination === null && listSelectedShipping(calculation).length === 0)) return [];
  const context = shop.renderContext(cartPath);
  const { address_1, address_2, city, state, postcode, country } = address;
  return calculation.shipping.packages.map(({ lineKeys, options, selected }, index) => {
    const shipped = lines.filter(({ key }) => lineKeys.includes(key));
    return {
      package_id: index,
      name: shop.t(texts.shipment),
      destination: { address_1, address_2, city, state, postcode, country },
      items: shipped.map(({ key, name, quantity }) => ({ key, name, quantity })),
      shipping_rates: options.map(({ id, title, detail = '', isPickup, transitDays, net, gross }) => ({
        rate_id: id,
        name: title,
        description: detail,
        delivery_time: formatDelivery(shop, context, { lines: shipped, destination }, { isPickup, transitDays }) ?? '',
        price: String(net),
        taxes: String(gross - net),
        ...splitRateId(id),
        meta_data: [],
        selected: selected?.methodId === id,
        ...currency,
      })),
    };
  });
}

/** A rate id is `methodId:rest`; the rest of the public shape is a number. */
function splitRateId(id: string): { readonly method_id: string; readonly instance_id: number } {
  const [method = id, rest = ''] = id.split(':');
  return { method_id: method, instance_id: /^\d{1,9}$/.test(rest) ? Number(rest) : 0 };
}
