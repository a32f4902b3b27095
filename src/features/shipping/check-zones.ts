import type { ShopCheck } from '#platform/checks/checks.ts';
import { getCountryName } from '#platform/texts/formats.ts';
import { shippingPath } from './admin/paths.ts';
import { getZoneCurrency } from './compile-zones.ts';
import { shippingSettings } from './settings.ts';

/** Checks that each country that shoppers can choose has a shipping method. */
export const checkZones: ShopCheck = async ({ settings, choices }) => {
  const { zones } = settings(shippingSettings);
  const finding = { what: 'Shipping', about: 'shipping', path: shippingPath };
  if (zones.length === 0) {
    const text = 'there are no zones: only what needs no shipping can be ordered';
    return [{ ...finding, state: 'warning', text, action: 'Add one' }];
  }
  const isServed = (country: string) =>
    zones.some(
      ({ places, methods, ...zone }) =>
        methods.length > 0 &&
        getZoneCurrency(zone, choices) === choices.currency &&
        (places === undefined || places.some((place) => place.country === country)),
    );
  const missing = choices.countries.filter((country) => !isServed(country));
  if (missing.length === 0) return [{ ...finding, state: 'ok', text: `${zones.length} zones` }];
  const names = missing.map((country) => `${getCountryName(country, 'en')} (${country})`).join(', ');
  const text = `nothing ships to ${names}, which can be chosen`;
  const action = 'Add them to a zone, or take them out of the countries that you sell to';
  return [{ ...finding, state: 'warning', text, action }];
};
