import { z } from 'zod';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { defineMutation, type Refusal } from '#platform/mutations/mutation.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { applySavedSettings, changeSettings } from '#platform/settings/change-settings.ts';
import { loadSettingChanges, lockSettings } from '#platform/settings/setting-rows.ts';
import { shippingErrors } from '../errors.ts';
import { shippingSettings } from '../settings.ts';
import { movePath, removePath, shippingPath, undoPath } from './paths.ts';
import { findMethod, getZoneId, loadZones, saveZones, type Zones } from './stored-zones.ts';

const zonesKey = `${shippingSettings.name}.zones`;

/** `version` is the setting's version after the change. */
type EditResult = { readonly ok: true; readonly version: number } | Refusal<'EDIT_REFUSED' | 'UNDO_TOO_LATE'>;

/**
 * Changes the stored zones, also when they were changed since the page was opened. Editing a removed zone or method
 * changes nothing.
 */
async function editZones(shop: Shop, actor: Actor, edit: (zones: Zones) => Zones): Promise<EditResult> {
  const saved = await inTransaction(shop.db, async (tx) => {
    await lockSettings(tx);
    return saveZones(shop, tx, edit(await loadZones(shop, tx)), actor, {});
  });
  if (!saved.ok) return { ok: false, code: 'EDIT_REFUSED' };
  await applySavedSettings(shop, [zonesKey]);
  return { ok: true, version: saved.version };
}

const move = <Item>(items: readonly Item[], index: number, by: number): readonly Item[] => {
  const to = Math.min(items.length - 1, Math.max(0, index + by));
  return index < 0 ? items : items.toSpliced(index, 1).toSpliced(to, 0, ...items.slice(index, index + 1));
};

/** A zone or method, by the id in the URL of its page. */
const target = { kind: z.enum(['zone', 'method']), id: z.coerce.number().int().min(1) };

const moveSchema = z.object({ ...target, by: z.enum(['-1', '1']) });
const removeSchema = z.object(target);

function editTarget(
  zones: Zones,
  { kind, id }: z.infer<typeof removeSchema>,
  edit: <Item>(items: readonly Item[], index: number) => readonly Item[],
): Zones {
  if (kind === 'zone') {
    const index = zones.findIndex((zone) => getZoneId(zone) === id);
    return index < 0 ? zones : edit(zones, index);
  }
  const found = findMethod(zones, id);
  if (!found) return zones;
  const { zone, method } = found;
  const methods = [...edit(zone.methods, zone.methods.indexOf(method))];
  return zones.map((each) => (each === zone ? { ...zone, methods } : each));
}

const toShipping = (code: string, count?: number): FormReply => ({
  redirectTo: shippingPath,
  notices: [{ code, count }],
});

export const moveMutation = defineMutation({
  name: 'shipping.move',
  description: 'Moves a shipping zone, or a method within its zone, one place up or down.',
  requires: 'shipping.write',
  errors: shippingErrors,
  schema: moveSchema,
  run: async ({ shop, getActor }, { by, ...input }) =>
    editZones(shop, await getActor(), (zones) =>
      editTarget(zones, input, (items, index) => move(items, index, Number(by))),
    ),
  form: {
    path: movePath,
    success: () => toShipping('wasMoved'),
    failure: (_call, { code }) => toShipping(code),
  },
});

export const removeMutation = defineMutation({
  name: 'shipping.remove',
  description: 'Removes a shipping zone with its methods, or one method. Orders keep what they have.',
  requires: 'shipping.write',
  errors: shippingErrors,
  schema: removeSchema,
  run: async ({ shop, getActor }, input) => {
    const remove = (zones: Zones) => editTarget(zones, input, (items, index) => items.toSpliced(index, 1));
    const result = await editZones(shop, await getActor(), remove);
    // Version 0 means that nothing changed: the button was probably clicked twice. Return the version of the first
    // click, so that the removal can be undone.
    if (!result.ok || result.version > 0) return result;
    return { ok: true, version: await findRemoval(shop, (zones) => remove(zones) !== zones) };
  },
  form: {
    path: removePath,
    success: (_call, { version }) => (version > 0 ? toShipping('wasRemoved', version) : toShipping('isGone')),
    failure: (_call, { code }) => toShipping(code),
  },
});

/** Finds the version of the newest change if that change removed the zone or method; else 0. */
async function findRemoval(shop: Shop, hasIt: (zones: Zones) => boolean): Promise<number> {
  const [change] = await loadSettingChanges(shop.db, zonesKey, 1);
  const read = (value: string | null) => shippingSettings.schema.safeParse({ zones: JSON.parse(value ?? '[]') }).data;
  const zones = read(change?.oldValue ?? null)?.zones ?? [];
  return change && hasIt(zones) ? change.version : 0;
}

/** Whether the newest change is already the undo of the change before it, because the button was pressed twice. */
async function isUndone(shop: Shop, version: number): Promise<boolean> {
  const [change, before] = await loadSettingChanges(shop.db, zonesKey, 2);
  if (change?.version !== version + 1 || before?.version !== version) return false;
  return version === 1 ? change.newValue === null : change.newValue === before.oldValue;
}

/** Undoes the removal in the change with this version, unless the zones were changed since. */
async function undoRemoval(shop: Shop, actor: Actor, version: number): Promise<EditResult> {
  const [change] = await loadSettingChanges(shop.db, zonesKey, 1);
  const again = async (): Promise<EditResult> =>
    (await isUndone(shop, version)) ? { ok: true, version: version + 1 } : { ok: false, code: 'UNDO_TOO_LATE' };
  if (change?.version !== version || change.oldValue === null) return again();
  // Version 1 is the first stored change: before it the zones came from the configuration file, so the stored value
  // is removed.
  const value: unknown = version === 1 ? undefined : JSON.parse(change.oldValue);
  const result = await changeSettings(shop, [{ key: zonesKey, value, version }], actor);
  return result.ok ? { ok: true, version: version + 1 } : again();
}

export const undoMutation = defineMutation({
  name: 'shipping.undo-removal',
  description: 'Puts a shipping zone or method back that was removed last, unless the zones were changed since.',
  requires: 'shipping.write',
  errors: shippingErrors,
  schema: z.object({ version: z.coerce.number().int().min(1) }),
  run: async ({ shop, getActor }, { version }) => undoRemoval(shop, await getActor(), version),
  form: {
    path: undoPath,
    success: () => toShipping('wasUndone'),
    failure: (_call, { code }) => toShipping(code),
  },
});
