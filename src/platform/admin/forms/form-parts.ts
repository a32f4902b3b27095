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

/** The fields of the form itself, or those that a feature added. */
export interface FormPart {
  /** Begins the names of its controls; empty for the form itself. */
  readonly prefix: string;
  readonly fields: FieldRecord;
  /** As stored, by key, written as an untouched form would send them. */
  readonly values: Values;
  /** Moments as stored: a field can't write parts of a second, or which of two hours with the same time it is. */
  readonly moments: Values;
  readonly extension: FormExtension | null;
}

/** A form with the object that it shows. */
export interface OpenForm {
  readonly form: AdminForm;
  readonly id: number | null;
  readonly loaded: LoadedForm<object, unknown>;
  readonly parts: readonly FormPart[];
}

export interface NamedField {
  readonly part: FormPart;
  readonly key: string;
  /** Of its control, and in the audit. */
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
  // A stored value that the form would refuse stays as it is.
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

/** Reads all parts. Values are by name of the control. */
export function readParts(input: FormInput, open: OpenForm) {
  const reads = open.parts.map(({ fields, prefix }) => ({ prefix, ...readForm(input, fields, prefix) }));
  const byPrefix = new Map(reads.map(({ prefix, value }) => [prefix, value as Values]));
  const values = listNamedFields(open).map(({ name, key, part }) => [name, byPrefix.get(part.prefix)?.[key]] as const);
  return { values: new Map(values), problems: reads.flatMap(({ problems }) => problems) };
}

/** The values of one part by key. A moment that nobody has changed is the stored one. */
export function pickValues(open: OpenForm, part: FormPart, values: ReadonlyMap<string, unknown>): Values {
  const own = listNamedFields(open).filter((each) => each.part === part);
  const pick = (key: string, value: unknown) =>
    key in part.moments && value === part.values[key] ? part.moments[key] : value;
  return Object.fromEntries(own.map(({ key, name }) => [key, pick(key, values.get(name))]));
}
