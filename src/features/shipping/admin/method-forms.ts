import { type AdminForm, defineAdminForm } from '#platform/admin/forms/form.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FieldRecord } from '#platform/forms/field.ts';
import { choice, line, number } from '#platform/forms/kinds.ts';
import { applySavedSettings } from '#platform/settings/change-settings.ts';
import { lockSettings } from '#platform/settings/setting-rows.ts';
import { createMethodId } from '../commands/method-commands.ts';
import { getZoneCurrency } from '../compile-zones.ts';
import { type ShippingMethod, shippingSettings } from '../settings.ts';
import { type MethodKind, methodKinds } from './method-kinds.ts';
import { methodPaths, shippingPath } from './paths.ts';
import { type FoundMethod, findMethod, getMethodId, loadZones, saveZones } from './stored-zones.ts';
import { shippingTexts as texts } from './texts.ts';

type Values = Readonly<Record<string, unknown>>;

export const methodSubject = 'shipping-method';

/** Fields that all methods have, and the fields of one kind. The form of a new method contains its zone. */
function createFields(shop: Shop, kind: MethodKind, found: FoundMethod | null): FieldRecord {
  const { t, settings, choices } = shop;
  const zones = settings(shippingSettings).zones.map(({ name }) => ({ value: name, label: name }));
  const days = { min: 0, max: 90, width: 'third' } as const;
  return {
    zone: found
      ? null
      : choice({ label: t(texts.zone), required: true, options: [{ value: '', label: '–' }, ...zones] }),
    title: line({
      ...{ name: 'method_title', label: t(texts.methodTitle), hint: t(texts.methodTitleHint), required: true },
      max: 200,
    }),
    minDays: number({ label: t(texts.minDays), ...days }),
    maxDays: number({ label: t(texts.maxDays), hint: t(texts.maxDaysHint), ...days }),
    ...kind.fields(shop, found ? getZoneCurrency(found.zone, choices) : choices.currency),
  };
}

function toTransit({ minDays, maxDays }: Values) {
  return minDays === null && maxDays === null ? {} : { transitDays: { min: minDays, max: maxDays } };
}

function createMethodForm(type: ShippingMethod['type'], kind: MethodKind): AdminForm {
  return defineAdminForm<FieldRecord, FoundMethod>({
    name: `shipping.save-${type.replace('_', '-')}`,
    description: `Adds a shipping method of the kind \`${type}\` to a zone, or changes one.`,
    path: methodPaths[type],
    requires: 'shipping.write',
    subject: methodSubject,
    create: texts[`new_${type}`],
    back: { path: shippingPath, text: texts.title },
    fields: (shop, found) => createFields(shop, kind, found),
    load: async (shop, db, id, { isLocking }) => {
      if (isLocking) await lockSettings(db);
      const { currency } = shop.choices;
      const none = { zone: '', title: '', minDays: null, maxDays: null };
      if (id === null)
        return {
          values: { ...none, ...kind.toValues({ type } as ShippingMethod, currency) },
          subject: null,
          label: '',
        };
      const found = findMethod(await loadZones(shop, db), id);
      if (found?.method.type !== type) return null;
      const { title, transitDays } = found.method;
      const own = kind.toValues(found.method, getZoneCurrency(found.zone, shop.choices));
      const days = { minDays: transitDays?.min ?? null, maxDays: transitDays?.max ?? null };
      return { values: { zone: undefined, title, ...days, ...own }, subject: found, label: title };
    },
    save: async (shop, tx, typed, { subject }, actor) => {
      const values: Values = typed;
      const zones = await loadZones(shop, tx);
      const zone = zones.find(({ name }) => name === (subject?.zone.name ?? values.zone));
      if (!zone) return refuse(shop, 'zone', shop.t(texts.zone));
      if ((values.minDays === null) !== (values.maxDays === null))
        return { ok: false, problems: [{ field: 'maxDays', message: shop.t(texts.daysTogether) }] };
      const id = subject?.method.id ?? (await createMethodId(tx, zones, type));
      const own = kind.toMethod(values, getZoneCurrency(zone, shop.choices));
      const method = { type, id, title: values.title, ...toTransit(values), ...own };
      const methods = subject
        ? zone.methods.map((each) => (each.id === id ? method : each))
        : [...zone.methods, method];
      const next = zones.map((each) => (each === zone ? { ...zone, methods } : each));
      const saved = await saveZones(shop, tx, next, actor, { isAudited: false });
      if (saved.ok) return { ok: true, id: getMethodId(zone, { id }) };
      const [, name = ''] = /methods\.\d+\.(\w+)/.exec(saved.path) ?? [];
      const field = name === 'transitDays' ? 'maxDays' : kind.names.includes(name) ? name : 'method_title';
      return refuse(shop, field, saved.reason);
    },
    onSaved: (shop) => applySavedSettings(shop, [`${shippingSettings.name}.zones`]),
    layout: [
      { title: texts.methodSection, fields: ['zone', 'title', 'minDays', 'maxDays'] },
      { title: texts.costSection, fields: kind.names },
    ],
    after: () => shippingPath,
  });
}

const refuse = ({ t }: Shop, field: string, reason: string) => ({
  ok: false as const,
  problems: [{ field, message: t(texts.refused, { reason }) }],
});

export const methodForms: readonly AdminForm[] = Object.entries(methodKinds).map(([type, kind]) =>
  createMethodForm(type as ShippingMethod['type'], kind),
);
