import { normalizeAddress } from '#features/addresses/index.ts';
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
  return { country, state: normalizeState(country, state), postcodes };
}

/** Addresses have codes of states, and owners of shops may type names. */
function normalizeState(country: string, state: string): string {
  const fields = { first_name: '', last_name: '', company: '', address_1: '', address_2: '', city: '', postcode: '' };
  return state === '' ? '' : normalizeAddress({ ...fields, country, state }).state.toUpperCase();
}

export type MatchZone = (address: ZoneAddress) => boolean;

export function compileZone({ places }: Pick<ShippingZone, 'places'>): MatchZone {
  if (places === undefined) return () => true;
  const byCountry = Map.groupBy(places, ({ country }) => country);
  const compiled = new Map([...byCountry].map(([country, own]) => [country, own.map(compilePlace)]));
  return (address) => compiled.get(address.country)?.some((matches) => matches(address)) ?? false;
}

function compilePlace({ country, states, postcodes }: ZonePlace): MatchZone {
  const ownStates = states && new Set(states.map((state) => normalizeState(country, state)));
  const matchPostcode = postcodes && compilePostcodes(postcodes);
  return (address) => (ownStates?.has(address.state) ?? true) && (matchPostcode?.(address.postcodes) ?? true);
}
