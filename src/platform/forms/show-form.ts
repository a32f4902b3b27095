import type { FormBody } from '#platform/http/bodies/forms.ts';
import {
  type Field,
  type FieldRecord,
  listFields,
  type PickedRecords,
  type PickerContext,
  type RecordNames,
  type RecordPicker,
} from './field.ts';

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

/** Loads what the records in values are called, in one call for each picker. */
export async function loadRecordNames(
  context: PickerContext,
  values: Iterable<readonly [field: Field, value: unknown]>,
): Promise<RecordNames> {
  const wanted = new Map<RecordPicker, Set<number>>();
  for (const [field, value] of values)
    for (const { picker, ids } of field.kind.listRecords?.(value, field) ?? [])
      if (ids.length > 0) wanted.set(picker, new Set([...(wanted.get(picker) ?? []), ...ids]));
  const loaded = [...wanted].map(async ([picker, ids]) => {
    const named = await picker.load(context, [...ids]);
    return [picker, new Map(named.map(({ id, label }) => [id, label]))] as const;
  });
  return new Map(await Promise.all(loaded));
}
