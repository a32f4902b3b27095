import type { TaxAddress } from '#features/pricing/index.ts';
import type { ShippingZone, ZonePlace } from '../settings.ts';
import { compactPostcode, compilePostcodes } from './postcode-patterns.ts';

/** The parts of an address that zones compare. */
export interface ZoneAddress {
  readonly country: string;
  /** In capital letters. */
  readonly state: string;
  /** Compact spellings: a ZIP+4 code counts as its first five digits, too. Empty when unknown. */
  readonly postcodes: readonly string[];
}

/** A form that is not validated yet may have longer ones. */
const maxPostcodeLength = 20;

export function toZoneAddress({ country, state, postcode }: TaxAddress): ZoneAddress {
  const compact = compactPostcode(postcode.slice(0, maxPostcodeLength * 2)).slice(0, maxPostcodeLength);
  const isLongZip = country === 'US' && /^\d{9}$/.test(compact);
  const postcodes = compact === '' ? [] : isLongZip ? [compact, compact.slice(0, 5)] : [compact];
  return { country, state: state.trim().toUpperCase(), postcodes };
}

export type MatchZone = (address: ZoneAddress) => boolean;

export function compileZone({ places }: Pick<ShippingZone, 'places'>): MatchZone {
  if (places === undefined) return () => true;
  const byCountry = Map.groupBy(places, ({ country }) => country);
  const compiled = new Map([...byCountry].map(([country, own]) => [country, own.map(compilePlace)]));
  return (address) => compiled.get(address.country)?.some((matches) => matches(address)) ?? false;
}

function compilePlace({ states, postcodes }: ZonePlace): MatchZone {
  const ownStates = states && new Set(states.map((state) => state.trim().toUpperCase()));
  const matchPostcode = postcodes && compilePostcodes(postcodes);
  return (address) => (ownStates?.has(address.state) ?? true) && (matchPostcode?.(address.postcodes) ?? true);
}
