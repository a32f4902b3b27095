import type { FormBody } from '#platform/http/bodies/forms.ts';
import { type FieldRecord, listFields, type PickedRecords, type PickerContext } from './field.ts';

/** Returns the form that shows values, before anything was submitted. */
export function toForm(values: object, fields: FieldRecord, prefix = ''): FormBody {
  const byKey = values as Readonly<Record<string, unknown>>;
  return Object.assign(
    {},
    ...listFields(fields, prefix).map(({ key, name, field }) =>
      byKey[key] === undefined ? {} : field.kind.toForm(byKey[key], name, field),
    ),
  );
}

/** Loads what the records of a form are called, for its `FormState`. */
export async function loadRecords(
  context: PickerContext,
  form: FormBody,
  fields: FieldRecord,
  prefix = '',
): Promise<ReadonlyMap<string, PickedRecords>> {
  const loaded = await Promise.all(
    listFields(fields, prefix).map(({ name, field }) => field.kind.loadRecords?.(context, form, name, field)),
  );
  return new Map(loaded.flatMap((entries) => entries ?? []));
}
