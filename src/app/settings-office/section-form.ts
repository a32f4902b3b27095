import { isDeepStrictEqual } from 'node:util';
import { type AdminForm, defineAdminForm } from '#platform/admin/forms/form.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Field, FormProblem } from '#platform/forms/field.ts';
import type { FieldLook } from '#platform/forms/field-look.shared.tsx';
import { secret } from '#platform/forms/kinds.ts';
import { readForm } from '#platform/forms/read-form.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { applySavedSettings, type SettingChange, saveSettings } from '#platform/settings/change-settings.ts';
import { getAtPath, setAtPath } from '#platform/settings/keys.ts';
import { loadSettingRows, lockSettings, type SettingRow } from '#platform/settings/setting-rows.ts';
import type { SettingControl } from './control.ts';
import { createSettingControl } from './setting-control.ts';
import { getSectionPath, settingsPath } from './setting-paths.ts';
import type { SettingSection, SettingSpec } from './setting-sections.ts';
import { createTaxClassControl, listTaxClasses, readTaxClass, shippingClassKey } from './tax-class-control.ts';
import { settingsTexts as texts } from './texts.ts';

/** Subject kind of the settings of one feature in the audit log. */
export const getSectionSubject = (name: string): string => `settings-of-${name}`;

const writeSettings = 'settings.write';
const maxSecretLength = 4000;

/** The stored settings of a section. They may be newer than the settings that this process has loaded. */
interface StoredSection {
  readonly rows: readonly SettingRow[];
  readonly values: unknown;
  /** Tax classes to choose from, for sections with a setting of that type. */
  readonly taxClasses: readonly string[];
}

/** Creates the control of a setting, with a note that says where its value comes from. */
export function createSpecControl(
  shop: Pick<Shop, 't' | 'choices' | 'settingStore'>,
  spec: SettingSpec,
  rows: readonly SettingRow[],
  taxClasses: readonly string[] = [],
): SettingControl {
  const { t, choices } = shop;
  const { key, label, description, schema, isOptional } = spec;
  const isChanged = rows.some((row) => row.value !== null && (row.key === key || isBelow(key, row.key)));
  const note = isChanged ? texts.noteChanged : isInFile(shop, spec) ? texts.noteFile : texts.noteDefault;
  const create = (given: Pick<FieldLook, 'hint' | 'note'>) => {
    const look = { label, isMarked: false, ...given };
    if (key === shippingClassKey) return createTaxClassControl(t, look, taxClasses);
    return createSettingControl({
      ...{ t, currency: choices.currency, locale: choices.locale, schema, isOptional, look },
    });
  };
  const control = create({ hint: description, note: t(note) });
  // Fields that consist of several controls have no place for a note beside their label.
  const hasNote = !['flag', 'choices', 'group', 'list'].includes(control.field.kind.name);
  return hasNote ? control : create({ hint: [description, t(note)].filter(Boolean).join(' ') });
}

const isBelow = (key: string, above: string): boolean => key.startsWith(`${above}.`);

/** Creates the fields of a section. A secret that the environment sets can't be changed here. */
function createFields(shop: Shop, specs: readonly SettingSpec[], stored: StoredSection | null) {
  return Object.fromEntries(specs.map((spec) => [spec.key, createField(shop, spec, stored)] as const));
}

function createField(shop: Shop, spec: SettingSpec, stored: StoredSection | null): Field | null {
  const { secrets } = shop.settingStore;
  const { rows = [], taxClasses = [] } = stored ?? {};
  if (!secrets.keys.has(spec.key)) return createSpecControl(shop, spec, rows, taxClasses).field;
  if (secrets.fromEnvironment.has(spec.key)) return null;
  const row = rows.find(({ key, value }) => key === spec.key && value !== null);
  return secret({ label: spec.label, hint: spec.description, max: maxSecretLength, setAt: row?.changedAt ?? null });
}

/** Makes the form of the settings of one feature, or returns null when all its settings have pages of their own. */
export function createSectionForm({ name, title, specs: all }: SettingSection): AdminForm | null {
  const specs = all.filter(({ ownPage }) => ownPage === null);
  if (specs.length === 0) return null;
  return defineAdminForm({
    name: `settings.change-${name}`,
    description: `Changes settings of \`${name}\`. Those that stay as they are go on following shop.config.ts.`,
    path: getSectionPath(name),
    requires: writeSettings,
    // A secret may identify an account that receives money or data.
    ...(specs.some(({ schema }) => schema['x-secret']) && { requiresFresh: true as const }),
    subject: getSectionSubject(name),
    title,
    back: { path: settingsPath, text: texts.all },
    fields: (shop, stored: StoredSection | null) => createFields(shop, specs, stored),
    load: async (shop, db, _id, { isLocking }) => {
      if (isLocking) await lockSettings(db);
      const rows = await loadSettingRows(db);
      const values = shop.settingStore.resolve(rows).values.get(name);
      const shown = specs.map((spec) => [spec.key, readFieldValue(shop, spec, rows, values)] as const);
      const taxClasses = await findTaxClasses(db, specs, values);
      return { values: Object.fromEntries(shown), subject: { rows, values, taxClasses }, label: shop.t(title) };
    },
    save: async (shop, tx, typed, { values, subject }, actor) =>
      subject ? saveSection(shop, tx, { specs, typed, values, stored: subject }, actor) : { ok: true, id: 0 },
    onSaved: (shop) => applySavedSettings(shop, [`${name}.`]),
  });
}

async function findTaxClasses(db: Db, specs: readonly SettingSpec[], values: unknown): Promise<readonly string[]> {
  const spec = specs.find(({ key }) => key === shippingClassKey);
  if (!spec) return [];
  const used = readTaxClass(getAtPath(values, spec.path));
  return [...new Set([...(await listTaxClasses(db)), used])].filter(Boolean);
}

function readFieldValue(shop: Shop, spec: SettingSpec, rows: readonly SettingRow[], values: unknown): unknown {
  if (shop.settingStore.secrets.keys.has(spec.key)) return undefined;
  return createSpecControl(shop, spec, rows).toField(getAtPath(values, spec.path));
}

interface TypedSection {
  readonly specs: readonly SettingSpec[];
  readonly typed: Readonly<Record<string, unknown>>;
  readonly values: Readonly<Record<string, unknown>>;
  readonly stored: StoredSection;
}

/** Stores only the values that differ, so that all other settings keep following the file. */
async function saveSection(shop: Shop, tx: Tx, section: TypedSection, actor: Actor) {
  const { specs, stored } = section;
  const problems: FormProblem[] = [];
  const changes = new Map<string, unknown>();
  for (const spec of specs) {
    const value = readTyped(shop, spec, section);
    if (value === leaveUnchanged) continue;
    if (value === undefined && isInFile(shop, spec))
      problems.push({ field: spec.key, message: shop.t(texts.fileHasValue) });
    else addChange(changes, stored, spec, value);
  }
  if (problems.length > 0) return { ok: false as const, problems };
  const all = [...changes].map(([key, value]): SettingChange => ({ key, value, version: null }));
  const saved = await saveSettings(shop, tx, all, actor, { isAudited: false });
  // There is only one such object, and it has no id.
  if (saved.ok) return { ok: true as const, id: 0 };
  const field = specs.find(({ key }) => key === saved.key || isBelow(key, saved.key))?.key ?? saved.key;
  const reason = saved.message.replace(`${field}: `, '');
  return { ok: false as const, problems: [{ field, message: shop.t(texts.refused, { reason }) }] };
}

/** Whether `shop.config.ts` sets a value. */
export const isInFile = ({ settingStore }: Pick<Shop, 'settingStore'>, { key, path }: SettingSpec): boolean =>
  getAtPath(settingStore.given[key.split('.')[0] ?? ''], path) !== undefined;

/** Marks a setting whose field was left as it was. */
const leaveUnchanged = Symbol('unchanged');

function readTyped(shop: Shop, spec: SettingSpec, { typed, values, stored }: TypedSection): unknown {
  const value = typed[spec.key];
  if (shop.settingStore.secrets.keys.has(spec.key))
    // An empty secret keeps its stored value. A removed secret follows the environment and the file, which have none.
    return value === undefined ? leaveUnchanged : (value ?? undefined);
  const { field, toValue } = createSpecControl(shop, spec, stored.rows, stored.taxClasses);
  const fields = { [spec.key]: field };
  const form = field.kind.toForm(values[spec.key], spec.key, field);
  // Value that the form sends when the field was not touched: its format may differ from that of the stored value.
  const untouched = readForm({ t: shop.t, form }, fields).value[spec.key];
  return isDeepStrictEqual(value, untouched) ? leaveUnchanged : toValue(value);
}

/**
 * Stores an object as a whole when it is already stored as a whole. Otherwise the value replaces the values stored
 * for its parts.
 */
function addChange(changes: Map<string, unknown>, { rows, values }: StoredSection, spec: SettingSpec, value: unknown) {
  const set = rows.filter((row) => row.value !== null);
  const whole = set.find(({ key }) => isBelow(spec.key, key));
  if (!whole) {
    for (const { key } of set) if (isBelow(key, spec.key)) changes.set(key, undefined);
    changes.set(spec.key, value);
    return;
  }
  const depth = whole.key.split('.').length - 1;
  const current = changes.get(whole.key) ?? getAtPath(values, spec.path.slice(0, depth));
  changes.set(whole.key, setAtPath(current, spec.path.slice(depth), value));
}
