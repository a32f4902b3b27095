import { readPostcodePattern, readState } from '#features/addresses/index.ts';
import type { SettingMistake } from '#platform/config/settings.ts';

interface PlacedZone {
  readonly places?:
    | readonly {
        readonly country: string;
        readonly states?: readonly string[] | undefined;
        readonly postcodes?: readonly string[] | undefined;
      }[]
    | undefined;
}

/**
 * Finds places that no address can match: states and postcodes that the country does not have.
 * @returns messages for the shop's owner, with the path in the list of zones
 */
export function findPlaceProblems(zones: readonly PlacedZone[]): SettingMistake[] {
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
