import type { ShopConfig } from '#platform/config/shop-config.ts';
import type { ShopDetails } from '#platform/config/shop-details.ts';
import { suggestWord } from '#platform/texts/edit-distance.ts';

/** Parts of a key: `pricing.taxes.rounding` has the feature `pricing` and the path `taxes`, `rounding`. */
export interface SettingKey {
  readonly feature: string;
  readonly path: readonly string[];
}

const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype']);

/** @returns null for a text that is no key of a setting */
export function parseSettingKey(text: string): SettingKey | null {
  const [feature = '', ...path] = text.split('.');
  const names = [feature, ...path];
  if (path.length === 0 || text.length > 200) return null;
  if (names.some((name) => !/^[^\s[\]]+$/.test(name) || forbiddenNames.has(name))) return null;
  return { feature, path };
}

/** Keys of `shop.config.ts` that are not settings of features. The type makes sure that no key is missing. */
const fileKeys: Readonly<Record<keyof ShopConfig, true>> = {
  name: true,
  tagline: true,
  locale: true,
  currency: true,
  taxDisplay: true,
  pricesIncludeTax: true,
  baseAddress: true,
  countries: true,
  timeZone: true,
  email: true,
  address: true,
  theme: true,
  wire: true,
  texts: true,
  settings: true,
  features: true,
  fills: true,
  provides: true,
  handles: true,
  extends: true,
};

/**
 * Keys of the file that the owner may also change as settings, such as `shop.name`. The settings `logo`, `darkLogo`
 * and `icon` are left out, because the file has no pictures of the media library.
 */
const shopDetailKeys: Readonly<Record<Exclude<keyof ShopDetails, 'logo' | 'darkLogo' | 'icon'>, true>> = {
  name: true,
  tagline: true,
  address: true,
  email: true,
  currency: true,
  taxDisplay: true,
  pricesIncludeTax: true,
  baseAddress: true,
  countries: true,
  timeZone: true,
};

/** Finds unknown keys of `shop.config.ts`. @returns the problems */
export function checkFileKeys(config: object): string[] {
  const known = Object.keys(fileKeys);
  return Object.keys(config)
    .filter((name) => !known.includes(name))
    .map((name) => `${name}: shop.config.ts has no key of this name${suggestWord(name, known)}`);
}

/** Whether a name, such as `theme`, belongs to `shop.config.ts` and not to the settings of a feature. */
export function isOnlyInFile(name: string): boolean {
  return Object.hasOwn(fileKeys, name.split('.')[0] ?? '');
}

/** Describes how to change a key of `shop.config.ts` that can't be changed as a setting. */
export function describeFileKey(key: string): string {
  const [name = ''] = key.split('.');
  return Object.hasOwn(shopDetailKeys, name)
    ? `${key}: shop.config.ts has its default, and \`shop.${key}\` changes it`
    : `${key}: only shop.config.ts decides this`;
}

/** Whether one path equals the other or is a prefix of it. */
export function doPathsOverlap(one: readonly PropertyKey[], other: readonly PropertyKey[]): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length).every((name, index) => String(name) === String(other[index]));
}

export function getAtPath(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (parent, name) => (isPlainObject(parent) && Object.hasOwn(parent, name) ? parent[name] : undefined),
    value,
  );
}

/** Returns a copy of `value` with another value at the path. Values on the path that are no objects are replaced. */
export function setAtPath(value: unknown, [name, ...rest]: readonly string[], added: unknown): unknown {
  if (name === undefined) return added;
  const parent = isPlainObject(value) ? value : {};
  return { ...parent, [name]: setAtPath(getAtPath(parent, [name]), rest, added) };
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
