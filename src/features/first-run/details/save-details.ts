import { isDeepStrictEqual } from 'node:util';
import { bankAccountKey, readBankAccount, toBankTransfer } from '#features/payments/index.ts';
import type { ReadSettings, SettingsDefinition } from '#platform/config/settings.ts';
import { type ShopDetails, shopDetails } from '#platform/config/shop-details.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import {
  type ChangeSettingsResult,
  type SaveSettingsOptions,
  type SettingChange,
  saveSettings,
} from '#platform/settings/change-settings.ts';
import { loadSettingRows, type SettingRow } from '#platform/settings/setting-rows.ts';
import { type DetailValues, toStateCode } from './detail-fields.ts';

/** The stored settings, which this process may not have loaded yet. */
interface StoredSettings {
  readonly rows: readonly SettingRow[];
  readonly settings: ReadSettings;
}

export async function loadStoredSettings(
  { settingStore }: Pick<Shop, 'settingStore'>,
  db: Db,
): Promise<StoredSettings> {
  const rows = await loadSettingRows(db);
  const { values } = settingStore.resolve(rows);
  return { rows, settings: <Values>({ name }: SettingsDefinition<Values>) => values.get(name) as Values };
}

interface TypedSetting {
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

function toBaseAddress({ country = '', state = '', postcode = '', city = '' }: DetailValues) {
  const code = toStateCode(country, state);
  return { country, ...(code && { state: code }), ...(postcode && { postcode }), ...(city && { city }) };
}

/** Sorts the country of the shop first, because the checkout preselects the first country. */
function sortCountries(countries: readonly string[], first: string): string[] {
  return [...countries].sort((a, b) => Number(b === first) - Number(a === first));
}

/**
 * Converts the form's values to details. `taxDisplay` and `countries` are derived from other values when the form has
 * no fields for them.
 */
function toDetails(current: ShopDetails, values: DetailValues): Partial<ShopDetails> {
  const { name, tagline, email, currency, entered, country } = values;
  const address = values.address.split('\n').flatMap((line) => line.trim() || []);
  const shown = values.shown ?? entered;
  const base = country ?? current.baseAddress.country;
  const countries =
    values.countries ?? (country === undefined ? undefined : [...new Set([base, ...current.countries])]);
  return {
    ...{ name, tagline, email, address },
    ...(currency === undefined ? {} : { currency, baseAddress: toBaseAddress(values) }),
    ...(entered === undefined ? {} : { pricesIncludeTax: entered === 'including' }),
    ...(values.timeZone === undefined ? {} : { timeZone: values.timeZone || null }),
    ...(shown === undefined ? {} : { taxDisplay: shown as ShopDetails['taxDisplay'] }),
    ...(countries === undefined ? {} : { countries: sortCountries(countries, base) }),
  };
}

function isSame(key: string, before: unknown, after: unknown): boolean {
  if (key !== `${shopDetails.name}.countries`) return isDeepStrictEqual(before, after);
  // Only the place of the first country matters, because the form sorts the others.
  const toComparable = (countries: unknown) => {
    const [first, ...others] = countries as string[];
    return [first, ...others.sort()];
  };
  return isDeepStrictEqual(toComparable(before), toComparable(after));
}

function listTyped({ settings }: StoredSettings, values: DetailValues): TypedSetting[] {
  const current = settings(shopDetails);
  const details = Object.entries(toDetails(current, values)).map(([name, after]) => ({
    ...{ key: `${shopDetails.name}.${name}`, before: current[name as keyof ShopDetails], after },
  }));
  const shop = { settings };
  const account = { before: toBankTransfer(shop, readBankAccount(shop)), after: toBankTransfer(shop, values) };
  return [...details, { key: bankAccountKey, ...account }].filter(
    ({ key, before, after }) => !isSame(key, before, after),
  );
}

/** A setting of which single parts were stored is stored as a whole. */
function toChanges({ rows }: StoredSettings, { key, after }: TypedSetting): SettingChange[] {
  const parts = rows.filter((row) => row.value !== null && row.key.startsWith(`${key}.`));
  return [
    ...parts.map((row) => ({ key: row.key, value: undefined, version: null })),
    { key, value: after, version: null },
  ];
}

/**
 * Stores the form's values about the shop. Only changed values are stored, so that the others still follow
 * `shop.config.ts`. Call `applySavedSettings` after the commit.
 */
export async function saveDetails(
  shop: Shop,
  tx: Tx,
  values: DetailValues,
  actor: Actor,
  options: SaveSettingsOptions = {},
): Promise<ChangeSettingsResult> {
  const stored = await loadStoredSettings(shop, tx);
  const changes = listTyped(stored, values).flatMap((each) => toChanges(stored, each));
  return saveSettings(shop, tx, changes, actor, options);
}
