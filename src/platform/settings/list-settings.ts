import { toVariableName } from '#platform/config/secret-setting.ts';
import { describeSettings } from '#platform/config/settings.ts';
import type { Shop } from '#platform/features/shop.ts';
import { doPathsOverlap, getAtPath, parseSettingKey } from './keys.ts';
import type { SettingStore } from './setting-store.ts';

export interface SettingView {
  readonly key: string;
  /** Undefined when the setting has no value. Null for a secret. */
  readonly value: unknown;
  /** Source of the value: `file` is `shop.config.ts` or the default; `environment` is only for secrets. */
  readonly source: 'environment' | 'database' | 'file';
  /** Null when the setting is no secret. `variable` is its name in the environment. */
  readonly secret: { readonly isSet: boolean; readonly variable: string } | null;
  /** Null when the setting was never changed. */
  readonly change: { readonly version: number; readonly changedBy: string; readonly changedAt: Date } | null;
}

/** The keywords of JSON Schema that describe nested settings. */
interface ObjectSchema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, ObjectSchema>>;
}

/** Lists every setting with its newest value, in the order of docs/configuration.md. */
export function listSettings({ settingStore }: Pick<Shop, 'settingStore'>): SettingView[] {
  const { current, definitions } = settingStore;
  return definitions.flatMap(({ name, schema }) => {
    const stored = [...current.rows.values()].filter(({ key, value }) => value !== null && key.startsWith(`${name}.`));
    const described = listKeys(name, describeSettings(schema));
    const keys = described.flatMap((key) => {
      const inside = stored.filter((row) => row.key.startsWith(`${key}.`)).map((row) => row.key);
      return inside.length > 0 ? inside : [key];
    });
    const others = stored.map(({ key }) => key).filter((key) => !keys.includes(key));
    return [...keys, ...others].map((key) => describeSetting(settingStore, key));
  });
}

/** @returns null for an unknown key */
export function findSetting({ settingStore }: Pick<Shop, 'settingStore'>, key: string): SettingView | null {
  const parsed = parseSettingKey(key);
  const definition = settingStore.definitions.find(({ name }) => name === parsed?.feature);
  if (!parsed || !definition) return null;
  const view = describeSetting(settingStore, key);
  if (view.value !== undefined || view.change) return view;
  const known = listKeys(definition.name, describeSettings(definition.schema));
  return known.includes(key) ? view : null;
}

/** Returns the first sentence of a setting's description. @returns null when there is no description */
export function findSettingDescription({ settingStore }: Pick<Shop, 'settingStore'>, key: string): string | null {
  const { feature, path = [] } = parseSettingKey(key) ?? {};
  const definition = settingStore.definitions.find(({ name }) => name === feature);
  if (!definition) return null;
  const described: ObjectSchema = describeSettings(definition.schema);
  const found = path.reduce<ObjectSchema | undefined>((schema, name) => schema?.properties?.[name], described);
  return found?.description?.split(/\.(?=\s|$)/)[0] ?? null;
}

export function describeSetting({ current, secrets }: SettingStore, key: string): SettingView {
  const { values, rows, problems } = current;
  const { feature = '', path = [] } = parseSettingKey(key) ?? {};
  const row = rows.get(key);
  const isUsed = [...rows.values()].some(
    (each) =>
      each.value !== null &&
      !problems.some((problem) => problem.key === each.key) &&
      doPathsOverlap(each.key.split('.'), key.split('.')),
  );
  const change = row ? { version: row.version, changedBy: row.changedBy, changedAt: row.changedAt } : null;
  const value = getAtPath(values.get(feature), path);
  const source = isUsed ? 'database' : 'file';
  if (!secrets.keys.has(key)) return { key, value, source, secret: null, change };
  const secret = { isSet: value !== null, variable: toVariableName(key) };
  return { key, value: null, source: secrets.fromEnvironment.has(key) ? 'environment' : source, secret, change };
}

/** Describes a secret without its value: `set on 2026-11-28`, `set by WALLET_CLIENT_SECRET`, `not set`. */
export function describeSecret({ source, secret, change }: SettingView): string {
  if (!secret?.isSet) return 'not set';
  return source === 'environment'
    ? `set by ${secret.variable}`
    : `set on ${change?.changedAt.toISOString().slice(0, 10)}`;
}

function listKeys(path: string, { properties = {} }: ObjectSchema): string[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    schema.properties ? listKeys(`${path}.${name}`, schema) : [`${path}.${name}`],
  );
}
