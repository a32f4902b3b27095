import type { CliOutput } from '#platform/cli/command.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Author } from '#platform/sessions/author.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { type ShippingZone, shippingSettings } from '../settings.ts';

const zonesKey = 'shipping.zones';

/** The newest zones, with the version of their setting. */
interface ZoneList {
  readonly zones: readonly ShippingZone[];
  readonly version: number;
}

export function readZones({ settings, settingStore }: Pick<Shop, 'settings' | 'settingStore'>): ZoneList {
  return {
    zones: settings(shippingSettings).zones,
    version: settingStore.current.rows.get(zonesKey)?.version ?? 0,
  };
}

/**
 * Saves changed zones, unless they were changed by others since they were read. The schema of the setting checks
 * them.
 * @param done message after success
 * @returns the exit code
 */
export async function saveZones(
  shop: Shop,
  { zones, version }: { readonly zones: readonly unknown[]; readonly version: number },
  by: Author,
  output: CliOutput,
  done: string,
): Promise<number> {
  // Check here: the settings would report an unknown key of a method as an unknown setting.
  const [issue] = shippingSettings.schema.safeParse({ zones }).error?.issues ?? [];
  if (issue) {
    const message = `shipping.${issue.path.join('.')}: ${issue.message}`;
    output.warn(message);
    output.result({ ok: false, code: 'SETTING_INVALID', key: zonesKey, message });
    return 1;
  }
  const result = await changeSettings(shop, [{ key: zonesKey, value: zones, version }], by);
  if (!result.ok) {
    output.warn(result.message);
    if (result.code === 'SETTING_CHANGED') output.warn('Look at the zones again, then repeat the command.');
    output.result(result);
    return 1;
  }
  output.line(done);
  output.result({ ok: true, version: result.changed.get(zonesKey) ?? version, zones });
  return 0;
}

/**
 * Finds a zone by its name, or by its number in the list, which starts at 1.
 * @returns the zone's index; null, after printing a message, when the zone does not exist
 */
export function findZoneIndex(zones: readonly ShippingZone[], text: string, output: CliOutput): number | null {
  const byName = zones.findIndex(({ name }) => name.toLowerCase() === text.trim().toLowerCase());
  const index = byName >= 0 ? byName : /^\d{1,3}$/.test(text) ? Number(text) - 1 : -1;
  if (zones[index]) return index;
  output.warn(`There is no zone '${text}'. List them with 'shop shipping zones list'.`);
  output.result({ ok: false, code: 'ZONE_NOT_FOUND', zone: text });
  return null;
}

export function splitList(option: string | boolean | undefined, separator = ','): string[] {
  return typeof option === 'string'
    ? option
        .split(separator)
        .map((part) => part.trim())
        .filter(Boolean)
    : [];
}

export function reportUsageError(output: CliOutput, message: string): number {
  output.warn(message);
  return 2;
}
