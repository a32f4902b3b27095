import { compilePostcodes, listPostcodeKeys, normalizeState, type PostcodeKeys } from '#features/addresses/index.ts';
import type { TaxAddress } from '#features/pricing/index.ts';
import type { ShippingZone, ZonePlace } from '../settings.ts';

export interface ZoneAddress {
  readonly country: string;
  /** State code in capital letters. */
  readonly state: string;
  readonly postcode: PostcodeKeys;
}

const toStateKey = (country: string, state: string): string => normalizeState(country, state.trim()).toUpperCase();

export function toZoneAddress({ country, state, postcode }: TaxAddress): ZoneAddress {
  return { country, state: toStateKey(country, state), postcode: listPostcodeKeys(country, postcode) };
}

export type MatchZone = (address: ZoneAddress) => boolean;

export function compileZone({ places }: Pick<ShippingZone, 'places'>): MatchZone {
  if (places === undefined) return () => true;
  const byCountry = Map.groupBy(places, ({ country }) => country);
  const compiled = new Map([...byCountry].map(([country, own]) => [country, own.map(compilePlace)]));
  return (address) => compiled.get(address.country)?.some((matches) => matches(address)) ?? false;
}

function compilePlace({ country, states, postcodes }: ZonePlace): MatchZone {
  const ownStates = states && new Set(states.map((state) => toStateKey(country, state)));
  const matchPostcode = postcodes && compilePostcodes(country, postcodes);
  return (address) => (ownStates?.has(address.state) ?? true) && (matchPostcode?.(address.postcode) ?? true);
}
