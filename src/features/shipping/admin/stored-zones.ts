import { createHash } from 'node:crypto';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Author } from '#platform/sessions/author.ts';
import { type SaveSettingsOptions, saveSettings } from '#platform/settings/change-settings.ts';
import { loadSettingRows } from '#platform/settings/setting-rows.ts';
import { type ShippingMethod, type ShippingZone, shippingSettings } from '../settings.ts';

export type Zones = readonly ShippingZone[];

/** Loads the zones from the database: the settings in memory may not have the newest change yet. */
export async function loadZones({ settingStore }: Pick<Shop, 'settingStore'>, db: Db): Promise<Zones> {
  const { values } = settingStore.resolve(await loadSettingRows(db));
  return shippingSettings.schema.parse(values.get(shippingSettings.name)).zones;
}

/** Makes an id for URLs: 48 bits of a hash, which fit into a safe integer. */
const toId = (...names: readonly string[]): number =>
  Number.parseInt(createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 12), 16);

/**
 * The id is made of the name, which is unique, because positions change when a zone is moved. Renaming a zone changes
 * its URL.
 */
export const getZoneId = ({ name }: Pick<ShippingZone, 'name'>): number => toId(name.toLowerCase());

export const getMethodId = ({ name }: Pick<ShippingZone, 'name'>, { id }: Pick<ShippingMethod, 'id'>): number =>
  toId(name.toLowerCase(), id);

export interface FoundMethod {
  readonly zone: ShippingZone;
  readonly method: ShippingMethod;
}

export function findMethod(zones: Zones, id: number): FoundMethod | null {
  for (const zone of zones) {
    const method = zone.methods.find((each) => getMethodId(zone, each) === id);
    if (method) return { zone, method };
  }
  return null;
}

/** `path` is the path below `zones`, such as `0.methods.1.cost`. */
export type SaveZonesResult =
  /** `version` is the version of the setting. */
  | { readonly ok: true; readonly version: number }
  | { readonly ok: false; readonly path: string; readonly reason: string };

/** Saves the zones in a transaction that has locked the settings. The schema of the setting checks them. */
export async function saveZones(
  shop: Shop,
  tx: Tx,
  zones: readonly unknown[],
  by: Author,
  options: SaveSettingsOptions,
): Promise<SaveZonesResult> {
  const key = `${shippingSettings.name}.zones`;
  // Check here: the settings would report an unknown key of a method as an unknown setting.
  const [issue] = shippingSettings.schema.safeParse({ zones }).error?.issues ?? [];
  if (issue) return { ok: false, path: issue.path.slice(1).join('.'), reason: issue.message };
  const saved = await saveSettings(shop, tx, [{ key, value: zones, version: null }], by, options);
  if (saved.ok) return { ok: true, version: saved.changed.get(key) ?? 0 };
  const [, path = '', reason = saved.message] = /^shipping\.zones\.?([\w.]*): (.*)$/s.exec(saved.message) ?? [];
  return { ok: false, path, reason };
}
