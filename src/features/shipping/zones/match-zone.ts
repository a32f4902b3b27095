import {
  compilePostcodes,
  listPostcodeKeys,
  normalizeState,
  type PostcodeKeys,
  readPostcodePattern,
  readState,
} from '#features/addresses/index.ts';
import type { TaxAddress } from '#features/pricing/index.ts';
import type { ShippingZone, ZonePlace } from '../settings.ts';

/** The parts of an address that zones compare. */
export interface ZoneAddress {
  readonly country: string;
  /** In capital letters. */
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

/**
 * Finds what no address matches: states and postcodes that the country of a place does not have.
 * @returns for the owner of the shop, with the path in the list
 */
export function findPlaceProblems(zones: readonly Pick<ShippingZone, 'places'>[]): ZoneProblem[] {
  return zones.flatMap(({ places = [] }, zone) =>
    places.flatMap(({ country, states = [], postcodes = [] }, place) => {
      const path = (field: string, index: number) => `zones.${zone}.places.${place}.${field}.${index}`;
      return [
        ...states.map((text, index) => ({ path: path('states', index), ...readState(country, text) })),
        ...postcodes.map((text, index) => ({ path: path('postcodes', index), ...readPostcodePattern(country, text) })),
      ].flatMap((each) => (each.problem === undefined ? [] : [{ path: each.path, message: each.problem }]));
    }),
  );
}

export interface ZoneProblem {
  readonly path: string;
  readonly message: string;
}
