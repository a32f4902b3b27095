import { pickExtensions } from '#platform/admin/extension.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import {
  type Field,
  type FieldRecord,
  type FormInput,
  listFields,
  requireVisibleProperties,
} from '#platform/forms/field.ts';
import { readForm } from '#platform/forms/read-form.ts';
import { toForm } from '#platform/forms/show-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import type { FormExtension } from './extend-form.ts';
import type { AdminForm, LoadedForm } from './form.ts';

export type Values = Readonly<Record<string, unknown>>;

/** The fields of the form itself, or the fields that one feature added. */
export interface FormPart {
  /** Prefix of the names of its controls; empty for the form itself. */
  readonly prefix: string;
  readonly fields: FieldRecord;
  /** Stored values by key, written as an unchanged form would send them. */
  readonly values: Values;
  /**
   * Stored date values. A field can't write fractions of a second, or tell apart the two hours with the same time
   * when daylight saving time ends.
   */
  readonly moments: Values;
  readonly extension: FormExtension | null;
}

export interface OpenForm {
  readonly form: AdminForm;
  readonly id: number | null;
  readonly loaded: LoadedForm<object, unknown>;
  readonly parts: readonly FormPart[];
}

export interface NamedField {
  readonly part: FormPart;
  readonly key: string;
  /** Name of the control, also used in the audit. */
  readonly name: string;
  readonly field: Field;
}

/** @returns null when there is no such object */
export async function loadForm(
  shop: Shop,
  db: Db | Tx,
  form: AdminForm,
  { id, actor, isLocking = false }: { readonly id: number | null; readonly actor: Actor; readonly isLocking?: boolean },
): Promise<OpenForm | null> {
  const loaded = await form.load(shop, db, id, { isLocking });
  if (loaded === null) return null;
  const parts = [createPart(shop, form.fields(shop, loaded.subject), loaded.values, null)];
  for (const extension of listExtensions(shop, form, actor))
    parts.push(createPart(shop, extension.fields(shop), await extension.load(shop, db, id), extension));
  return { form, id, loaded, parts };
}

function listExtensions(shop: Shop, { name }: AdminForm, actor: Actor): readonly FormExtension[] {
  return pickExtensions(shop.adminExtensions, 'form').filter(
    ({ target, requires }) => target === name && (!requires || isPermitted(actor, requires)),
  );
}

function createPart({ t }: Shop, fields: FieldRecord, stored: object, extension: FormExtension | null): FormPart {
  const prefix = extension ? `${extension.name}.` : '';
  requireVisibleProperties(fields, prefix);
  const { value, problems } = readForm({ t, form: toForm(stored, fields, prefix) }, fields, prefix);
  // A stored value that the form would refuse stays unchanged.
  const refused = listFields(fields, prefix).filter(({ name }) =>
    problems.some(({ field }) => field === name || field.startsWith(`${name}.`)),
  );
  const kept = Object.fromEntries(refused.map(({ key }) => [key, (stored as Values)[key]]));
  const moments = listFields(fields).filter(({ field }) => field.kind.name === 'moment');
  const exact = Object.fromEntries(moments.map(({ key }) => [key, (stored as Values)[key]]));
  return { prefix, fields, extension, values: { ...(value as Values), ...kept }, moments: exact };
}

export function listNamedFields({ parts }: Pick<OpenForm, 'parts'>): readonly NamedField[] {
  return parts.flatMap((part) => listFields(part.fields, part.prefix).map((each) => ({ ...each, part })));
}

export function showValues({ parts }: OpenForm): FormBody {
  return Object.assign({}, ...parts.map(({ values, fields, prefix }) => toForm(values, fields, prefix)));
}

/** Reads all parts. The values are by name of the control. */
export function readParts(input: FormInput, open: OpenForm) {
  const reads = open.parts.map(({ fields, prefix }) => ({ prefix, ...readForm(input, fields, prefix) }));
  const byPrefix = new Map(reads.map(({ prefix, value }) => [prefix, value as Values]));
  const values = listNamedFields(open).map(({ name, key, part }) => [name, byPrefix.get(part.prefix)?.[key]] as const);
  return { values: new Map(values), problems: reads.flatMap(({ problems }) => problems) };
}

/** The values of one part by key. An unchanged date is the stored one, to keep its precision. */
export function pickValues(open: OpenForm, part: FormPart, values: ReadonlyMap<string, unknown>): Values {
  const own = listNamedFields(open).filter((each) => each.part === part);
  const pick = (key: string, value: unknown) =>
    key in part.moments && value === part.values[key] ? part.moments[key] : value;
  return Object.fromEntries(own.map(({ key, name }) => [key, pick(key, values.get(name))]));
}
