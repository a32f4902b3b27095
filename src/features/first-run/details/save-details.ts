import { isDeepStrictEqual } from 'node:util';
import { bankAccountKey, readBankAccount, toBankTransfer } from '#features/payments/index.ts';
import { type ShopDetails, shopDetails } from '#platform/config/shop-details.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { type ChangeSettingsResult, type SettingChange, saveSettings } from '#platform/settings/change-settings.ts';
import { type DetailValues, toStateCode } from './detail-fields.ts';

/** A setting, its value now and the one that was typed. */
interface TypedSetting {
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

function toBaseAddress({ country = '', state = '', postcode = '', city = '' }: DetailValues) {
  const code = toStateCode(country, state);
  return { country, ...(code && { state: code }), ...(postcode && { postcode }), ...(city && { city }) };
}

/** The country of the shop first: it is preselected at checkout. */
function sortCountries(countries: readonly string[], first: string): string[] {
  return [...countries].sort((a, b) => Number(b === first) - Number(a === first));
}

/** The details that a form had. Without those of `taxDisplay` and `countries`, they follow the basis. */
function toDetails({ choices }: Shop, values: DetailValues): Partial<ShopDetails> {
  const { name, tagline, email, currency, entered, country } = values;
  const address = values.address.split('\n').flatMap((line) => line.trim() || []);
  const shown = values.shown ?? entered;
  const base = country ?? choices.baseAddress?.country ?? '';
  const countries =
    values.countries ?? (country === undefined ? undefined : [...new Set([base, ...choices.countries])]);
  return {
    ...{ name, tagline, email, address },
    ...(currency === undefined ? {} : { currency, baseAddress: toBaseAddress(values) }),
    ...(entered === undefined ? {} : { pricesIncludeTax: entered === 'including' }),
    ...(shown === undefined ? {} : { taxDisplay: shown as ShopDetails['taxDisplay'] }),
    ...(countries === undefined ? {} : { countries: sortCountries(countries, base) }),
  };
}

function isSame(key: string, before: unknown, after: unknown): boolean {
  if (key !== `${shopDetails.name}.countries`) return isDeepStrictEqual(before, after);
  // The first one counts; the form sorts the others.
  const toComparable = (countries: unknown) => {
    const [first, ...others] = countries as string[];
    return [first, ...others.sort()];
  };
  return isDeepStrictEqual(toComparable(before), toComparable(after));
}

function listTyped(shop: Shop, values: DetailValues): TypedSetting[] {
  const current = shop.settings(shopDetails);
  const details = Object.entries(toDetails(shop, values)).map(([name, after]) => ({
    ...{ key: `${shopDetails.name}.${name}`, before: current[name as keyof ShopDetails], after },
  }));
  const account = { before: toBankTransfer(shop, readBankAccount(shop)), after: toBankTransfer(shop, values) };
  return [...details, { key: bankAccountKey, ...account }].filter(
    ({ key, before, after }) => !isSame(key, before, after),
  );
}

/** A setting that may have been set in parts is set as a whole. */
function toChanges({ settingStore }: Shop, { key, after }: TypedSetting, version: number | null): SettingChange[] {
  const parts = [...settingStore.current.rows.values()].filter(
    (row) => row.value !== null && row.key.startsWith(`${key}.`),
  );
  return [...parts.map((row) => ({ key: row.key, value: undefined, version: null })), { key, value: after, version }];
}

/** The versions of all settings of the form, to find out whether somebody else has changed one meanwhile. */
export function formatVersions({ settingStore }: Pick<Shop, 'settingStore'>): string {
  return [...settingStore.current.rows.values()]
    .filter(({ key }) => key.startsWith(`${shopDetails.name}.`) || key.startsWith(bankAccountKey))
    .map(({ key, version }) => `${key}:${version}`)
    .join(' ');
}

const parseVersions = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text
      .split(' ')
      .map((part) => [part.slice(0, part.lastIndexOf(':')), Number(part.slice(part.lastIndexOf(':') + 1))]),
  );

interface SaveRequest {
  readonly actor: Actor;
  readonly values: DetailValues;
  /** Of `formatVersions`, when the form was shown; null: whatever was changed since is replaced. */
  readonly versions: string | null;
}

/**
 * Stores what a form says about the shop. Only what differs is stored: the rest goes on
 * following `shop.config.ts`. Call `applySavedSettings` after the commit.
 */
export function saveDetails(
  shop: Shop,
  tx: Tx,
  { actor, values, versions }: SaveRequest,
): Promise<ChangeSettingsResult> {
  const known = versions === null ? null : parseVersions(versions);
  const typed = listTyped(shop, values);
  const changes = typed.flatMap((each) => toChanges(shop, each, known && (known.get(each.key) ?? 0)));
  return saveSettings(shop, tx, changes, actor);
}
