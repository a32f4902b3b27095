import { normalizeState } from '#features/addresses/index.ts';
import type { CommandDefinition, CommandInput } from '#platform/cli/command.ts';
import type { Shop } from '#platform/features/shop.ts';
import { isCountry } from '#platform/texts/formats.ts';
import type { ShippingZone, ZonePlace } from '../settings.ts';
import { findZoneIndex, readZones, reportUsageError, saveZones, splitList } from './change-zones.ts';

const zoneArgument = { name: '<zone>', description: 'name of the zone, or its number in the list' };

const listCommand: CommandDefinition = {
  name: 'shipping zones list',
  summary: 'list the zones in their order: the first with an address decides',
  requires: 'shipping.read',
  run: async (shop, _input, output) => {
    const { zones, version } = readZones(shop);
    output.table(
      ['', 'zone', 'places', 'methods'],
      zones.map(({ name, places, methods }, index) => [
        String(index + 1),
        name,
        describePlaces(places),
        methods.map(({ id }) => id).join(', ') || 'none: not shipped to',
      ]),
    );
    if (zones.length === 0)
      output.line("No zones: only what needs no shipping can be ordered. 'shop shipping zones add'.");
    output.result({ version, zones });
    return 0;
  },
};

export function describePlaces(
  places: ShippingZone['places'],
  nameCountry: (code: string) => string = (code) => code,
): string {
  if (!places) return 'everywhere else';
  return places
    .map(({ country, states = [], postcodes = [] }) =>
      [nameCountry(country), ...[states.join(' '), postcodes.join(' ')].filter(Boolean)].join(': '),
    )
    .join('; ');
}

const addCommand: CommandDefinition = {
  name: 'shipping zones add',
  summary: 'add a zone before that of everywhere else, or places to a zone of this name',
  requires: 'shipping.write',
  arguments: [{ name: '<name>', description: 'for the shop, such as Ireland' }],
  options: [
    { flags: '--countries <codes>', description: 'such as IE,GB; without it the zone is everywhere else' },
    { flags: '--states <states>', description: 'of one country, such as CA,OR' },
    { flags: '--postcodes <postcodes>', description: "of one country, such as 'D0*,D1*,1000...1999'" },
  ],
  run: async (shop, { arguments: [name = ''], options, actor }, output) => {
    const places = readPlaces(options);
    if (typeof places === 'string') return reportUsageError(output, places);
    const { zones, version } = readZones(shop);
    const existing = zones.find((zone) => zone.name.toLowerCase() === name.trim().toLowerCase());
    if (existing) {
      if (!places || !existing.places)
        return reportUsageError(output, `the zone '${existing.name}' exists; give --countries to add places to it`);
      const changed = { ...existing, places: [...existing.places, ...places] };
      const list = zones.map((zone) => (zone === existing ? changed : zone));
      return saveZones(shop, { zones: list, version }, actor, output, `Places were added to ${existing.name}.`);
    }
    const { list, position } = addZone(zones, { name, places: places ?? undefined }, shop.choices);
    const done = `${name} is zone ${position + 1}. Add methods with 'shop shipping methods add'.`;
    return saveZones(shop, { zones: list, version }, actor, output, done);
  },
};

/** Adds a zone without methods, before the zone for all other countries. */
export function addZone(
  zones: readonly ShippingZone[],
  { name, places }: Pick<ShippingZone, 'name' | 'places'>,
  { currency }: Pick<Shop['choices'], 'currency'>,
): { readonly list: readonly ShippingZone[]; readonly position: number } {
  const isLastElsewhere = zones.at(-1)?.places === undefined && zones.length > 0;
  const position = isLastElsewhere && places ? zones.length - 1 : zones.length;
  const zone = { name, ...(places ? { places } : {}), currency, methods: [] };
  return { list: zones.toSpliced(position, 0, zone), position };
}

/** @returns a message when the options are invalid; null for all other countries */
function readPlaces(options: CommandInput['options']): ZonePlace[] | string | null {
  const countries = splitList(options.countries).map((code) => code.toUpperCase());
  const [states, postcodes] = [splitList(options.states), splitList(options.postcodes)];
  const unknown = countries.find((code) => !isCountry(code));
  if (unknown !== undefined) return `--countries: '${unknown}' is no code of a country, such as IE`;
  if (options.countries !== undefined && countries.length === 0) return '--countries: expected codes such as IE,GB';
  if (states.length + postcodes.length > 0 && countries.length !== 1)
    return '--states and --postcodes: expected one country in --countries';
  if (countries.length === 0) return null;
  return countries.map((country) => ({
    country,
    ...(states.length > 0 ? { states: states.map((state) => normalizeState(country, state)) } : {}),
    ...(postcodes.length > 0 ? { postcodes } : {}),
  }));
}

const removeCommand: CommandDefinition = {
  name: 'shipping zones remove',
  summary: 'remove a zone with its methods; orders keep what they have',
  requires: 'shipping.write',
  arguments: [zoneArgument],
  run: async (shop, { arguments: [text = ''], actor }, output) => {
    const { zones, version } = readZones(shop);
    const index = findZoneIndex(zones, text, output);
    if (index === null) return 1;
    return saveZones(
      shop,
      { zones: zones.toSpliced(index, 1), version },
      actor,
      output,
      `${zones[index]?.name} was removed.`,
    );
  },
};

const moveCommand: CommandDefinition = {
  name: 'shipping zones move',
  summary: 'move a zone: earlier zones decide first',
  requires: 'shipping.write',
  arguments: [zoneArgument, { name: '<position>', description: 'its new number in the list' }],
  run: async (shop, { arguments: [text = '', to = ''], actor }, output) => {
    const { zones, version } = readZones(shop);
    const index = findZoneIndex(zones, text, output);
    if (index === null) return 1;
    const position = /^\d{1,3}$/.test(to) ? Number(to) : 0;
    if (position < 1 || position > zones.length)
      return reportUsageError(output, `<position>: expected a number from 1 to ${zones.length}`);
    const moved = zones.toSpliced(index, 1).toSpliced(position - 1, 0, ...zones.slice(index, index + 1));
    return saveZones(shop, { zones: moved, version }, actor, output, `${zones[index]?.name} is zone ${position}.`);
  },
};

export const zoneCommands: readonly CommandDefinition[] = [listCommand, addCommand, removeCommand, moveCommand];
