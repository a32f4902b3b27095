import { defineAdminForm } from '#platform/admin/forms/form.ts';
import type { Shop } from '#platform/features/shop.ts';
import { choice, choices, line, list, text } from '#platform/forms/kinds.ts';
import { applySavedSettings } from '#platform/settings/change-settings.ts';
import { lockSettings } from '#platform/settings/setting-rows.ts';
import { getCountryName, listCountries } from '#platform/texts/formats.ts';
import { addZone } from '../commands/zone-commands.ts';
import { type ShippingZone, shippingSettings, type ZonePlace } from '../settings.ts';
import { shippingPath, zonePath } from './paths.ts';
import { getZoneId, loadZones, saveZones } from './stored-zones.ts';
import { shippingTexts as texts } from './texts.ts';

export const zoneSubject = 'shipping-zone';

export const listCountryOptions = ({ choices: { locale } }: Pick<Shop, 'choices'>) =>
  listCountries()
    .map((value) => ({ value, label: getCountryName(value, locale) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));

/**
 * The configuration file may have unknown country codes. They are added to the options, since the form would
 * otherwise drop them.
 */
function listZoneOptions(shop: Shop, zone: ShippingZone | null) {
  const known = listCountryOptions(shop);
  const codes = new Set(zone?.places?.map(({ country }) => country));
  for (const { value } of known) codes.delete(value);
  return [...[...codes].map((value) => ({ value, label: value })), ...known];
}

function createFields(shop: Shop, zone: ShippingZone | null) {
  const { t } = shop;
  const options = listZoneOptions(shop, zone);
  return {
    name: line({ name: 'zone_name', label: t(texts.name), hint: t(texts.nameHint), required: true, max: 100 }),
    countries: choices({ label: t(texts.countries), hint: t(texts.countriesHint), options }),
    parts: list({
      ...{ label: t(texts.parts), hint: t(texts.partsHint), max: 100 },
      fields: {
        country: choice({
          ...{ label: t(texts.country), required: true, width: 'third' },
          options: [{ value: '', label: '–' }, ...options],
        }),
        states: text({ label: t(texts.states), max: 20_000, width: 'third' }),
        postcodes: text({ label: t(texts.postcodes), max: 50_000, width: 'third' }),
      },
    }),
  };
}

const toLines = (typed: string): string[] => typed.split(/[\n,]/).flatMap((each) => each.trim() || []);

interface PlaceValues {
  readonly countries: readonly string[];
  readonly parts: readonly { readonly country: string; readonly states: string; readonly postcodes: string }[];
}

const isWhole = ({ states = [], postcodes = [] }: ZonePlace) => states.length + postcodes.length === 0;

/** Converts places to whole countries, and to rows for countries that belong to the zone only in part. */
function toPlaceValues(places: readonly ZonePlace[]): PlaceValues {
  const parts = places.filter((place) => !isWhole(place));
  return {
    countries: places.filter(isWhole).map(({ country }) => country),
    parts: parts.map(({ country, states = [], postcodes = [] }) => ({
      ...{ country, states: states.join('\n'), postcodes: postcodes.join('\n') },
    })),
  };
}

/** @returns undefined for all countries that no other zone has */
function toPlaces({ countries, parts }: PlaceValues): ZonePlace[] | undefined {
  const places = parts.map(({ country, states, postcodes }) => {
    const [own, codes] = [toLines(states), toLines(postcodes)];
    return { country, ...(own.length > 0 && { states: own }), ...(codes.length > 0 && { postcodes: codes }) };
  });
  const all = [...countries.map((country) => ({ country })), ...places];
  return all.length === 0 ? undefined : all;
}

/** Adds a zone, or changes its name and its places. The zone's methods have their own forms. */
export const zoneForm = defineAdminForm({
  name: 'shipping.save-zone',
  description: 'Adds a shipping zone before that of everywhere else, or changes its name and places.',
  path: zonePath,
  requires: 'shipping.write',
  subject: zoneSubject,
  create: texts.newZone,
  back: { path: shippingPath, text: texts.title },
  fields: createFields,
  load: async (shop, db, id, { isLocking }) => {
    if (isLocking) await lockSettings(db);
    if (id === null) return { values: { name: '', ...toPlaceValues([]) }, subject: null, label: '' };
    const zone = (await loadZones(shop, db)).find((each) => getZoneId(each) === id);
    return zone
      ? { values: { name: zone.name, ...toPlaceValues(zone.places ?? []) }, subject: zone, label: zone.name }
      : null;
  },
  save: async (shop, tx, { name, ...values }, { id }, actor) => {
    const zones = await loadZones(shop, tx);
    const places = toPlaces(values);
    const change = { name, places };
    const next =
      id === null
        ? addZone(zones, change, shop.choices).list
        : zones.map((zone) => (getZoneId(zone) === id ? { ...zone, ...change } : zone));
    const saved = await saveZones(shop, tx, next, actor, { isAudited: false });
    if (saved.ok) return { ok: true, id: getZoneId({ name }) };
    // Problems of the list as a whole concern names or places.
    const field = /name/.test(`${saved.path} ${saved.reason}`) ? 'zone_name' : 'parts';
    return { ok: false, problems: [{ field, message: shop.t(texts.refused, { reason: saved.reason }) }] };
  },
  onSaved: (shop) => applySavedSettings(shop, [`${shippingSettings.name}.zones`]),
  layout: [
    { title: texts.zoneSection, fields: ['name'] },
    { title: texts.countries, fields: ['countries'], isFolded: true },
    { title: texts.placesSection, fields: ['parts'] },
  ],
  after: () => shippingPath,
});
