import { shopPagePath } from '#platform/admin/contract.ts';
import type { ShopCheck } from '#platform/checks/checks.ts';
import { getCountryName } from '#platform/texts/formats.ts';
import { getZoneCurrency } from './compile-zones.ts';
import { shippingSettings } from './settings.ts';

/** Checks that something ships to each country that shoppers can choose. */
export const checkZones: ShopCheck = async ({ settings, choices }) => {
  const { zones } = settings(shippingSettings);
  const finding = { what: 'Shipping', about: 'shipping' };
  if (zones.length === 0) {
    const text = 'there are no zones: only what needs no shipping can be ordered';
    const action = 'Add one by a command on the server';
    return [{ ...finding, state: 'warning', text, action, commands: ['shipping zones add <name>'] }];
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
  const action = 'Take them out of the countries that you sell to, or add them to a zone by a command on the server';
  return [{ ...finding, state: 'warning', text, path: shopPagePath, action, commands: ['shipping zones list'] }];
};
